import type { Hold } from '#api/types.ts';
import { inWords, moment } from './format.ts';
import { billed } from './money.ts';

/** What was charged and went back, or may, in words. */
export function moneyBack({ refunded_cents: refunded, dispute }: Pick<Hold, 'refunded_cents' | 'dispute'>): string[] {
  const due = dispute?.status.endsWith('needs_response') === true && dispute.due_at !== null ? dispute.due_at : null;
  return [
    ...(refunded === 0 ? [] : [`${billed(refunded)} refunded`]),
    ...(dispute === null
      ? []
      : [
          `dispute of ${billed(dispute.amount_cents)}: ${inWords(dispute.status)}${due === null ? '' : ` by ${moment(due)}`}`,
        ]),
  ];
}
