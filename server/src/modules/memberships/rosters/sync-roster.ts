import type { Ctx, Tx } from '#context';
import { registerLongWriter } from '#modules/events';
import { addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { validationFailed } from '#platform/errors';
import { maxIssues } from '#platform/validation';
import { findStoredResponse, storeResponse, type IdempotentResponse, type IdempotencyKey } from '#platform/idempotency';
import type { Tenant } from '#modules/partners';
import { getTerms } from '../enrollments/get-terms.ts';
import { rosterCancelThreshold } from '../errors.ts';
import { mayCancel } from '../rules.ts';
import { lockRoster } from './lock-roster.ts';
import { publishChanges } from './publish-changes.ts';
import type { RosterSync } from './schemas.ts';
import { stageRoster, type RosterUpload, type Staged } from './stage-roster.ts';
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
} from './store.ts';

type SyncRoster = {
  readonly tenant: Tenant;
  readonly upload: RosterUpload;
  /** Makes the idempotency key once the contents are known; undefined when the request has none. */
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

/** What a roster would change, and as of when. */
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
