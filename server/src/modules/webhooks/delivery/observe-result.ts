import type { Ctx } from '#context';
import { webhookMetrics } from '../metrics.ts';
import { isAcknowledged, isExhausted, type LaneResult } from './rules.ts';

/**
 * Counts a recorded attempt, and how long after it was due an acknowledged one was. Anybody can have a test endpoint, and let it
 * fail or answer late: its attempts are counted in a queue of their own, which no alarm reads, and nothing else is.
 */
export function observeResult({ metrics }: Ctx, result: LaneResult): void {
  const { row, outcome, lane } = result;
  const { deliveriesExhausted, deliverySeconds } = metrics.of(webhookMetrics);
  const acknowledged = isAcknowledged(outcome);
  const label = outcome.kind !== 'posted' ? outcome.kind : acknowledged ? 'succeeded' : 'failed';
  const isTest = row.endpoint?.livemode === false;
  metrics.workFinished.inc({ queue: isTest ? `test-webhooks.${lane}` : `webhooks.${lane}`, outcome: label });
  if (isTest) return;
  if (isExhausted(result)) deliveriesExhausted.inc();
  if (outcome.kind !== 'posted' || !acknowledged) return;
  const waitedMs = outcome.at.getTime() - row.delivery.due_at.getTime();
  deliverySeconds.observe({ lane }, (waitedMs + outcome.outcome.durationMs) / 1000);
}
