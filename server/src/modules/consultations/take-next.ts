import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { mayCall, nextOpening } from '#lib/calling-hours';
import { addSeconds } from '#lib/dates';
import { nameSubject } from '#modules/audit';
import { listSpared } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import type { NextCall } from './queue-schemas.ts';
import {
  awaitSweep,
  claimRow,
  findBusyPhone,
  listOutlook,
  listWindows,
  lockFirstFree,
  lockOwnLease,
  pauseRow,
  spareRow,
  tryLockPhone,
  type HeadsQuery,
  type QueueRow,
  type WindowRow,
} from './queue-store.ts';
import { leaseS, phoneBusyS, phoneGuardS, phoneLock, phoneName } from './rules.ts';
import { openContact } from './sealed-contact.ts';
import { toNextCall, toNobody } from './to-next-call.ts';

/** More than there are people who press next at the same moment. */
const heads = 100;
/** Cases in a row that turn out to be nobody's to call; beyond it something else is wrong. */
const lookedAtMost = 50;

/** The right case for whoever asks, theirs for five minutes; or why there is none, and when there will be. */
export async function takeNext(ctx: Ctx): Promise<NextCall> {
  const actor = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    // Pressed twice, it waits here: the second finds what the first was given.
    lockNames(tx.db, [`queue/staff/${actor.staffId}`]);
    const [held, windows] = await Promise.all([findInHand(tx, actor.staffId), listWindows(tx.db)]);
    const row = held ?? (await findCallable(tx, windows));
    if (row === undefined) return nobody(tx, windows);
    const until = addSeconds(now, leaseS);
    nameSubject(actor, row.id);
    claimRow(tx.db, { id: row.id, staffId: actor.staffId, now: held?.lease_since ?? now, until });
    const window = windows.find(({ key }) => key === row.window_key);
    return toNextCall(tx, row, { window, until, held: held !== undefined });
  });
}

/** The case that they have already, unless its owner has asked for silence since, or has a number now that others call. */
async function findInHand(tx: Tx, staffId: string): Promise<QueueRow | undefined> {
  const now = tx.clock.now();
  const held = await lockOwnLease(tx.db, staffId, now);
  if (held === undefined) return undefined;
  if (await isSpared(tx, held)) {
    spareRow(tx.db, held.id, now);
    return undefined;
  }
  const elsewhere = await findCaller(tx, held);
  if (elsewhere === undefined) return held;
  pauseRow(tx.db, held.id, elsewhere.until);
  return undefined;
}

/** Whoever has another case of the same number in hand, or called it within the hour. */
async function findCaller(tx: Tx, row: QueueRow): Promise<CalledElsewhere | undefined> {
  const { phone } = openContact(tx, row);
  if (phone === undefined) return undefined;
  const { id, test } = row;
  const now = tx.clock.now();
  const hashes = tx.vault.fingerprints(phoneName(phone));
  const busy = await findBusyPhone(tx.db, { hashes, id, test, now, calledSince: addSeconds(now, -phoneGuardS) });
  if (busy === undefined) return undefined;
  if (busy.lease_until !== null && busy.lease_until > now)
    return { kind: 'claimed', until: busy.lease_until, staffId: busy.lease_staff_id ?? undefined };
  return { kind: 'called', until: addSeconds(busy.last_call_at ?? now, phoneGuardS) };
}

async function isSpared(tx: Tx, row: QueueRow): Promise<boolean> {
  return (await listSpared(tx, [openContact(tx, row)])).includes(true);
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
    if (hindrance.kind === 'spared') spareRow(tx.db, row.id, now);
    else pauseRow(tx.db, row.id, hindrance.until);
  }
  return undefined;
}

/** Before anybody is told that there is nobody: a sweep may have had all cases in hand. */
function lookAfterSweep(tx: Tx, query: HeadsQuery): Promise<QueueRow | undefined> {
  awaitSweep(tx.db);
  return lockFirstFree(tx.db, query);
}

export type Hindrance = { readonly kind: 'spared' } | CalledElsewhere;

type CalledElsewhere =
  | { readonly kind: 'claimed'; readonly until: Date; readonly staffId: string | undefined }
  | { readonly kind: 'called'; readonly until: Date };

/** Why this number must not be called now although its case could be. The number is held until the transaction ends. */
export async function findHindrance(tx: Tx, row: QueueRow): Promise<Hindrance | undefined> {
  const now = tx.clock.now();
  if (await isSpared(tx, row)) return { kind: 'spared' };
  const { phone } = openContact(tx, row);
  if (phone === undefined) return undefined;
  if (!(await tryLockPhone(tx.db, phoneLock(phone, row.test))))
    return { kind: 'claimed', until: addSeconds(now, phoneBusyS), staffId: undefined };
  return findCaller(tx, row);
}

/** Nobody can be called now: since nobody waits, since it is too early or too late where they are, or both. */
async function nobody(tx: Tx, windows: readonly WindowRow[]): Promise<NextCall> {
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
  return toNobody(tx, { opensAt, reason });
}
