import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { staffNotFound } from '../errors.ts';
import { findStaffByEmail } from '../store.ts';
import { issueSetup, type IssuedSetup } from './issue-setup.ts';

/** A link with which a staff member sets their own password and authenticator, once; nobody else ever knows either. */
export async function createSetup(ctx: Ctx, email: string): Promise<IssuedSetup> {
  return transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(email));
    if (staff === undefined) throw staffNotFound();
    const issued = issueSetup(tx, staff.id);
    await recordEntry(tx, { kind: 'action', operation: 'access.create-setup', subjectId: staff.id });
    return issued;
  });
}
