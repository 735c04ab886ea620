import type { Ctx } from '#context';
import type { Submission } from '#modules/facts';
import { toSubmission } from '../submission-rules.ts';
import { findReferral, findTenant } from '../store.ts';

/** A referral as the facts of a case see it. */
export async function findBorrowerSubmission(ctx: Ctx, id: string): Promise<Submission | undefined> {
  const tenant = await findTenant(ctx.db, id);
  const referral = tenant && (await findReferral(ctx.db, tenant, id));
  return referral && toSubmission(referral);
}
