import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { recordConsent } from '#modules/ledger';
import {
  lockWithContacts,
  logCall,
  recheckSuppression,
  requireFreshCall,
  setConsultationEnd,
  type CallOutcome,
  strikeNumbers,
} from '#modules/consultations';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { invalidState } from '../errors.ts';
import { moveWithConsultations, recordProof, withdrawIntakeMessages } from '../lifecycle/lifecycle.ts';
import { computeExpiryAfterCallback, decideCall, isEnded, linkWorks, toCallContact } from '../rules.ts';
import { updateConfirmation, updateExpiry, type MovedIntake } from '../status-store.ts';
import type { Intake } from '../store.ts';
import { intakeTransitions } from '../transitions.ts';
import { getIntakeRecord, lockTiedIntakes } from './intake-records.ts';
import type { LoggedIntakeCall } from './schemas.ts';
import { strikePhone } from '../number-store.ts';

/** Removes a wrong number from all of these intakes, which are locked. */
async function strikeIntakeNumbers(tx: Tx, phone: string, intakes: readonly Intake[]): Promise<void> {
  strikePhone(
    tx.db,
    intakes.map(({ id }) => id),
    phone,
  );
  await strikeNumbers(
    tx,
    intakes.flatMap((intake) =>
      intake.consultationId === undefined
        ? []
        : [
            {
              consultationId: intake.consultationId,
              contact: toCallContact({ ...intake, phone: undefined }),
              isProven: intake.proofs.email !== undefined,
            },
          ],
    ),
  );
}

type IntakeCall = {
  readonly intakeId: string;
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
  /** The text as it was sent. */
  readonly callbackAt?: string | undefined;
  /** How many calls the page showed, and its id of this outcome. */
  readonly seenCalls?: number | undefined;
  readonly attemptId?: string | undefined;
};

type Verdict = ReturnType<typeof decideCall>;
type Affected = {
  readonly intake: Intake;
  readonly verdict: Verdict;
  /** Whether it has the same submitter as the called one. */
  readonly sameSubmitter: boolean;
};

/**
 * Records a call to the customer, together with all effects of its outcome, for all open submissions of the dialed
 * number: everything or nothing.
 */
export async function logIntakeCall(ctx: Ctx, call: IntakeCall): Promise<LoggedIntakeCall> {
  requireStaff(ctx.actor);
  const logged = await transact(ctx, async (tx): Promise<LoggedIntakeCall['logged']> => {
    const { called, tied, ofSubmitter } = await lockTiedIntakes(tx, call.intakeId);
    const repeated = await findRepeated(tx, called, call);
    if (repeated !== undefined) return repeated;
    const first = { intake: called, verdict: decide(called, call.outcome), sameSubmitter: true };
    if (first.verdict.kind === 'refuse') throw invalidState(called.status, first.verdict.reason);
    const others = tied.map((intake) => {
      const sameSubmitter = ofSubmitter.includes(intake.id);
      return { intake, sameSubmitter, verdict: decideTied({ intake, called, sameSubmitter }, call.outcome) };
    });
    const silent = toListed(called);
    if (call.outcome === 'do_not_contact')
      await lockWithContacts(
        tx,
        [called, ...tied].flatMap(({ consultationId }) => consultationId ?? []),
        [silent],
      );
    const { id, callbackAt } = await recordCall(tx, call, [first, ...others]);
    const affected = [first, ...others.filter(({ verdict }) => verdict.kind !== 'refuse')];
    if (call.outcome === 'callback_requested')
      for (const { intake } of affected) await extendForCallback(tx, intake, callbackAt);
    const moved = await moveAll(tx, affected);
    // Before messages are withdrawn: a STOP reply locks the contact first and then the messages, and the order must
    // match. Other cases of the number leave the queue with the commit.
    if (call.outcome === 'do_not_contact')
      await recheckSuppression(tx, [silent], (open) =>
        addDoNotContact(tx, silent, {
          how: 'call',
          subjectIds: [...subjectsOf([called, ...tied]), ...open.flatMap((one) => [one.id, one.sourceId])],
        }),
      );
    withdrawIntakeMessages(
      tx,
      moved.filter(({ ended }) => ended).map(({ row }) => row),
    );
    if (call.outcome === 'confirmed') {
      for (const { intake } of moved) recordConfirmation(tx, intake);
      for (const { intake } of affected.filter((one) => one.sameSubmitter && isOfCalled(one.intake, called)))
        await recordProof(tx, intake, 'call');
    }
    if (call.outcome === 'wrong_number' && called.phone !== undefined)
      await strikeIntakeNumbers(
        tx,
        called.phone,
        affected.map(({ intake }) => intake),
      );
    return {
      call_id: id ?? null,
      status_changed: moved.some(({ intake }) => intake.id === called.id),
      listed: call.outcome === 'do_not_contact',
      applied_to: affected.slice(1).map(({ intake }) => intake.id),
    };
  });
  return { ...(await getIntakeRecord(ctx, call.intakeId)), logged };
}

