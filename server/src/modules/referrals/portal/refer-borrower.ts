import type { Ctx } from '#context';
import { nameSubject } from '#modules/audit';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import type { NewReferral } from '../schemas.ts';
import type { Referral } from '../store.ts';
import { createReferrals } from '../submission/create-referrals.ts';

/** One borrower, referred by a user of the institution; the trail names the referral. */
export const referBorrower = (ctx: Ctx, tenant: Tenant, request: NewReferral): Promise<Referral> =>
  transact(ctx, async (tx) => {
    const [created] = await createReferrals(tx, { tenant, submittedVia: 'portal', requests: [request] });
    if (created === undefined || created instanceof AppError) throw created;
    nameSubject(tx.actor, created.id);
    return created;
  });
