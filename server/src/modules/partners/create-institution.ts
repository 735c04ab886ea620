import type { Ctx } from '#context';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { addInstitution } from './add-institution.ts';
import { requireValidTerms } from './require-valid-terms.ts';
import { toInstitution } from './rules.ts';
import type { Institution, NewInstitutionRequest } from './schemas.ts';

/** Creates an institution under a contract that the team knows of; from now on it can have credentials, live ones too. */
export async function createInstitution(ctx: Ctx, input: NewInstitutionRequest): Promise<Institution> {
  requireValidTerms(input);
  return transact(ctx, async (tx) => {
    const row = addInstitution(tx, input, 'live');
    nameSubject(tx.actor, row.id);
    return toInstitution({ ...row, live_requested_at: null, live_requested_by: null }, 'active');
  });
}
