import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { mayCall, nextOpening } from '#lib/calling/calling-hours';
import { addSeconds } from '#lib/time/dates';
import { nameSubject } from '#modules/audit';
import { lockNames, transact } from '#platform/db';
import { suppressRow } from '../contacts/store.ts';
import { findBusyCaller } from './find-busy-caller.ts';
import { findHindrance } from './find-hindrance.ts';
import { isSuppressed } from './is-suppressed.ts';
import type { NextCall } from './schemas.ts';
import { awaitSweep, claimRow, type HeadsQuery, listOutlook, lockFirstFree, lockOwnLease, pauseRow } from './store.ts';
import { leaseS } from '../rules.ts';
import type { QueueRow } from '../store.ts';
import { toNextCall } from './to-next-call.ts';
import { toNoNextCall } from './to-no-next-call.ts';
import { listWindows, type WindowRow } from '../contacts/window-store.ts';

/** More than there are callers who press next at the same moment. */
const heads = 100;
/** Consultations in a row that turn out not to be callable; more than this means that something else is wrong. */
const lookedAtMost = 50;

/** Leases the next consultation to the caller for five minutes; or says why there is none, and when there will be. */
export async function claimNext(ctx: Ctx): Promise<NextCall> {
  const actor = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Concurrent requests of one caller wait here: the second gets what the first was given.
    lockNames(tx.db, [`queue/staff/${actor.staffId}`]);
    const [leased, windows] = await Promise.all([findLeased(tx, actor.staffId), listWindows(tx.db)]);
    const row = leased ?? (await findCallable(tx, windows));
    if (row === undefined) return explainNobody(tx, windows);
    const until = addSeconds(now, leaseS);
    nameSubject(actor, row.id);
    claimRow(tx.db, { id: row.id, staffId: actor.staffId, now: leased?.lease_since ?? now, until });
    const window = windows.find(({ key }) => key === row.window_key);
    return toNextCall(tx, row, { window, until, leased: leased !== undefined });
  });
}

/**
 * The caller's present lease, unless its customer went on the do-not-contact list, or now has a number that others
 * call.
 */
async function findLeased(tx: Tx, staffId: string): Promise<QueueRow | undefined> {
  const now = tx.clock.now();
  const leased = await lockOwnLease(tx.db, staffId, now);
  if (leased === undefined) return undefined;
  if (await isSuppressed(tx, leased)) {
    suppressRow(tx.db, leased.id, now);
    return undefined;
  }
  const elsewhere = await findBusyCaller(tx, leased);
  if (elsewhere === undefined) return leased;
  pauseRow(tx.db, leased.id, elsewhere.until);
  return undefined;
}

async function findCallable(tx: Tx, windows: readonly WindowRow[]): Promise<QueueRow | undefined> {
  const now = tx.clock.now();
  const open = windows.filter((window) => mayCall(tx.config.callingHours, window, now)).map(({ key }) => key);
  for (let looked = 0; open.length > 0 && looked < lookedAtMost; looked += 1) {
    const query = { keys: open, now, heads };
    const row = (await lockFirstFree(tx.db, query)) ?? (looked === 0 ? await lookAfterSweep(tx, query) : undefined);
    if (row === undefined) return undefined;
    const hindrance = await findHindrance(tx, row);
    if (hindrance === undefined) return row;
    if (hindrance.kind === 'suppressed') suppressRow(tx.db, row.id, now);
    else pauseRow(tx.db, row.id, hindrance.until);
  }
  return undefined;
}

/** Before reporting an empty queue: a running sweep may have all consultations locked. */
function lookAfterSweep(tx: Tx, query: HeadsQuery): Promise<QueueRow | undefined> {
  awaitSweep(tx.db);
  return lockFirstFree(tx.db, query);
}

/** Why nobody can be called now: nobody waits, no call is due yet, or it is outside calling hours where they are. */
async function explainNobody(tx: Tx, windows: readonly WindowRow[]): Promise<NextCall> {
  const now = tx.clock.now();
  const rules = tx.config.callingHours;
  const outlook = await listOutlook(tx.db, now);
  const openings = outlook.flatMap(({ window_key: key, ready, due_at: dueAt }) => {
    const window = windows.find((one) => one.key === key);
    const from = ready ? now : dueAt;
    const opens = window && from && nextOpening(rules, window, from > now ? from : now);
    return opens === undefined || opens === null ? [] : [opens];
  });
  const opensAt = openings.toSorted((a, b) => a.getTime() - b.getTime())[0];
  const waits = outlook.some(({ ready }) => ready);
  const reason = outlook.length === 0 ? 'nobody_waits' : waits ? 'outside_calling_hours' : 'not_yet_due';
  return toNoNextCall(tx, { opensAt, reason });
}
