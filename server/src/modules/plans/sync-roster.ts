import type { Ctx, Tx } from '#context';
import { writeAlone } from '#modules/events';
import { announce } from '#modules/webhooks';
import { addHours } from '#lib/dates';
import { newId } from '#lib/ids';
import { isLockTimeout, lockKey } from '#platform/db';
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
  type Counts,
} from './roster-store.ts';
import { mayCancel } from './rules.ts';
import type { RosterSync } from './schemas.ts';
import { stageRoster, type RosterUpload, type Staged } from './stage-roster.ts';
import type { Owner } from './store.ts';

export type SyncRoster = {
  readonly owner: Owner;
  readonly upload: RosterUpload;
  /** The request's name, once its bytes have passed by. */
  readonly named: () => NamedRequest | undefined;
};

/** Changes shown in the answer; all of them are announced. */
const shownMax = 1000;
const eventBatch = 2000;

const events = {
  created: 'plan.enrollment.created',
  updated: 'plan.enrollment.updated',
  canceled: 'plan.enrollment.canceled',
} as const;

/** Makes the institution's roster what the file says, set by set in one transaction: all of it, or nothing. */
export async function syncRoster(ctx: Ctx, { owner, upload, named }: SyncRoster): Promise<Answered> {
  const terms = await termsOf(ctx, owner);
  return ctx.db.inBulk(async (session) => {
    const staged = await stageRoster(session, upload, terms);
    return session.transact(async (db) => {
      const tx: Tx = { ...ctx, db };
      const request = named();
      const kept = request && (await findKeptAnswer(tx, request, terms.now));
      if (kept) return { ...kept, replayed: true };
      const body = await reconcile(ctx, tx, { owner, staged });
      const expiresAt = addHours(terms.now, ctx.config.idempotencyTtlHours);
      if (request) keepAnswer(tx, request, { status: 200, body, expiresAt });
      return { status: 200, body, replayed: false };
    });
  });
}

async function reconcile(
  ctx: Ctx,
  tx: Tx,
  { owner, staged: { options, submitted } }: { readonly owner: Owner; readonly staged: Staged },
): Promise<RosterSync> {
  const now = tx.clock.now();
  takeTurn(tx, owner);
  tx.db.write(analyzeRoster);
  const repeated = await listRepeated(tx.db, maxIssues);
  if (repeated.length > 0)
    throw validationFailed(
      repeated.map(({ place }) => ({ path: `roster.${place}.vehicle.vin`, message: 'is in an earlier row' })),
    );
  writeChanges(tx.db, owner, now);
  const counts = await countChanges(tx.db, owner);
  if (counts === undefined) throw new Error('a count has a row');
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

/** One roster of an institution at a time; the next waits its turn, up to the lock's own patience. */
function takeTurn(tx: Tx, { institutionId, livemode }: Owner): void {
  tx.db.write({
    text: 'select pg_advisory_xact_lock($1::bigint)',
    values: [lockKey(`plans.roster/${institutionId}/${livemode ? 'live' : 'test'}`)],
    explain: (error) => (isLockTimeout(error) ? syncRunning() : undefined),
  });
}

async function apply(tx: Tx, owner: Owner, counts: Counts): Promise<Counts> {
  const now = tx.clock.now();
  const total = counts.created + counts.updated + counts.canceled;
  const overtaken = await applyChanges(tx.db, owner, { now, total });
  await announceAll(tx, owner);
  const less = (action: string) => overtaken.filter((one) => one.action === action).length;
  return {
    ...counts,
    created: counts.created - less('created'),
    updated: counts.updated - less('updated'),
    canceled: counts.canceled - less('canceled'),
  };
}

/** A page of changes at a time, each page by one statement per table; the next one is asked for when it has arrived. */
async function announceAll(tx: Tx, owner: Owner): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listChanges(tx.db, after, eventBatch);
    const last = rows.at(-1);
    if (last === undefined) return;
    announce(tx, ...rows.map(({ action, seq: _seq, ...row }) => enrollmentEvent({ ...owner, ...row }, events[action])));
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
