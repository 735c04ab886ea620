import type { Hold } from '#api/types.ts';
import { formatDateTime, humanize } from './format.ts';
import { formatCentsExact } from './money.ts';

/** Refunds and the dispute of a hold, in words. */
export function describeReversals({
  refunded_cents: refunded,
  dispute,
}: Pick<Hold, 'refunded_cents' | 'dispute'>): string[] {
  const due = dispute?.status.endsWith('needs_response') === true && dispute.due_at !== null ? dispute.due_at : null;
  return [
    ...(refunded === 0 ? [] : [`${formatCentsExact(refunded)} refunded`]),
    ...(dispute === null
      ? []
      : [
          `dispute of ${formatCentsExact(dispute.amount_cents)}: ${humanize(dispute.status)}${due === null ? '' : ` by ${formatDateTime(due)}`}`,
        ]),
  ];
}
