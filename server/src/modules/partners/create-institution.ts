import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { createInstitutionPrincipal } from '#modules/agent-keys';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { requireValidTerms } from './require-valid-terms.ts';
import { toInstitution } from './rules.ts';
import type { Institution, NewInstitutionRequest, Plan, Program } from './schemas.ts';
import { insertInstitution, type InstitutionRow } from './store.ts';

const usualProgram: Program = { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null };
const usualPlans: Plan[] = [{ code: 'standard', unit_price_cents: 500 }];

/** Creates an institution under a contract that the team knows of; from now on it can have credentials. */
export async function createInstitution(ctx: Ctx, input: NewInstitutionRequest): Promise<Institution> {
  requireValidTerms(input);
  const now = ctx.clock.now();
  const row: InstitutionRow = {
    id: newId('inst', now),
    name: input.name,
    program: input.program ?? usualProgram,
    plans: input.plans ?? usualPlans,
    technical_contact_email: input.technical_contact_email ?? null,
    billing_contact_email: input.billing_contact_email ?? null,
    bill_to: input.bill_to ?? null,
    created_at: now,
  };
  nameSubject(ctx.actor, row.id);
  await transact(ctx, async (tx) => {
    createInstitutionPrincipal(tx, row.id);
    insertInstitution(tx.db, row);
  });
  return toInstitution(row, 'active');
}
