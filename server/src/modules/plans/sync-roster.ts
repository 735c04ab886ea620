import type { Ctx, Tx } from '#context';
import { writeAlone } from '#modules/events';
import { openAnnouncer } from '#modules/webhooks';
import { addHours } from '#lib/dates';
import { newId } from '#lib/ids';
import { isLockTimeout, lockKey, type BulkSession } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { maxIssues } from '#platform/http';
import { findKeptAnswer, keepAnswer, type Answered, type NamedRequest } from '#platform/idempotency';
import { termsOf } from './enroll.ts';
import { rosterCancelThreshold, syncRunning } from './errors.ts';
import { enrollmentEvent } from './events.ts';
import {
  analyzeRoster,
  applyChanges,
  countChanges,
  insertRosterSync,
  listChanges,
  listRepeated,
  writeChanges,
  type Change,
  type Counts,
} from './roster-store.ts';
import { mayCancel } from './rules.ts';
import type { RosterSync } from './schemas.ts';
import { stageRoster, type RosterUpload, type Staged } from './stage-roster.ts';
import type { Owner } from './store.ts';

export type SyncRoster = {
  readonly owner: Owner;
  readonly upload: RosterUpload;
  /** The name of a request that names itself, once its contents are known. */
  readonly named: ((contents: Buffer) => NamedRequest) | undefined;
};

/** Changes shown in the answer; all of them are announced. */
const shownMax = 1000;
/** Few enough that making their texts keeps nobody else waiting. */
const eventBatch = 250;

const events = {
  created: 'plan.enrollment.created',
  updated: 'plan.enrollment.updated',
  canceled: 'plan.enrollment.canceled',
} as const;

/**
 * Makes the institution's roster what the file says, set by set: all of it, or nothing. What is to be done is worked out
 * in a transaction before the one that does it, so that the one that holds rows is the shorter of the two.
 */
export async function syncRoster(ctx: Ctx, { owner, upload, named }: SyncRoster): Promise<Answered> {
  const terms = await termsOf(ctx, owner);
  return ctx.db.inBulk(async (session) => {
    const staged = await stageRoster(session, upload, { terms, named: named !== undefined });
    const request = staged.fingerprint && named?.(staged.fingerprint);
    const findKept = async (tx: Tx) => request && findKeptAnswer(tx, request, terms.now);
    const answered = request && (await session.transact((db) => findKept({ ...ctx, db })));
    if (answered) return { ...answered, replayed: true };
    await takeTurn(session, owner);
    const plan = await session.transact((db) => workOut(ctx, { ...ctx, db }, owner));
    return session.transact(async (db) => {
      const tx: Tx = { ...ctx, db };
      const kept = await findKept(tx);
      if (kept) return { ...kept, replayed: true };
      const body = await reconcile(ctx, tx, { owner, staged, plan });
      const expiresAt = addHours(terms.now, ctx.config.idempotencyTtlHours);
      if (request) keepAnswer(tx, request, { status: 200, body, expiresAt });
      return { status: 200, body, replayed: false };
    });
  });
}

/** One roster of an institution at a time; the next waits its turn, up to the lock's own patience. Held by the session. */
async function takeTurn(session: BulkSession, { institutionId, livemode }: Owner): Promise<void> {
  await session.run({
    text: 'select pg_advisory_lock($1::bigint)',
    values: [lockKey(`plans.roster/${institutionId}/${livemode ? 'live' : 'test'}`)],
    explain: (error) => (isLockTimeout(error) ? syncRunning() : undefined),
  });
}

/** What a roster comes to, and the moment as of which. */
type Plan = { readonly counts: Counts; readonly now: Date };

async function workOut(ctx: Ctx, tx: Tx, owner: Owner): Promise<Plan> {
  await writeAlone(ctx, tx, owner.institutionId);
  tx.db.write(analyzeRoster);
  const repeated = await listRepeated(tx.db, maxIssues);
  if (repeated.length > 0)
    throw validationFailed(
      repeated.map(({ place }) => ({ path: `roster.${place}.vehicle.vin`, message: 'is in an earlier row' })),
    );
  const now = tx.clock.now();
  writeChanges(tx.db, owner, now);
  const counts = await countChanges(tx.db, owner);
  if (counts === undefined) throw new Error('a count has a row');
  return { counts, now };
}

type Reconciliation = { readonly owner: Owner; readonly staged: Staged; readonly plan: Plan };

async function reconcile(ctx: Ctx, tx: Tx, { owner, staged, plan }: Reconciliation): Promise<RosterSync> {
  const { options, submitted } = staged;
  const { counts, now } = plan;
  if (!mayCancel(counts.canceled, counts.active) && options.confirmCancelCount !== counts.canceled)
    throw rosterCancelThreshold(counts.canceled, counts.active);
  const id = newId('rsy', now);
  if (options.mode === 'apply') await writeAlone(ctx, tx, owner.institutionId);
  const written = options.mode === 'apply' ? await apply(tx, owner, counts) : counts;
  const totals = totalsOf(written, submitted);
  if (options.mode === 'apply') insertRosterSync(tx.db, owner, { id, totals, now });
  return {
    object: 'gap.roster_sync',
    id,
    mode: options.mode,
    livemode: owner.livemode,
    totals,
    ...(await shownChanges(tx, options.mode)),
    created_at: now.toISOString(),
  };
}

async function apply(tx: Tx, owner: Owner, counts: Counts): Promise<Counts> {
  const overtaken = await applyChanges(tx.db, owner, counts.created + counts.updated + counts.canceled);
  await announceAll(tx, owner);
  const less = (action: Change['action']) => overtaken.filter((one) => one.action === action).length;
  return {
    ...counts,
    created: counts.created - less('created'),
    updated: counts.updated - less('updated'),
    canceled: counts.canceled - less('canceled'),
  };
}

/** A page of changes at a time, each page by one statement per table; the next one is asked for when it has arrived. */
async function announceAll(tx: Tx, owner: Owner): Promise<void> {
  const announce = await openAnnouncer(tx, owner.institutionId);
  for (let after = 0; ;) {
    const rows = await listChanges(tx.db, after, eventBatch);
    const last = rows.at(-1);
    if (last === undefined) return;
    announce(rows.map(({ action, seq: _seq, ...row }) => enrollmentEvent({ ...owner, ...row }, events[action])));
    after = last.seq;
  }
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
      // A dry run makes nothing, so what it would make has no id yet.
      enrollment_id: mode === 'dry_run' && action === 'created' ? null : id,
      vin,
      external_ref: externalRef,
    })),
    changes_truncated: rows.length > shownMax,
  };
}