/** The result of an attempt whose answer was lost; an attempt without knowledge of another call is refused. */
async function findRepeated(
  tx: Tx,
  { consultationId }: Intake,
  { outcome, seenCalls, attemptId }: IntakeCall,
): Promise<LoggedIntakeCall['logged'] | undefined> {
  if (consultationId === undefined) return undefined;
  const id = await requireFreshCall(tx, { consultationId, outcome, seenCalls, attemptId });
  if (id === undefined) return undefined;
  return { call_id: id, status_changed: false, listed: outcome === 'do_not_contact', applied_to: [] };
}

/** The subjects of messages about these intakes. */
const subjectsOf = (intakes: readonly Intake[]): string[] =>
  intakes.flatMap(({ id, consultationId }) => (consultationId === undefined ? [id] : [id, consultationId]));

/**
 * The contacts to list: the dialed number, and the address only if it is proven or there is no number, because a
 * submitter can add another person's address to their own number.
 */
const toListed = ({ email, phone, proofs, test }: Intake): Contacts => ({
  test,
  email: phone === undefined || proofs.email !== undefined ? email : undefined,
  phone,
});

/** An address that only another submission has is not proven by the call, because its submitter may have added it. */
const isOfCalled = (intake: Intake, called: Intake): boolean =>
  intake.id === called.id || intake.email === undefined || intake.email === called.email;

const decide = ({ status, phone }: Intake, outcome: CallOutcome): Verdict =>
  decideCall({ status, hasNumber: phone !== undefined }, outcome);

type Tied = { readonly intake: Intake; readonly called: Intake; readonly sameSubmitter: boolean };

/**
 * "Not requested" for one submission does not affect another one that was confirmed or has another submitter. A wrong
 * number is not removed from a customer who proved it or has another address.
 */
function decideTied({ intake, called, sameSubmitter }: Tied, outcome: CallOutcome): Verdict {
  const isUntouched =
    outcome === 'not_requested'
      ? !sameSubmitter || !linkWorks(intake.status)
      : outcome === 'wrong_number' && (isNumberProven(intake) || !isOfCalled(intake, called));
  return isUntouched ? { kind: 'refuse', reason: '' } : decide(intake, outcome);
}

const isNumberProven = ({ proofs }: Intake): boolean => proofs.text !== undefined || proofs.call !== undefined;

/** The call of the consultation; an intake without one has only the ledger entry. */
async function recordCall(
  tx: Tx,
  { outcome, note, callbackAt, attemptId }: IntakeCall,
  all: readonly Affected[],
): Promise<{ readonly id?: string; readonly callbackAt?: Date | undefined }> {
  const [first, ...tied] = all.flatMap(({ intake: { consultationId: id }, verdict, sameSubmitter }) =>
    id === undefined ? [] : [{ id, pauseOnly: verdict.kind === 'refuse', sameSubmitter }],
  );
  const called = all[0]?.intake;
  if (called !== undefined && called.consultationId === undefined) recordInLedger(tx, called, outcome);
  return first === undefined
    ? {}
    : logCall(tx, { consultationId: first.id, tied, outcome, note, callbackAt, attemptId });
}

function recordInLedger(tx: Tx, { email, phone, test, id: subjectId }: Intake, outcome: CallOutcome): void {
  const { staffId } = requireStaff(tx.actor);
  const { version } = tx.config.callingHours;
  const entry = { contacts: { email, phone, test }, subjectId };
  const details = { call_id: null, outcome, staff_id: staffId, rule_version: version, local_time: 'unknown' };
  recordConsent(tx, { ...entry, kind: 'called', details });
  recordConsent(tx, { ...entry, kind: 'answered', details: { decision: 'no', via: 'call', call_id: null } });
}

type Moved = { readonly intake: Intake; readonly row: MovedIntake; readonly ended: boolean };

/** Each by the row of T1 that its own status allows, with its own event. */
async function moveAll(tx: Tx, affected: readonly Affected[]): Promise<readonly Moved[]> {
  const moves = affected.flatMap(({ intake, verdict }) =>
    verdict.kind === 'move' ? [{ intake, action: verdict.action }] : [],
  );
  const moved: Moved[] = [];
  for (const [action, group] of Map.groupBy(moves, (one) => one.action)) {
    const rows = await moveWithConsultations(
      tx,
      group.map(({ intake }) => intake.id),
      action,
    );
    const ended = isEnded(intakeTransitions.table[action].to);
    for (const { intake } of group) {
      const row = rows.find(({ id }) => id === intake.id);
      if (row !== undefined) moved.push({ intake, row, ended });
    }
  }
  return moved;
}

/** A promised call must still be possible, so the expiry moves behind it; a confirmed intake no longer expires. */
async function extendForCallback(
  tx: Tx,
  { id, status, consultationId, expiresAt }: Intake,
  at = tx.clock.now(),
): Promise<void> {
  const until = computeExpiryAfterCallback(expiresAt, at);
  if (!linkWorks(status) || consultationId === undefined || until <= expiresAt) return;
  updateExpiry(tx.db, id, until);
  await setConsultationEnd(tx, [consultationId], until);
}

function recordConfirmation(tx: Tx, intake: Intake): void {
  const { staffId } = requireStaff(tx.actor);
  updateConfirmation(tx.db, intake.id, {
    at: tx.clock.now().toISOString(),
    attestation_version: intake.attestationVersion,
    by: 'staff',
    via: 'call',
    staff_id: staffId,
  });
}
