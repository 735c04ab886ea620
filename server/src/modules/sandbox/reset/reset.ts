import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { forgetTestCustomers } from '#modules/customers';
import { stopReferralFiles, stopRosterFiles } from '#modules/partner-files';
import { transact } from '#platform/db';
import { resetNotConfirmed, sandboxResetting } from '../errors.ts';
import type { SandboxTenant } from '../rules.ts';
import { resetPhrase, type ResetCounts, type ResetView } from '../schemas.ts';
import {
  deleteConsultations,
  deleteEnrollments,
  deleteIdempotencyKeys,
  deleteMessages,
  deleteReferrals,
  deleteRosterSyncs,
  lockRemovableEnrollments,
  lockRemovableReferrals,
  type Removal,
} from './removal-store.ts';
import {
  claimReset,
  countTestRows,
  findLatestReset,
  findOpenReset,
  insertReset,
  updateReset,
  type Reset,
} from './store.ts';

/** One batch of each kind; each returns how many it removed. An object is removed with all its data, or stays whole. */
const removals: Readonly<Record<keyof ResetCounts, (tx: Tx, removal: Removal) => Promise<number>>> = {
  messages: (tx, removal) => deleteMessages(tx.db, removal),
  async referrals(tx, removal) {
    const rows = await lockRemovableReferrals(tx.db, removal);
    const consultationIds = rows.flatMap((row) => row.consultationIds);
    const contacts = rows.map(({ email, phone }) => ({
      email: email ?? undefined,
      phone: phone ?? undefined,
      testOf: removal.institutionId,
    }));
    await forgetTestCustomers(tx, { consultationIds, contacts });
    deleteConsultations(tx.db, consultationIds);
    deleteReferrals(
      tx.db,
      removal.institutionId,
      rows.map(({ id }) => id),
    );
    return rows.length;
  },
  async enrollments(tx, removal) {
    const rows = await lockRemovableEnrollments(tx.db, removal);
    deleteConsultations(
      tx.db,
      rows.flatMap(({ consultationIds }) => consultationIds),
    );
    deleteEnrollments(
      tx.db,
      removal.institutionId,
      rows.map(({ id }) => id),
    );
    return rows.length;
  },
  roster_syncs: (tx, removal) => deleteRosterSyncs(tx.db, removal),
  idempotency_keys: (tx, removal) => deleteIdempotencyKeys(tx.db, removal),
};

const kinds = Object.keys(removals) as (keyof ResetCounts)[];

type ContinueResets = { readonly limit: number; readonly except: readonly string[] };

/**
 * Removes the next batch of the oldest running reset, and ends the reset once nothing is left. Returns how much it removed. If a legal hold
 * is on the institution itself, everything stays.
 */
export function continueResets(ctx: Ctx, { limit, except }: ContinueResets): Promise<number> {
  return transact(ctx, async (tx) => {
    const reset = await claimReset(tx.db);
    if (reset === undefined) return 0;
    const held = except.includes(reset.institutionId);
    const done = held ? undefined : await removeBatch(tx, reset, { limit, except });
    if (done === undefined) {
      await finish(tx, reset);
      return limit;
    }
    const removed = { ...reset.removed, [done.kind]: (reset.removed[done.kind] ?? 0) + done.count };
    updateReset(tx.db, reset, { removed, finishedAt: null, kept: null });
    return limit;
  });
}

/** From the first kind that has rows left. */
async function removeBatch(tx: Tx, { institutionId, askedAt }: Reset, { limit, except }: ContinueResets) {
  for (const kind of kinds) {
    const count = await removals[kind](tx, { institutionId, before: askedAt, except, limit });
    if (count > 0) return { kind, count };
  }
  return undefined;
}

async function finish(tx: Tx, reset: Reset): Promise<void> {
  const left = await countTestRows(tx.db, reset.institutionId, reset.askedAt);
  const kept = left.referrals + left.enrollments;
  updateReset(tx.db, reset, { removed: reset.removed, finishedAt: tx.clock.now(), kept });
}

/** A sandbox's latest reset, with its progress. */
export async function findReset(ctx: Ctx, { institutionId }: SandboxTenant): Promise<ResetView | undefined> {
  const reset = await findLatestReset(ctx.db, institutionId);
  return reset && toResetView(reset);
}

/** Removes test cases with their rows in other tables. Live cases are never touched. */
export const removeTestCases = (tx: Tx, consultationIds: readonly string[]): void =>
  deleteConsultations(tx.db, consultationIds);

type RequestReset = { readonly confirm: string; readonly userId: string };

/**
 * Requests that a worker empty the sandbox. A repeated request during a reset returns the same reset. Files being imported into the sandbox
 * are stopped, so that none refills it.
 */
export async function requestReset(
  ctx: Ctx,
  { institutionId }: SandboxTenant,
  { confirm, userId }: RequestReset,
): Promise<ResetView> {
  if (confirm.trim().toLowerCase() !== resetPhrase) throw resetNotConfirmed(resetPhrase);
  return transact(ctx, async (tx) => {
    const askedAt = tx.clock.now();
    const found = await countTestRows(tx.db, institutionId, askedAt);
    const tenant = { institutionId, livemode: false };
    stopRosterFiles(tx, tenant, 'sandbox_reset');
    stopReferralFiles(tx, tenant, 'sandbox_reset');
    insertReset(tx.db, { institutionId, id: newId('rst', askedAt), askedBy: userId, askedAt, found });
    const reset = await findLatestReset(tx.db, institutionId);
    if (reset === undefined) throw new Error('the reset was not stored');
    return toResetView(reset);
  });
}

/** Throws while the sandbox is being emptied, so that nothing is created or changed in it. */
export async function requireNoReset(ctx: Ctx, { institutionId }: Pick<SandboxTenant, 'institutionId'>): Promise<void> {
  if ((await findOpenReset(ctx.db, institutionId)) !== undefined) throw sandboxResetting();
}

const none: ResetCounts = { messages: 0, referrals: 0, enrollments: 0, roster_syncs: 0, idempotency_keys: 0 };

const toResetView = ({ id, askedAt, finishedAt, found, removed, kept }: Reset): ResetView => ({
  id,
  object: 'sandbox.reset',
  status: finishedAt === null ? 'running' : 'finished',
  asked_at: askedAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
  found: { ...none, ...found },
  removed: { ...none, ...removed },
  kept,
});

type Route = Pick<RouteOptions, 'method' | 'url'> & { readonly config?: FastifyContextConfig | undefined };

/** Fails for a writing route that does not declare whether it is refused during a reset. */
export function requireDuringReset({ method, url, config }: Route): void {
  const writes = [method].flat().some((each) => !['GET', 'HEAD', 'OPTIONS'].includes(each));
  if (writes && config?.operation !== undefined && config.duringReset === undefined)
    throw new Error(`${url} writes and does not say what it does during a reset`);
}
