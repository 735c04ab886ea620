import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { consultationClosed } from '../errors.ts';
import type { LockedConsultation } from '../facts.ts';
import { getConsultation, lockConsultation } from '../lifecycle/lifecycle.ts';
import type { Consultation } from '../schemas.ts';
import { closeIfSettled } from './close-if-settled.ts';
import { closeLocked, type LockedForClosing } from './close-locked.ts';
import type { ClosingSources } from './facts.ts';
import { askedDays, mayReopen, quietDays, settledDays, type CloseReason } from './rules.ts';
import type { ClosingView } from './schemas.ts';
import {
  closingAad,
  findClosingFacts,
  insertClosing,
  listClosingRows,
  listQuiet,
  listToClose,
  updateActive,
  updateCloseCheck,
  updateReopened,
  type Candidate,
} from './store.ts';
import { AppError } from '#platform/errors';

/** `code` is for programs; staff read the sentence. */
const refused = (code: string, message: string) => new AppError(code, message, { status: 409 });

const moneyOpen = () =>
  refused('money_open', 'A card hold stands or is being charged or released. Capture or release it first.');

const closingHindered = (reason: string) => refused('invalid_state', reason);

/** Two open cases about one vehicle would be two prices for its owner. */
const anotherIsOpen = (other: { readonly id: string; readonly number: string }) =>
  new AppError('invalid_state', `The owner has another open case about this vehicle: ${other.number}.`, {
    status: 409,
    details: { consultation_id: other.id },
  });

const notClosed = () => refused('invalid_state', 'This case is open.');

const notReopened = () =>
  refused('invalid_state', 'The owner said no, it expired or it was canceled: such a case is not opened again.');

type CloseConsultation = {
  readonly id: string;
  readonly reason: CloseReason;
  readonly note: string | undefined;
  readonly sources: ClosingSources;
};

/** Closes a case by hand, with a reason. Refused while money is held or moving, and before its customer has answered. */
export async function closeConsultation(ctx: Ctx, input: CloseConsultation): Promise<Consultation> {
  const { staffId } = requireStaff(ctx.actor);
  const { id, reason, note, sources } = input;
  const { source, source_id: sourceId, closed_at: closedAt } = await getConsultation(ctx, id);
  if (closedAt !== null) throw consultationClosed();
  await transact(ctx, (tx) =>
    closeLocked(tx, { id, source, sourceId, sources }, (facts) => {
      if (facts.locked.closedAt !== undefined) throw consultationClosed();
      if (facts.source.hindrance !== undefined) throw closingHindered(facts.source.hindrance);
      if (facts.money.open) throw moneyOpen();
      return { reason, note, by: staffId };
    }),
  );
  return getConsultation(ctx, id);
}

type Closing = {
  close(one: Candidate): Promise<void>;
  /** Has a case that failed looked at again later, after the others. */
  later(tx: Tx, one: Candidate): void;
};

/** Closes one case after the other; one that fails stops none of them. Returns how many were looked at. */
async function closeEach(ctx: Ctx, cases: readonly Candidate[], { close, later }: Closing): Promise<number> {
  for (const one of cases) {
    try {
      await close(one);
    } catch (error) {
      // Its kind alone: a message may have quoted what was read.
      ctx.log.error(
        { case: one.id, kind: error instanceof Error ? error.name : 'unknown' },
        'consultations.not-closed',
      );
      await transact(ctx, async (tx) => later(tx, one));
    }
  }
  return cases.length;
}

type CaseToErase = {
  readonly id: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
};

/** Closes a case whose customer is to be forgotten, answered or not. Refused while money is held or moving. */
export const closeForErasure = (tx: Tx, one: CaseToErase, sources: ClosingSources): Promise<boolean> =>
  closeLocked(tx, { ...one, sources }, ({ locked, money }) => {
    if (locked.closedAt !== undefined) return undefined;
    if (money.open) throw moneyOpen();
    return { reason: 'other' };
  });

/** Closes a case that never settled and to which nothing has happened for three months. */
export async function closeIfQuiet(ctx: Ctx, sources: ClosingSources, one: Candidate): Promise<void> {
  const { id, source_id: sourceId } = one;
  const before = addDays(ctx.clock.now(), -(quietDays + askedDays));
  // Read outside the transaction: what other modules know is old by months or new by seconds.
  const seen = await sources.lastActivity(ctx, id);
  const source = one.source as LockedConsultation['source'];
  await transact(ctx, (tx) =>
    closeLocked(tx, { id, source, sourceId, sources }, (facts) => decide(tx, { id, before, seen }, facts)),
  );
}

type Quiet = { readonly id: string; readonly before: Date; readonly seen: Date | undefined };

