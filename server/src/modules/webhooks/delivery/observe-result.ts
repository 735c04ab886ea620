import type { Ctx } from '#context';
import { webhookMetrics } from '../metrics.ts';
import { isAcknowledged, isExhausted, type LaneResult } from './rules.ts';

/** Counts a recorded attempt, and how long after it was due an acknowledged one was. */
export function observeResult({ metrics }: Ctx, result: LaneResult): void {
  const { row, outcome, lane } = result;
  const { deliveriesExhausted, deliverySeconds } = metrics.of(webhookMetrics);
  const acknowledged = isAcknowledged(outcome);
  const label = outcome.kind !== 'posted' ? outcome.kind : acknowledged ? 'succeeded' : 'failed';
  metrics.workFinished.inc({ queue: `webhooks.${lane}`, outcome: label });
  if (isExhausted(result)) deliveriesExhausted.inc();
  if (outcome.kind !== 'posted' || !acknowledged) return;
  const waitedMs = outcome.at.getTime() - row.delivery.due_at.getTime();
  deliverySeconds.observe({ lane }, (waitedMs + outcome.outcome.durationMs) / 1000);
}
