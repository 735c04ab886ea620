import type { Ctx, Tx } from '#context';
import { forgetTestCustomers } from '#modules/customers';
import { transact } from '#platform/db';
import type { ResetCounts } from '../schemas.ts';
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
import { claimReset, countTestRows, updateReset, type Reset } from './store.ts';

/** One batch of each kind; each returns how many it removed. An object goes with everything about it, or stays whole. */
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
 * Removes the next batch of the oldest reset that runs, and ends it once nothing is left; returns how much it did. What the
 * institution itself is held for stays as a whole.
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

/** Of the first kind that has something left. */
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
