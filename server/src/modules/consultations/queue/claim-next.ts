import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { cappedUntil } from '#lib/calling/call-caps';
import { mayCall, type CallWindow } from '#lib/calling/calling-hours';
import { addSeconds } from '#lib/time/dates';
import { nameSubject } from '#modules/ledger';
import { listPresentStaff, listUnspokenLanguages } from '#modules/staff';
import { lockNames, transact } from '#platform/db';
import { decryptContact } from '../contacts/contact-records.ts';
import { suppressRow } from '../contacts/store.ts';
import { listWindows, type WindowRow } from '../contacts/window-store.ts';
import { toBoardRow } from '../lifecycle/lifecycle.ts';
import {
  callbackReservedS,
  capsIn,
  languageReservedS,
  leaseS,
  localTimes,
  phoneName,
  unknownLocation,
} from '../rules.ts';
import type { QueueRow } from '../store.ts';
import { explainNobody } from './queue.ts';
import { findBusyCaller } from './find-busy-caller.ts';
import { findHindrance } from './find-hindrance.ts';
import { findNumber, isSuppressed, offerNumber, type CalledNumber, type Offer } from './queue-numbers.ts';
import { explainChoice, speaks } from './rules.ts';
import type { NextCall } from './schemas.ts';
import {
  awaitSweep,
  beginSweep,
  claimRow,
  lockFirstFree,
  lockOwnLease,
  pauseRow,
  promoteDue,
  type HeadsQuery,
  type Reserved,
  type Unspoken,
} from './store.ts';

/** Rows per window: more than the callers who ask at the same moment. The larger number is for the case that there are more. */
const [heads, manyHeads] = [25, 200];
/** Consultations in a row that turn out not to be callable; their locks are released before more are checked. */
const lookedAtMost = 50;

type Callable = { readonly row: QueueRow; readonly number: CalledNumber | undefined };

/** Leases the next consultation to the caller for five minutes. Otherwise returns why there is none, and when there will be one. */
export async function claimNext(ctx: Ctx): Promise<NextCall> {
  const actor = requireStaff(ctx.actor);
  // Each round takes rows out of the queue permanently or skips numbers, so the number of rounds is bounded.
  const passed: Buffer[] = [];
  for (;;) {
    const next = await transact(ctx, async (tx): Promise<NextCall | undefined> => {
      // Concurrent requests of one caller wait here: the second gets what the first was given.
      lockNames(tx.db, [`queue/staff/${actor.staffId}`]);
      const [leased, windows, reserved, unspoken] = await Promise.all([
        findLeased(tx, actor.staffId),
        listWindows(tx.db),
        findReserved(tx, actor.staffId),
        findUnspoken(tx, actor.staffId),
      ]);
      const found = leased ?? (await findCallable(tx, { windows, reserved, unspoken, passed }));
      if (found === 'too many') return undefined;
      if (found === undefined) return explainNobody(tx, windows);
      nameSubject(actor, found.row.id);
      return lease(tx, found, windows);
    });
    if (next !== undefined) return next;
  }
}

function lease(tx: Tx, { row, number }: Callable, windows: readonly WindowRow[]): NextCall {
  const { staffId } = requireStaff(tx.actor);
  const now = tx.clock.now();
  const until = addSeconds(now, leaseS);
  const leased = row.lease_staff_id === staffId && row.lease_until !== null && row.lease_until > now;
  const window = windows.find(({ key }) => key === row.window_key) ?? unknownLocation;
  claimRow(tx.db, { id: row.id, staffId, now: (leased ? row.lease_since : undefined) ?? now, until });
  return toNextCall(tx, row, { window, until, leased, offer: offerNumber(tx, { row, number, window }) });
}

/**
 * The caller's current lease. It ends if the customer is now on the do-not-contact list or another caller has called
 * the number in the meantime.
 */
async function findLeased(tx: Tx, staffId: string): Promise<Callable | undefined> {
  const now = tx.clock.now();
  for (;;) {
    const row = await lockOwnLease(tx.db, staffId, now);
    if (row === undefined) return undefined;
    if (await isSuppressed(tx, row)) {
      suppressRow(tx.db, row.id, now);
      continue;
    }
    const number = await findNumber(tx, row);
    const elsewhere = number && (await findBusyCaller(tx, row, number));
    if (elsewhere === undefined) return { row, number };
    pauseRow(tx.db, row.id, elsewhere.until);
  }
}

