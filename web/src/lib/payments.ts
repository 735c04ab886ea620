import type { Hold } from '#api/types.ts';
import { formatDateTime, humanize } from './format.ts';
import { formatCentsExact } from './money.ts';

type PaymentFacts = Pick<
  Hold,
  | 'kind'
  | 'state'
  | 'amount_cents'
  | 'captured_cents'
  | 'credit_cents'
  | 'failure'
  | 'wish'
  | 'capture_before'
  | 'hold_lapsed_at'
>;

/** States of a hold with a saved card; a hold without one shows its state's own name. */
const cardWords: Readonly<Partial<Record<Hold['state'], string>>> = {
  page_open: 'page open, nothing held yet',
  held: 'held, card saved',
  saved: 'hold lapsed, nothing charged, card saved',
  charge_failed: 'declined by the bank, nothing held',
  released: 'card removed, not charged',
  withdrawn: 'withdrawn by the owner, not charged',
  expired: 'card removed, not charged',
  failed: 'nothing held',
};

/** A hold: amount, state, until when and why. */
export function describePayment(payment: PaymentFacts): string {
  const { kind, state, captured_cents: captured, credit_cents: credit, failure } = payment;
  if (captured !== null) return `charged ${formatCentsExact(captured)}`;
  const less = credit === 0 ? '' : `, less ${formatCentsExact(credit)} paid for research`;
  const why = failure === null ? '' : `: ${failure}`;
  const lapsed = payment.hold_lapsed_at === null ? '' : ` (lapsed ${formatDateTime(payment.hold_lapsed_at)})`;
  const named = kind === 'card' ? `${describeState(payment)}${state === 'saved' ? lapsed : ''}${why}` : humanize(state);
  return `${formatCentsExact(payment.amount_cents)} ${named}${less}${describeUntil(payment)}${describeWish(payment)}`;
}

/** The state in words. */
export const describeState = ({ kind, state }: Pick<Hold, 'kind' | 'state'>): string =>
  (kind === 'card' ? cardWords[state] : undefined) ?? humanize(state);

const describeUntil = ({ state, capture_before: at }: PaymentFacts): string =>
  at === null || !isStanding({ state }) ? '' : `, until ${formatDateTime(at)}`;

const describeWish = ({ kind, wish }: PaymentFacts): string =>
  wish === null || kind === 'hold' ? '' : wish === 'capture' ? ', being charged' : ', being removed';

/** Staff can charge or release it. */
export const isStanding = ({ state }: Pick<Hold, 'state'>): boolean =>
  state === 'held' || state === 'saved' || state === 'charge_failed';

/** The bank has taken the money, or may still do so. */
const isTaken = (dispute: NonNullable<Hold['dispute']>): boolean =>
  !['won', 'warning_closed', 'prevented'].includes(dispute.status);

/** The part of a charge that can still be refunded. */
export const refundableCents = ({
  captured_cents: captured,
  refunded_cents: refunded,
  dispute,
  refunds,
}: Hold): number =>
  captured === null || (dispute !== null && isTaken(dispute)) || refunds.some(({ state }) => state === 'requested')
    ? 0
    : captured - refunded;
