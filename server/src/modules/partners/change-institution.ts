import type { Ctx } from '#context';
import { oneLine } from '#lib/text/typed-name';
import { setPrincipalStatus } from '#modules/agent-keys';
import { transact } from '#platform/db';
import { getInstitution } from './get-institution.ts';
import { requireValidTerms } from './require-valid-terms.ts';
import type { Institution, InstitutionPatch } from './schemas.ts';
import { updateInstitution } from './store.ts';

/** Suspension takes effect at the next call; a changed program applies to referrals made from now on. */
export async function changeInstitution(ctx: Ctx, id: string, patch: InstitutionPatch): Promise<Institution> {
  requireValidTerms(patch);
  const { status, ...change } = patch;
  return transact(ctx, async (tx) => {
    await getInstitution(tx, id);
    updateInstitution(tx.db, id, { ...change, ...(change.name === undefined ? {} : { name: oneLine(change.name) }) });
    if (status !== undefined) await setPrincipalStatus(tx, id, status);
    return getInstitution(tx, id);
  });
}
