import type { Ctx } from '#context';
import { isOpen } from '#modules/switches';
import { addSeconds } from '#lib/dates';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import type { DeliveryOutcome, DeliveryWork } from './attempt-delivery.ts';
import { unparkDeliveries, updateFinished, type FinishedDelivery } from './delivery-store.ts';
import { updateHealth, type EndpointHealth } from './endpoint-store.ts';
import { endpointCap, retryDelayS, slowAnswerMs } from './rules.ts';

export type DeliveryResult = Result<DeliveryWork, DeliveryOutcome>;

/** Records a batch of attempts: what is done, what is tried again and when, how the endpoints are doing. */
export async function finishDeliveries(ctx: Ctx, worker: string, results: readonly DeliveryResult[]): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Delays are varied from launch on (decision 129).
    const launched = await isOpen(tx, 'partner_security_platform');
    const rows = results.map((result) => toFinished(result, now, launched ? Math.random() : 0.5));
    const ended = await updateFinished(tx.db, { worker, rows, now });
    updateHealth(tx.db, endpointHealth(results), now);
    unparkDeliveries(tx.db, ended, endpointCap);
  });
}

export const acknowledged = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === 'posted' && outcome.outcome.cause === 'acknowledged';

function toFinished({ row: { delivery }, outcome }: DeliveryResult, now: Date, random: number): FinishedDelivery {
  const common = { id: delivery.id, attempt: delivery.attempt, at: outcome.at };
  if (outcome.kind !== 'posted') {
    return {
      ...common,
      state: outcome.kind,
      due_at: null,
      status: null,
      cause: outcome.kind === 'skipped' ? 'the endpoint is disabled' : 'the endpoint is gone',
      duration_ms: 0,
      timings: {},
      address: null,
      answer: null,
    };
  }
  const { status, cause, durationMs, timings, address, answer } = outcome.outcome;
  const delay = acknowledged(outcome) ? undefined : retryDelayS(delivery.attempt, random);
  const ending = acknowledged(outcome) ? 'succeeded' : 'exhausted';
  return {
    ...common,
    state: delay === undefined ? ending : null,
    due_at: delay === undefined ? null : addSeconds(now, delay),
    status: status ?? null,
    cause,
    duration_ms: durationMs,
    timings,
    address: address ?? null,
    answer: answer ?? null,
  };
}

/** The last word of each endpoint in this batch. */
function endpointHealth(results: readonly DeliveryResult[]): EndpointHealth[] {
  const byEndpoint = new Map<string, EndpointHealth>();
  for (const { row, outcome } of results) {
    if (outcome.kind !== 'posted') continue;
    const id = row.delivery.endpoint_id;
    byEndpoint.set(id, { id, succeeded: acknowledged(outcome), slow: outcome.outcome.durationMs > slowAnswerMs });
  }
  return [...byEndpoint.values()];
}
