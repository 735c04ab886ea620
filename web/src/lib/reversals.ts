import type { Hold } from '#api/types.ts';
import { formatDateTime, humanize } from './format.ts';
import { formatCentsExact } from './money.ts';

/** Refunds and the dispute of a hold, in words. */
export function describeReversals({
  refunded_cents: refunded,
  dispute,
  refunds,
}: Pick<Hold, 'refunded_cents' | 'dispute' | 'refunds'>): string[] {
  const due = dispute?.status.endsWith('needs_response') === true && dispute.due_at !== null ? dispute.due_at : null;
  return [
    ...(refunded === 0 ? [] : [`${formatCentsExact(refunded)} refunded`]),
    ...refunds
      .filter(({ state }) => state !== 'done')
      .map(({ state, amount_cents: cents, failure }) =>
        state === 'failed'
          ? `refund of ${formatCentsExact(cents)} failed${failure === null ? '' : `: ${failure}`}`
          : `refund of ${formatCentsExact(cents)} under way`,
      ),
    ...(dispute === null
      ? []
      : [
          `dispute of ${formatCentsExact(dispute.amount_cents)}: ${humanize(dispute.status)}${due === null ? '' : ` by ${formatDateTime(due)}`}${dispute.status === 'lost' ? ', not paid' : ''}`,
        ]),
  ];
}
