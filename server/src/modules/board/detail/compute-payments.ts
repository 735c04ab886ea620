import type { HoldView, PaymentsView } from '#modules/checkout';
import type { ConsultationView } from '#modules/consultations';
import { messagePurposes, type MessageView } from '#modules/customers';
import type { BoardPayments } from '../payment-schemas.ts';
import type { ConsultationRow } from '../store.ts';

type KnownPayments = {
  readonly payments: PaymentsView;
  readonly holds: readonly HoldView[];
  readonly messages: readonly MessageView[];
  readonly settledAt: ConsultationView['settled_at'];
  /** Of the vehicle's value; undefined where either value is unknown. */
  readonly improvementCents: number | undefined;
};

/** What the caller sees of the money of a case, whichever module it came from. */
export function computePayments(row: ConsultationRow, known: KnownPayments): BoardPayments {
  const { payments, holds, messages, settledAt, improvementCents } = known;
  const charged = holds.reduce((sum, hold) => sum + Math.max(0, (hold.captured_cents ?? 0) - hold.refunded_cents), 0);
  const noted = payments.noted.filter(({ voided_at: voided }) => voided === null);
  const paidCents = charged + noted.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
  return {
    ...payments,
    payer: payerOf(row),
    link_messages: messages
      .filter(({ purpose }) => purpose === messagePurposes.checkoutLink)
      .map(({ channel, state, held_by: heldBy, finished_at: finished, created_at: created }) => ({
        channel,
        state,
        at: finished ?? created,
        held: heldBy !== null,
      }))
      .toReversed(),
    paid_cents: paidCents,
    settled_at: settledAt,
    improvement_cents: improvementCents ?? null,
    saved_cents: improvementCents === undefined ? null : improvementCents - paidCents,
  };
}

/** Prices say in words who pays. */
function payerOf({ source, referral }: ConsultationRow): BoardPayments['payer'] {
  if (source === 'agent_intake') return 'owner';
  if (source === 'membership') return 'plan';
  return Number(referral?.['price_cents'] ?? 0) === 0 ? 'institution' : 'borrower';
}
