import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { isEnabled } from '#modules/feature-flags';
import { transact } from '#platform/db';
import { updateHealth, type EndpointHealth } from '../endpoint-store.ts';
import { isTestDelivery } from '../rules.ts';
import { isAcknowledged, isExhausted, isLastAttempt, retryDelayS, slowAnswerMs, type DeliveryResult } from './rules.ts';
import { cancelDeliveries, updateFinished, type FinishedDelivery } from './store.ts';

/**
 * Records a batch of attempts: finished deliveries, retries with their times, and the health of the endpoints.
 * Returns, by id, when a delivery should be read again: a retry, or one that another process has recorded.
 */
export async function finishDeliveries(ctx: Ctx, results: readonly DeliveryResult[]): Promise<Map<string, Date>> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Delays are varied from launch on (D-129); without a failure the flag need not be read.
    const failed = results.some(({ outcome }) => !isAcknowledged(outcome));
    const launched = failed && (await isEnabled(tx, 'partner_security_platform'));
    const rows = results.map((result) => toFinished(result, now, launched ? Math.random() : 0.5));
    const recorded = await updateFinished(tx.db, rows, now);
    updateHealth(tx.db, endpointHealth(results), now);
    // A delivery whose attempt did not count may still wait as another process left it, so it is read again.
    const again = results.filter(({ row }) => !recorded.has(row.delivery.id)).map(({ row }) => row.delivery);
    return new Map([
      ...rows.flatMap((row) => (row.due_at === null || !recorded.has(row.id) ? [] : [[row.id, row.due_at] as const])),
      ...again.map((row) => [row.id, row.due_at] as const),
    ]);
  });
}

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
      sent: null,
    };
  }
  const { status, cause, durationMs, timings, address, answer } = outcome.outcome;
  const succeeded = isAcknowledged(outcome);
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
    sent: outcome.sent === undefined ? null : JSON.stringify(outcome.sent),
  };
}

/** The last result of each endpoint in this batch, and whether a delivery was exhausted. */
function endpointHealth(results: readonly DeliveryResult[]): EndpointHealth[] {
  const byEndpoint = new Map<string, EndpointHealth>();
  for (const result of results) {
    const { row, outcome } = result;
    const succeeded = isAcknowledged(outcome);
    // A test that fails is reported to its sender and does not mark the endpoint as failing; one that succeeds clears
    // that mark.
    const counts = succeeded || !isTestDelivery(row.delivery);
    if (outcome.kind !== 'posted' || !counts) continue;
    const id = row.delivery.endpoint_id;
    const lost = isExhausted(result) || byEndpoint.get(id)?.exhausted === true;
    const shown = outcome.outcome.certificateEndsAt?.toISOString() ?? byEndpoint.get(id)?.certificate_ends_at ?? null;
    byEndpoint.set(id, {
      id,
      succeeded,
      slow: outcome.outcome.durationMs > slowAnswerMs,
      exhausted: lost,
      certificate_ends_at: shown,
      url: row.endpoint?.url ?? null,
    });
  }
  return [...byEndpoint.values()];
}

/** Rows per statement, so that each ends long before its timeout. */
const batch = 5_000;

/** As many as a request may wait for; workers cancel the rest when it is due. */
const batchesMax = 20;

/**
 * Cancels the pending deliveries of an endpoint that was deleted, or whose agent is no longer active. Safe to interrupt
 * at any moment: a delivery that is left finds no endpoint at its next attempt, or an inactive agent, and is canceled
 * then.
 */
export async function cancelEndpointDeliveries(ctx: Ctx, endpointId: string): Promise<void> {
  for (let turn = 0; turn < batchesMax; turn += 1) {
    const seen = await cancelDeliveries(ctx.db, { endpointId, now: ctx.clock.now(), limit: batch });
    if (seen === 0) return;
  }
}