async function decide(tx: Tx, { id, before, seen }: Quiet, { locked, money, source }: LockedForClosing) {
  const facts = await findClosingFacts(tx.db, id);
  if (locked.closedAt !== undefined || facts === undefined || facts.settled_at !== null) return undefined;
  if (facts.quiet_since > before) return undefined;
  const moved = money.open ? tx.clock.now() : seen;
  // What waits for its customer's answer ends by its own time.
  const later = source.hindrance === undefined ? moved : tx.clock.now();
  if (later !== undefined && later > before) {
    updateActive(tx.db, id, later);
    return undefined;
  }
  return { reason: 'no_answer' };
}

/** Closes cases that never settled and to which nothing has happened for three months. Returns how many were looked at. */
export async function closeQuiet(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const before = addDays(ctx.clock.now(), -(quietDays + askedDays));
  const quiet = await listQuiet(ctx.db, before, limit);
  return closeEach(ctx, quiet, {
    close: (one) => closeIfQuiet(ctx, sources, one),
    later: (tx, { id }) => updateActive(tx.db, id, quietAgain(before)),
  });
}

/** Just enough that it is looked at again in a day. */
const quietAgain = (before: Date): Date => addDays(before, 1);

/** Long enough that a case that always fails is in nobody's way. */
const retryHours = 1;

/**
 * Closes settled cases whose money is done or whose fourteen days are over; the others are looked at again later.
 * Returns how many were looked at.
 */
export async function closeSettled(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const due = await listToClose(ctx.db, ctx.clock.now(), limit);
  return closeEach(ctx, due, {
    close: (one) => closeIfSettled(ctx, sources, one),
    later: (tx, { id }) => updateCloseCheck(tx.db, id, addHours(tx.clock.now(), retryHours)),
  });
}

/** Why and by whom a case was closed or opened again, and when it closes by itself. */
export async function getClosing(ctx: Ctx, id: string): Promise<ClosingView> {
  const [facts, history] = await Promise.all([findClosingFacts(ctx.db, id), listClosingRows(ctx.db, id)]);
  const now = ctx.clock.now();
  const quietSince = facts?.quiet_since ?? now;
  const settledAt = facts?.settled_at ?? undefined;
  const reopenedAt = facts?.reopened_at ?? undefined;
  const since = settledAt !== undefined && reopenedAt !== undefined && reopenedAt > settledAt ? reopenedAt : settledAt;
  const closesAt = since === undefined ? addDays(quietSince, quietDays + askedDays) : addDays(since, settledDays);
  return {
    reason: facts?.closed_reason ?? null,
    may_reopen: mayReopen(facts?.closed_reason ?? null),
    quiet_since: quietSince.toISOString(),
    to_ask: settledAt === undefined && addDays(quietSince, quietDays) <= now,
    closes_at: closesAt.toISOString(),
    history: history.map(({ id, action, reason, encrypted_note: sealed, staff_id, at }) => {
      const words = sealed === null ? null : ctx.vault.decrypt(sealed, closingAad(id));
      const said = reason === null ? { reason: words ?? '', note: null } : { reason, note: words };
      return { action, ...said, staff_id, at: at.toISOString() };
    }),
  };
}

type ReopenConsultation = { readonly id: string; readonly reason: string; readonly sources: ClosingSources };

/**
 * Opens a closed case again, with the reason in words. What was published stays: a referral that is closed and a
 * redemption that is completed do not go back. Refused while its owner has another open case about the same vehicle.
 */
export async function reopenConsultation(ctx: Ctx, { id, reason, sources }: ReopenConsultation): Promise<Consultation> {
  const { staffId } = requireStaff(ctx.actor);
  const { source, source_id: sourceId } = await getConsultation(ctx, id);
  await transact(ctx, async (tx) => {
    const payments = await sources.lockMoney(tx, id);
    const origin = await sources.sources[source](tx, sourceId);
    const locked = await lockConsultation(tx, id);
    if (locked.closedAt === undefined) throw notClosed();
    const facts = await findClosingFacts(tx.db, id);
    if (!mayReopen(facts?.closed_reason ?? null)) throw notReopened();
    const otherId = await origin.resume();
    if (otherId !== undefined) throw anotherIsOpen(await getConsultation(tx, otherId));
    const now = tx.clock.now();
    updateReopened(tx.db, id, now);
    const closingId = newId('clo', now);
    insertClosing(tx.db, {
      id: closingId,
      consultation_id: id,
      action: 'reopened',
      reason: null,
      encrypted_note: tx.vault.encrypt(reason, closingAad(closingId)),
      staff_id: staffId,
      at: now,
    });
    payments.resume();
  });
  return getConsultation(ctx, id);
}
