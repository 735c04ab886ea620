import type { Tx } from '#context';
import { oneLine } from '#lib/text/typed-name';
import { newId } from '#lib/tokens/ids';
import { createInstitutionPrincipal } from '#modules/agent-keys';
import type { NewInstitutionRequest, Plan, Program } from './schemas.ts';
import { insertInstitution, type InstitutionRow } from './store.ts';

const usualProgram: Program = { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null };
const usualPlans: Plan[] = [{ code: 'standard', unit_price_cents: 500 }];

/** An institution with the usual terms where none are given; one that signed itself up has only the sandbox. */
export function addInstitution(tx: Tx, input: NewInstitutionRequest, opens: 'live' | 'sandbox'): InstitutionRow {
  const now = tx.clock.now();
  const row: InstitutionRow = {
    id: newId('inst', now),
    name: oneLine(input.name),
    program: input.program ?? usualProgram,
    plans: input.plans ?? usualPlans,
    technical_contact_email: input.technical_contact_email ?? null,
    billing_contact_email: input.billing_contact_email ?? null,
    bill_to: input.bill_to ?? null,
    created_at: now,
  };
  createInstitutionPrincipal(tx, row.id);
  insertInstitution(tx.db, { ...row, live_opened_at: opens === 'live' ? now : null });
  return row;
}
