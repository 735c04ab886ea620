import type { Ctx, Tx } from '#context';
import { addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { registerLongWriter, createPublisher, hasFullEndpoint, publishSet } from '#modules/webhooks';
import type { Tenant } from '#modules/partners';
import { isLockTimeout, lockKey, type BulkSession, type Db } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { findStoredResponse, storeResponse, type IdempotencyKey, type IdempotentResponse } from '#platform/idempotency';
import { maxIssues } from '#platform/validation';
import { getTerms } from '../enrollments/enrollments.ts';
import { rosterCancelThreshold, syncRunning } from '../errors.ts';
import { enrollmentEvent } from '../events.ts';
import { mayCancel } from '../rules.ts';
import { getMatchedCount, listUnmatched, readRosterVersion, writeMatched } from './plan-store.ts';
import type { RosterSync } from './schemas.ts';
import { stageRoster, type RosterUpload, type Staged } from './stage-roster.ts';
import {
  analyzeRoster,
  applyChanges,
  changeEvents,
  countChanges,
  insertRosterSync,
  listChanges,
  listRepeated,
  writeChanges,
  type Change,
  type Counts,
} from './store.ts';

type SyncRoster = {
  readonly tenant: Tenant;
  readonly upload: RosterUpload;
  /** Makes the idempotency key once the contents are known; undefined if the request has none. */
  readonly named: ((contents: Buffer) => IdempotencyKey) | undefined;
};

/** Changes shown in the response; all of them are published. */
const shownMax = 1000;
/**
 * Makes the institution's enrollments match the file, set by set: all of it, or nothing. The changes are computed in an
 * earlier transaction than the one that applies them, so that the one that locks rows is short.
 */
export async function syncRoster(ctx: Ctx, { tenant, upload, named }: SyncRoster): Promise<IdempotentResponse> {
  const terms = await getTerms(ctx, tenant);
  return ctx.db.inBulk(async (session) => {
    const staged = await stageRoster(session, upload, { terms, named: named !== undefined });
    const request = staged.fingerprint && named?.(staged.fingerprint);
    const findReplay = async (tx: Tx) => request && findStoredResponse(tx, request, terms.now);
    const answered = request && (await session.transact((db) => findReplay({ ...ctx, db })));
    if (answered) return { ...answered, replayed: true };
    await lockRoster(session, tenant);
    const plan = await session.transact((db) => computeDiff(ctx, { ...ctx, db }, tenant));
    return session.transact(async (db) => {
      const tx: Tx = { ...ctx, db };
      const replay = await findReplay(tx);
      if (replay) return { ...replay, replayed: true };
      const body = await reconcile(ctx, tx, { tenant, staged, plan });
      const expiresAt = addHours(terms.now, ctx.config.idempotencyTtlHours);
      if (request) storeResponse(tx, request, { status: 200, body, expiresAt });
      return { status: 200, body, replayed: false };
    });
  });
}

/** A roster's changes, and the time they were computed for. */
type RosterDiff = { readonly counts: Counts; readonly now: Date };

async function computeDiff(ctx: Ctx, tx: Tx, tenant: Tenant): Promise<RosterDiff> {
  await registerLongWriter(ctx, tx, tenant.institutionId);
  tx.db.write(analyzeRoster);
  const repeated = await listRepeated(tx.db, maxIssues);
  if (repeated.length > 0)
    throw validationFailed(
      repeated.map(({ place }) => ({ path: `roster.${place}.vehicle.vin`, message: 'is in an earlier row' })),
    );
  const now = tx.clock.now();
  writeChanges(tx.db, tenant, now);
  const counts = await countChanges(tx.db, tenant);
  if (counts === undefined) throw new Error('a count has a row');
  return { counts, now };
}

type Reconciliation = { readonly tenant: Tenant; readonly staged: Staged; readonly plan: RosterDiff };

async function reconcile(ctx: Ctx, tx: Tx, { tenant, staged, plan }: Reconciliation): Promise<RosterSync> {
  const { options, submitted } = staged;
  const { counts, now } = plan;
  if (!mayCancel(counts.canceled, counts.active) && options.confirmCancelCount !== counts.canceled)
    throw rosterCancelThreshold(counts.canceled, counts.active);
  const id = newId('rsy', now);
  if (options.mode === 'apply') await registerLongWriter(ctx, tx, tenant.institutionId);
  const written = options.mode === 'apply' ? await apply(tx, tenant, counts) : counts;
  const totals = totalsOf(written, submitted);
  if (options.mode === 'apply') insertRosterSync(tx.db, tenant, { id, totals, now });
  return {
    object: 'gap.roster_sync',
    id,
    mode: options.mode,
    livemode: tenant.livemode,
    totals,
    ...(await shownChanges(tx, options.mode)),
    created_at: now.toISOString(),
  };
}

async function apply(tx: Tx, tenant: Tenant, counts: Counts): Promise<Counts> {
  const total = counts.created + counts.updated + counts.canceled;
  const overtaken = await applyChanges(tx.db, tenant, total);
  await publishChanges(tx, tenant, total);
  const less = (action: Change['action']) => overtaken.filter((one) => one.action === action).length;
  return {
    ...counts,
    created: counts.created - less('created'),
    updated: counts.updated - less('updated'),
    canceled: counts.canceled - less('canceled'),
  };
}

const totalsOf = ({ created, updated, canceled, kept, keptNamed }: Counts, submitted: number) => ({
  submitted,
  created,
  updated,
  unchanged: submitted - created - updated - keptNamed,
  canceled,
  kept,
});

async function shownChanges(
  tx: Tx,
  mode: RosterSync['mode'],
): Promise<Pick<RosterSync, 'changes' | 'changes_truncated'>> {
  const rows = await listChanges(tx.db, 0, shownMax + 1);
  return {
    changes: rows.slice(0, shownMax).map(({ action, id, vin, externalRef }) => ({
      action,
      // A dry run creates nothing, so new enrollments have no id yet.
      enrollment_id: mode === 'dry_run' && action === 'created' ? null : id,
      vin,
      external_ref: externalRef,
    })),
    changes_truncated: rows.length > shownMax,
  };
}

/** One roster of an institution at a time; the next waits, up to the lock timeout. The lock is held by the session. */
export async function lockRoster(session: BulkSession, { institutionId, livemode }: Tenant): Promise<void> {
  await session.run({
    text: 'select pg_advisory_lock($1::bigint)',
    values: [lockKey(`plans.roster/${institutionId}/${livemode ? 'live' : 'test'}`)],
    explain: (error) => (isLockTimeout(error) ? syncRunning() : undefined),
  });
}

/** Equal as long as nothing that a roster is compared with has changed. */
export const getRosterVersion = ({ db }: { readonly db: Db }, tenant: Tenant): Promise<string> =>
  readRosterVersion(db, tenant);

type ApplyPlanned = {
  readonly tenant: Tenant;
  readonly now: Date;
  /** Called in the transaction of the changes, with the positions that were overtaken. */
  readonly finish: (tx: Tx, overtaken: readonly number[]) => Promise<void> | void;
};

/**
 * Applies the plan's block in `planned`, like a roster by API: two transactions, so that the one that writes takes its
 * place in the log after the enrollments were read (0016).
 */
export async function applyPlanned(
  ctx: Ctx,
  session: BulkSession,
  { tenant, now, finish }: ApplyPlanned,
): Promise<void> {
  const total = await session.transact(async (db) => {
    writeMatched(db, tenant, now);
    return getMatchedCount(db);
  });
  await session.transact(async (db) => {
    const tx: Tx = { ...ctx, db };
    await registerLongWriter(ctx, tx, tenant.institutionId);
    await applyChanges(db, tenant, total);
    await publishChanges(tx, tenant, total);
    await finish(tx, await listUnmatched(db));
  });
}

/** Few enough that serializing them does not block other requests. */
const eventBatch = 250;
/** Written by the database alone; large enough that one statement per page costs little compared with its rows. */
const eventSetRows = 5000;

const events = {
  created: 'plan.enrollment.created',
  updated: 'plan.enrollment.updated',
  canceled: 'plan.enrollment.canceled',
} as const;

/** The database writes the events itself, unless an endpoint takes full payloads, whose texts are composed here. */
async function publishChanges(tx: Tx, tenant: Tenant, total: number): Promise<void> {
  const { institutionId: accountId, livemode } = tenant;
  if (await hasFullEndpoint(tx, accountId)) return publishFull(tx, tenant);
  for (let after = 0; after < total; after += eventSetRows) {
    const page = { after, upTo: after + eventSetRows };
    await publishSet(tx, { set: changeEvents, page, accountId, livemode });
  }
}

/** A page of changes at a time, with one statement per table; the next is requested when the last has arrived. */
async function publishFull(tx: Tx, tenant: Tenant): Promise<void> {
  const publish = await createPublisher(tx, tenant.institutionId);
  for (let after = 0; ;) {
    const rows = await listChanges(tx.db, after, eventBatch);
    const last = rows.at(-1);
    if (last === undefined) return;
    publish(rows.map(({ action, seq: _seq, ...row }) => enrollmentEvent({ ...tenant, ...row }, events[action])));
    after = last.seq;
  }
}
