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

const moneyOpen = () => refused('money_open', 'A card hold is active or being processed. Capture or release it first.');

const closingHindered = (reason: string) => refused('invalid_state', reason);

/** Two open cases about one vehicle would give its owner two prices. */
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

/** Closes a case manually, with a reason. Refused while money is held or moving, and before its customer has answered. */
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
  /** Schedules a failed case to be checked again later, after the others. */
  later(tx: Tx, one: Candidate): void;
};

/** Closes cases one by one; a failure does not stop the others. Returns how many were checked. */
async function closeEach(ctx: Ctx, cases: readonly Candidate[], { close, later }: Closing): Promise<number> {
  for (const one of cases) {
    try {
      await close(one);
    } catch (error) {
      // Logs only the kind of error, because its message may quote stored data.
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

/** Closes a case whose customer is to be erased, answered or not. Refused while money is held or moving. */
export const closeForErasure = (tx: Tx, one: CaseToErase, sources: ClosingSources): Promise<boolean> =>
  closeLocked(tx, { ...one, sources }, ({ locked, money }) => {
    if (locked.closedAt !== undefined) return undefined;
    if (money.open) throw moneyOpen();
    return { reason: 'other' };
  });

/** Closes a case that never settled and has had no activity for three months. */
export async function closeIfQuiet(ctx: Ctx, sources: ClosingSources, one: Candidate): Promise<void> {
  const { id, source_id: sourceId } = one;
  const before = addDays(ctx.clock.now(), -(quietDays + askedDays));
  // Read outside the transaction: what other modules return is either months old or seconds new.
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
  // A case that waits for its customer's answer expires on its own schedule.
  const later = source.hindrance === undefined ? moved : tx.clock.now();
  if (later !== undefined && later > before) {
    updateActive(tx.db, id, later);
    return undefined;
  }
  return { reason: 'no_answer' };
}

/** Closes cases that never settled and have had no activity for three months. Returns how many were checked. */
export async function closeQuiet(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const before = addDays(ctx.clock.now(), -(quietDays + askedDays));
  const quiet = await listQuiet(ctx.db, before, limit);
  return closeEach(ctx, quiet, {
    close: (one) => closeIfQuiet(ctx, sources, one),
    later: (tx, { id }) => updateActive(tx.db, id, quietAgain(before)),
  });
}

/** Moves the date just enough that the case is checked again in a day. */
const quietAgain = (before: Date): Date => addDays(before, 1);

/** Long enough that a case that always fails does not hold up the others. */
const retryHours = 1;

/**
 * Closes settled cases whose money is done or whose fourteen days are over; the others are checked again later.
 * Returns how many were checked.
 */
export async function closeSettled(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const due = await listToClose(ctx.db, ctx.clock.now(), limit);
  return closeEach(ctx, due, {
    close: (one) => closeIfSettled(ctx, sources, one),
    later: (tx, { id }) => updateCloseCheck(tx.db, id, addHours(tx.clock.now(), retryHours)),
  });
}

/** Why a case was closed or reopened and by which staff member, and when it will close automatically. */
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
 * Reopens a closed case, with a written reason. Published events stand: a closed referral and a completed redemption
 * do not go back. Refused while its owner has another open case about the same vehicle.
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
