import { traceFacts, type Said, type StaffSaid, type Statements } from '#modules/consultations';
import { toSaid } from '#modules/intakes';
import { findZip } from '#modules/vehicles';
import type { CardRow, ConsultationRow } from './store.ts';

/** A row with the team's statements about the customer. */
export type StatedRow = CardRow & { readonly person: StaffSaid };
export type DetailRow = ConsultationRow & StatedRow;

type Json = Readonly<Record<string, unknown>>;

export const inside = (row: Json | null, name: string): Json => (row?.[name] ?? {}) as Json;
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** All statements about the facts on a card. */
export function statementsOf(row: StatedRow, more: Said = {}): Statements {
  const { said, known, person } = row;
  const lookedUp = said?.found ?? known ?? {};
  const sent: Said = {
    ...(said === null ? vehicleOf(row) : toSaid(said)),
    first_name: row.first_name ?? undefined,
    last_name: row.last_name ?? undefined,
    ...more,
  };
  return {
    sent,
    sentBy: said === null ? 'institution' : 'agent',
    lookedUp: { ...lookedUp, staff: { ...lookedUp.staff, ...person } },
  };
}

const vehicleOf = ({ year, make, model, loss_state: state }: CardRow): Said => ({
  year: year === null ? undefined : Number(year),
  make: make ?? undefined,
  model: model ?? undefined,
  loss_state: state ?? undefined,
});

const said = (value: unknown): string | undefined => textOf(value) ?? undefined;
const amount = (value: unknown): number | undefined => numberOf(value) ?? undefined;

/** All statements about a case. */
export function detailStatementsOf(row: DetailRow): Statements {
  if (row.said !== null) return statementsOf(row);
  const { referral, enrollment, notice } = row;
  const [vehicle, claim, loan] = [
    inside(referral, 'vehicle'),
    inside(referral, 'claim'),
    inside(referral, 'liability'),
  ];
  return statementsOf(row, {
    vin: said(vehicle['vin'] ?? enrollment?.['vin']),
    date_of_loss: said(claim['loss_day'] ?? notice?.['loss_day']),
    loss_state: said(claim['loss_state'] ?? notice?.['loss_state']),
    insurer: said(claim['carrier'] ?? notice?.['carrier']),
    claim_number: said(claim['claim_number'] ?? notice?.['claim_number']),
    offer_cents: amount(claim['initial_offer_cents'] ?? notice?.['initial_offer_cents']),
    payoff_cents: amount(loan['loan_payoff_cents']),
    deductible_cents: amount(loan['deductible_cents']),
  });
}

/** The two-letter state of the claim: from the team, the report or the submission, otherwise by the ZIP. */
export function stateOf(row: DetailRow): string | undefined {
  const { loss_state: stated, zip } = traceFacts(detailStatementsOf(row));
  return stated?.value.toUpperCase() ?? (zip === undefined ? undefined : findZip(zip.value)?.state);
}
