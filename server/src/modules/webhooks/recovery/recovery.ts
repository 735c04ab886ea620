import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { lockNames, transact } from '#platform/db';
import { getEndpoint } from '../endpoints/endpoints.ts';
import { recoveryNotRunning, recoveryRunning } from '../errors.ts';
import type { RecoveryPreviewView, RecoveryView } from '../history/portal-schemas.ts';
import type { Recovery } from '../history/schemas.ts';
import type { EndpointKey } from '../rules.ts';
import { paceBatch, toRecoveryScope, toRecoveryView, type RecoveryRequest } from './rules.ts';
import {
  hasDueRecovery,
  insertRecovery,
  listRecoveryRows,
  lockRunningRecovery,
  previewRecoverable,
  recoverBatch,
  updateRecoveryEnd,
  updateRecoveryProgress,
  updateRecoveryStopped,
  type RecoveryKey,
} from './store.ts';

/** One batch of one recovery, with its progress in the same transaction: after a crash it resumes there. */
export async function continueRecovery(ctx: Ctx, limit: number): Promise<number> {
  if (!(await hasDueRecovery(ctx.db, ctx.clock.now()))) return 0;
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await lockRunningRecovery(tx.db, now);
    if (row === undefined) return 0;
    if (row.deserted) {
      updateRecoveryEnd(tx.db, { id: row.id, status: 'stopped', now });
      return limit;
    }
    const batch = paceBatch(row.per_minute, limit);
    const step = await recoverBatch(tx.db, {
      endpointId: row.endpoint_id,
      since: row.since,
      until: row.until,
      states: row.states,
      eventTypes: row.event_types,
      cursorAt: row.place_at,
      cursorId: row.place_id,
      limit: batch.rows,
      now,
      newId: newId('dlv', now),
    });
    if (step === undefined || step.place_at === null) {
      updateRecoveryEnd(tx.db, { id: row.id, status: 'done', now });
      return limit;
    }
    updateRecoveryProgress(tx.db, {
      id: row.id,
      cursorAt: step.place_at,
      cursorId: step.place_id,
      recovered: step.recovered,
      nextAt: batch.pauseS === undefined ? null : addSeconds(now, batch.pauseS),
    });
    // Requests the next one immediately; one that is not due yet is not found.
    return limit;
  });
}

/** The progress of the last recovery of an endpoint. */
export async function findRecovery(ctx: Ctx, key: EndpointKey): Promise<Recovery | undefined> {
  const [row] = await listRecoveryRows(ctx.db, key, 1);
  if (row === undefined) return undefined;
  const { id, status, total, recovered } = row;
  return { object: 'gap.recovery', id, status: status as Recovery['status'], total, recovered };
}

/** As many as a person looks through. */
const listed = 20;

/** The last recoveries of an endpoint, the latest first. */
export async function listRecoveries(ctx: Ctx, key: EndpointKey): Promise<RecoveryView[]> {
  await getEndpoint(ctx, key);
  return (await listRecoveryRows(ctx.db, key, listed)).map((row) => toRecoveryView(row, ctx.clock.now()));
}

/** The deliveries that a recovery would resend, counted by the condition that the recovery itself uses. */
export async function previewRecovery(
  ctx: Ctx,
  key: EndpointKey,
  request: RecoveryRequest,
): Promise<RecoveryPreviewView> {
  const { id } = await getEndpoint(ctx, key);
  const scope = toRecoveryScope(id, request, ctx.clock.now());
  const { total, oldest, newest, samples } = await previewRecoverable(ctx.db, scope);
  return {
    object: 'portal.recovery_preview',
    since: scope.since.toISOString(),
    until: scope.until.toISOString(),
    total,
    oldest: oldest?.toISOString() ?? null,
    newest: newest?.toISOString() ?? null,
    samples: samples.map(({ id: deliveryId, event_id, event_type, state, created_at }) => ({
      delivery_id: deliveryId,
      event_id,
      type: event_type,
      state,
      created_at: new Date(created_at).toISOString(),
    })),
  };
}

type Wanted = RecoveryRequest & { readonly perMinute: number | undefined; readonly dryRun: boolean };

/** Counts the deliveries to resend and, unless it is a dry run, starts to resend them, in a separate lane; one recovery at a time. */
export async function recoverDeliveries(ctx: Ctx, key: EndpointKey, request: Wanted): Promise<Recovery> {
  const now = ctx.clock.now();
  const { id: endpointId } = await getEndpoint(ctx, key);
  const scope = toRecoveryScope(endpointId, request, now);
  const { total } = await previewRecoverable(ctx.db, scope);
  if (request.dryRun) return { object: 'gap.recovery', id: null, status: 'dry_run', total, recovered: 0 };
  const id = newId('rcv', now);
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/recovery/${endpointId}`]);
    const [latest] = await listRecoveryRows(tx.db, key, 1);
    if (latest?.status === 'running') throw recoveryRunning();
    const { since, until, states, eventTypes } = scope;
    insertRecovery(tx.db, {
      id,
      endpoint_id: endpointId,
      since,
      until,
      states: [...states],
      event_types: eventTypes && [...eventTypes],
      per_minute: request.perMinute ?? null,
      total,
      created_at: now,
    });
  });
  return { object: 'gap.recovery', id, status: 'running', total, recovered: 0 };
}

/** Adds no more to the queue; queued deliveries are still made. */
export async function stopRecovery(ctx: Ctx, key: RecoveryKey): Promise<RecoveryView[]> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => {
    const stopped = await updateRecoveryStopped(tx.db, key, tx.clock.now());
    if (stopped === undefined) throw recoveryNotRunning();
  });
  return listRecoveries(ctx, key);
}
