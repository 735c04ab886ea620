import type { Ctx } from '#context';
import { isOpen } from '#modules/switches';
import { addSeconds } from '#lib/dates';
import { transact } from '#platform/db';
import type { Result } from '#platform/jobs';
import type { DeliveryOutcome, DeliveryWork } from './attempt-delivery.ts';
import { unparkDeliveries, updateFinished, type FinishedDelivery } from './delivery-store.ts';
import { updateHealth, type EndpointHealth } from './endpoint-store.ts';
import { isLastAttempt, retryDelayS, slowAnswerMs, testEventType } from './rules.ts';

export type DeliveryResult = Result<DeliveryWork, DeliveryOutcome>;

/** Records a batch of attempts: what is done, what is tried again and when, how the endpoints are doing. */
export async function finishDeliveries(ctx: Ctx, worker: string, results: readonly DeliveryResult[]): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Delays are varied from launch on (decision 129); where nothing failed there is none, and nothing to ask.
    const failed = results.some(({ outcome }) => !acknowledged(outcome));
    const launched = failed && (await isOpen(tx, 'partner_security_platform'));
    const rows = results.map((result) => toFinished(result, now, launched ? Math.random() : 0.5));
    updateFinished(tx.db, { worker, rows, now });
    updateHealth(tx.db, endpointHealth(results), now);
    unparkDeliveries(tx.db, countByEndpoint(results));
  });
}

/** How many places this batch has freed at each endpoint. */
function countByEndpoint(results: readonly DeliveryResult[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of results) {
    const id = row.delivery.endpoint_id;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
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
      succeeded: null,
      status: null,
      cause: outcome.cause,
      duration_ms: 0,
      timings: {},
      address: null,
      answer: null,
    };
  }
  const { status, cause, durationMs, timings, address, answer } = outcome.outcome;
  const succeeded = acknowledged(outcome);
  const delay = succeeded || isLastAttempt(delivery) ? undefined : retryDelayS(delivery.attempt, random);
  const ending = succeeded ? 'succeeded' : 'exhausted';
  return {
    ...common,
    state: delay === undefined ? ending : null,
    due_at: delay === undefined ? null : addSeconds(now, delay),
    succeeded,
    status: status ?? null,
    cause,
    duration_ms: durationMs,
    timings,
    address: address ?? null,
    answer: answer ?? null,
  };
}

/** Whether a delivery has just been given up. A test is not one of those: whoever asked for it sees how it ended. */
export const exhausted = ({ row: { delivery }, outcome }: DeliveryResult): boolean =>
  outcome.kind === 'posted' &&
  !acknowledged(outcome) &&
  isLastAttempt(delivery) &&
  delivery.event_type !== testEventType;

/** The last word of each endpoint in this batch, and whether it lost something. */
function endpointHealth(results: readonly DeliveryResult[]): EndpointHealth[] {
  const byEndpoint = new Map<string, EndpointHealth>();
  for (const result of results) {
    const { row, outcome } = result;
    const succeeded = acknowledged(outcome);
    // A test that fails tells whoever asked for it and begins no time of failing; one that arrives ends it.
    const counts = succeeded || row.delivery.event_type !== testEventType;
    if (outcome.kind !== 'posted' || !counts) continue;
    const id = row.delivery.endpoint_id;
    const lost = exhausted(result) || byEndpoint.get(id)?.exhausted === true;
    byEndpoint.set(id, { id, succeeded, slow: outcome.outcome.durationMs > slowAnswerMs, exhausted: lost });
  }
  return [...byEndpoint.values()];
}