/** A promised call is left to the caller who promised it while they are present, until it is late. */
async function findReserved(tx: Tx, staffId: string): Promise<Reserved> {
  const staffIds = (await listPresentStaff(tx)).filter((id) => id !== staffId);
  return { staffIds, since: addSeconds(tx.clock.now(), -callbackReservedS) };
}

/** Spanish-speaking customers are left to callers who speak Spanish, while the team has one, until they have waited too long. */
const findUnspoken = async (tx: Tx, staffId: string): Promise<Unspoken> => ({
  languages: await listUnspokenLanguages(tx, staffId),
  since: addSeconds(tx.clock.now(), -languageReservedS),
});

type Search = {
  readonly windows: readonly WindowRow[];
  readonly reserved: Reserved;
  readonly unspoken: Unspoken;
  readonly passed: Buffer[];
};

async function findCallable(tx: Tx, search: Search): Promise<Callable | 'too many' | undefined> {
  const { windows, reserved, unspoken, passed } = search;
  const now = tx.clock.now();
  const open = windows
    .filter((window) => mayCall(tx.config.callingHours, window, now))
    .map((window) => ({ key: window.key, caps: capsIn(tx.config, window) }));
  if (open.length === 0) return undefined;
  for (let looked = 0; looked < lookedAtMost; looked += 1) {
    const row = await lockFirst(tx, { windows: open, now, passed, reserved, unspoken });
    if (row === undefined) return undefined;
    const { hindrance, number } = await findHindrance(tx, row);
    if (hindrance === undefined && !isCapped(tx, { row, number }, windows)) return { row, number };
    if (hindrance?.kind === 'suppressed') suppressRow(tx.db, row.id, now);
    else passed.push(...tx.vault.fingerprints(phoneName(decryptContact(tx, row).phone ?? '')));
  }
  return 'too many';
}

/** Checks only a number counted under another key until now; the statement already skips the others. */
function isCapped(tx: Tx, { row, number }: Callable, windows: readonly WindowRow[]): boolean {
  const window = windows.find(({ key }) => key === row.window_key) ?? unknownLocation;
  return cappedUntil(number?.attempts ?? [], capsIn(tx.config, window), tx.clock.now()) !== undefined;
}

/** Before reporting an empty queue: other callers or a running sweep may have its first rows locked. */
async function lockFirst(tx: Tx, query: Omit<HeadsQuery, 'heads'>): Promise<QueueRow | undefined> {
  const row = await lockFirstFree(tx.db, { ...query, heads });
  if (row !== undefined) return row;
  awaitSweep(tx.db);
  return lockFirstFree(tx.db, { ...query, heads: manyHeads });
}

type Claimed = {
  readonly window: CallWindow;
  readonly until: Date;
  readonly leased: boolean;
  readonly offer: Offer;
};

/** A claimed consultation as its caller sees it: the number, the reason, and the customer's local time. */
export function toNextCall(tx: Tx, row: QueueRow, { window, until, leased, offer }: Claimed): NextCall {
  const now = tx.clock.now();
  const rules = tx.config.callingHours;
  const position = {
    rank: row.rank,
    openedAt: row.opened_at,
    attempts: row.attempts,
    lastCallAt: row.last_call_at ?? undefined,
    callbackAt: row.callback_at ?? undefined,
  };
  return {
    none: false,
    consultation: toBoardRow(row),
    // A number shown while calls are forbidden would be dialed anyway.
    phone: offer.phone,
    why: [
      ...(leased ? ['You have this case in hand already.'] : []),
      ...speaks(row.language),
      ...explainChoice(position, { now, window, rules }),
    ],
    attempts: row.attempts,
    callback_at: row.callback_at?.toISOString() ?? null,
    lease_until: until.toISOString(),
    local_time: localTimes(window, now)
      .map(({ text, zone }) => `${text} ${zone}`)
      .join(', '),
    rule_version: rules.version,
    may_call: offer.phone !== null,
    opens_at: offer.opensAt?.toISOString() ?? null,
    reason: offer.reason,
  };
}

/** Returns consultations to their position in the queue when their pause or lease is over; returns how many. */
export function promoteConsultations(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    beginSweep(tx.db);
    return (await promoteDue(tx.db, tx.clock.now(), limit)).length;
  });
}
