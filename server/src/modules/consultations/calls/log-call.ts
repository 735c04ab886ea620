import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import { contactVersion, hasContactVersion, type Contacts } from '#lib/text/contacts';
import { formatPhone } from '#lib/text/phone';
import { newId } from '#lib/tokens/ids';
import { recordConsent } from '#modules/ledger';
import {
  composeContent,
  messagePurposes,
  messageTemplates,
  withdrawMessages,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import { assignUnowned } from '../assignees/assignees.ts';
import { decryptContact, listContacts } from '../contacts/contact-records.ts';
import { consultationNotFound, callbackOutOfHours, callbackRefused } from '../errors.ts';
import { getConsultation, markProven } from '../lifecycle/lifecycle.ts';
import { recordAttempt } from '../number-store.ts';
import { callbackPauseS, pausesS, reachedPauseS, callbackDays } from '../rules.ts';
import { callAad } from '../store.ts';
import { answerOf, localTimeText, reachedNobody, windowOf, type CallOutcome } from './rules.ts';
import { insertCall, lockCalled, noteAfterEndRow, requeueRow, type CalledRow } from './store.ts';
import { type CallWindow, mayCall, nextOpening } from '#lib/calling/calling-hours';
import { addDays } from '#lib/time/dates';

type Asked = {
  readonly outcome: string;
  /** The text as it was sent. */
  readonly text: string | undefined;
  readonly window: CallWindow;
};

/**
 * When the customer wants to be called again. It must be in the future, near enough not to be a typing error, and at
 * a time when a call is allowed wherever the customer may be.
 */
function readCallback(ctx: Pick<Ctx, 'clock' | 'config'>, { outcome, text, window }: Asked): Date | undefined {
  if (text === undefined) return undefined;
  const [at, now] = [new Date(text), ctx.clock.now()];
  if (outcome !== 'callback_requested') throw callbackRefused('belongs to the outcome callback_requested');
  if (at <= now || at > addDays(now, callbackDays))
    throw callbackRefused(`must lie within the next ${callbackDays} days`);
  const rules = ctx.config.callingHours;
  if (!mayCall(rules, window, at)) throw callbackOutOfHours(nextOpening(rules, window, at));
  return at;
}

export type { CallOutcome } from './rules.ts';

type NewCall = {
  readonly consultationId: string;
  /** Other consultations of the customer who was called. */
  readonly tied?: readonly TiedConsultation[];
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
  /** The requested call time as it was sent, with the outcome callback_requested. */
  readonly callbackAt?: string | undefined;
  /** The id of the attempt, made by the page that logs it. */
  readonly attemptId?: string | undefined;
};

type TiedConsultation = {
  readonly id: string;
  /** The outcome decides nothing about it, so it is only not called again right away. */
  readonly pauseOnly: boolean;
  /** Whether it has the same submitter as the consultation that was called. */
  readonly sameSubmitter: boolean;
};

type LoggedCall = { readonly id: string; readonly callbackAt: Date | undefined };

type Applied = NewCall & {
  readonly row: CalledRow;
  readonly id: string;
  readonly promised: Date | undefined;
  /** Undefined for the consultation that was called. */
  readonly tie: (TiedConsultation & { readonly callId: string }) | undefined;
};

/**
 * Records a staff member's call with the calling rules, the customer's local time, and when to call again. A number
 * is dialed once for all consultations of its customer: each of the others gets a row that refers to the first.
 */
export async function logCall(tx: Tx, call: NewCall): Promise<LoggedCall> {
  const { consultationId, tied = [] } = call;
  const rows = await lockCalled(tx.db, [consultationId, ...tied.map(({ id }) => id)]);
  const called = rows.find(({ id }) => id === consultationId);
  if (called === undefined) throw consultationNotFound();
  const asked = { outcome: call.outcome, text: call.callbackAt, window: windowOf(called) };
  const promised = readCallback(tx, asked);
  const id = newId('cal', tx.clock.now());
  apply(tx, { ...call, row: called, id, promised, tie: undefined });
  for (const row of rows) {
    const tie = tied.find((one) => one.id === row.id);
    const own = newId('cal', tx.clock.now());
    if (tie !== undefined && row !== called)
      apply(tx, { ...call, row, id: own, promised, tie: { ...tie, callId: id } });
  }
  const others = tied.filter(({ sameSubmitter }) => !sameSubmitter).map((tie) => tie.id);
  if (call.outcome === 'confirmed')
    prove(
      tx,
      called,
      rows.filter((row) => !others.includes(row.id)),
    );
  // The caller who hears a yes or promises to call back is assigned the case.
  if (answerOf(call.outcome) === 'yes') await assignUnowned(tx, [consultationId]);
  return { id, callbackAt: promised };
}

function apply(tx: Tx, { row, id, outcome, note, promised, tie, attemptId }: Applied): void {
  const { staffId } = requireStaff(tx.actor);
  const now = tx.clock.now();
  const localTime = localTimeText(row, now);
  const ruleVersion = tx.config.callingHours.version;
  const callbackAt = outcome === 'callback_requested' ? (promised ?? null) : null;
  const appliedFrom = tie?.callId ?? null;
  insertCall(tx.db, {
    id,
    consultationId: row.id,
    staffId,
    outcome,
    encryptedNote: note === undefined ? null : tx.vault.encrypt(note, callAad(id)),
    now,
    ruleVersion,
    callbackAt,
    localTime,
    appliedFrom,
    attemptId: tie === undefined ? (attemptId ?? null) : null,
  });
  const answer = tie?.pauseOnly === true ? undefined : answerOf(outcome);
  const noted = { id: row.id, now, counts: reachedNobody(outcome), answer };
  if (row.closed_at !== null) noteAfterEndRow(tx.db, noted);
  else requeueRow(tx.db, { ...noted, pausesS: pausesAfter(outcome, tie), callbackAt, tied: tie !== undefined });
  // A customer who says no on the phone gets none of the messages still waiting. For a customer who wants no contact
  // at all, our caller adds the do-not-contact entry and withdraws the messages, because that list must be locked
  // before messages, as with a concurrent STOP.
  if (answer === 'no' && outcome !== 'do_not_contact') withdrawMessages(tx, [row.id, row.source_id]);
  // One number was dialed, once.
  if (tie === undefined) recordAttempt(tx.db, id, staffId);
  const entry = { contacts: decryptContact(tx, row), subjectId: row.source_id };
  recordConsent(tx, {
    ...entry,
    kind: 'called',
    details: {
      call_id: id,
      outcome,
      staff_id: staffId,
      rule_version: ruleVersion,
      local_time: localTime,
      applied_from: appliedFrom,
    },
  });
  if (answer === undefined || outcome === 'callback_requested') return;
  recordConsent(tx, { ...entry, kind: 'answered', details: { decision: answer, via: 'call', call_id: id } });
}

/** After a yes, the called consultation stays in work. After a wrong number, those that lost it wait for another number. */
function pausesAfter(outcome: CallOutcome, tie: TiedConsultation | undefined): readonly number[] {
  if (reachedNobody(outcome)) return pausesS;
  if (outcome === 'wrong_number' && tie?.pauseOnly !== true) return [];
  if (outcome === 'confirmed' && tie !== undefined) return [];
  return [outcome === 'callback_requested' ? callbackPauseS : reachedPauseS];
}

/**
 * A person was reached at the number and asked about one submission. That does not prove consultations of other
 * submitters, nor an address that only another submission has.
 */
function prove(tx: Tx, called: CalledRow, rows: readonly CalledRow[]): void {
  const { email, phone, test } = decryptContact(tx, called);
  const proven = rows.filter((row) => {
    const other = decryptContact(tx, row).email;
    return row === called || other === undefined || other === email;
  });
  markProven(
    tx,
    proven.map(({ id }) => id),
  );
  for (const { source_id: subjectId } of proven)
    recordConsent(tx, {
      kind: 'proven',
      contacts: { email: undefined, phone, test },
      subjectId,
      details: { by: 'call' },
    });
}

type Confirmed = {
  readonly consultationId: string;
  /** The customer who said yes. The message goes to the email address, or else the number. */
  readonly contacts: Contacts;
};

/** Sent after the customer's yes: who will call, and from which number. Only for customers who can be called. */
export async function composeConfirmed(tx: Tx, { consultationId, contacts }: Confirmed): Promise<NewMessage[]> {
  const [current] = await listContacts(tx, [consultationId]);
  const test = current?.contacts.test === true;
  const content = composeContent(tx, {
    consultationId,
    contacts: { ...contacts, test },
    language: current?.language,
    words: (language, url) =>
      messageTemplates.confirmed[language].words({ url, callerId: formatPhone(tx.config.team.callerId) }),
  });
  if (content === undefined) return [];
  const to = content.channel === 'text' ? { ...contacts, email: undefined } : { ...contacts, phone: undefined };
  const version = contactVersion(tx, { ...to, test });
  return [
    {
      purpose: messagePurposes.confirmed,
      subjectId: consultationId,
      ...(version === undefined ? {} : { subjectVersion: version }),
      content,
      sandbox: test,
    },
  ];
}

/** Whether the customer is still waiting for our first call: no one has talked with them, there is a number, and they still want it. */
export async function isCallAhead(ctx: Ctx, { subjectId, subjectVersion = '' }: MessageSubject): Promise<boolean> {
  const [{ delivered_at: deliveredAt, calls }, [current]] = await Promise.all([
    getConsultation(ctx, subjectId),
    listContacts(ctx, [subjectId]),
  ]);
  if (current === undefined || !current.isOpen || current.hasStopped || deliveredAt !== null) return false;
  const { contacts, stoppedChannels } = current;
  if (stoppedChannels.includes('call')) return false;
  const isCallable = contacts.phone !== undefined && isDialable(contacts.phone);
  return isCallable && calls.at(-1)?.outcome !== 'confirmed' && hasContactVersion(ctx, contacts, subjectVersion);
}
