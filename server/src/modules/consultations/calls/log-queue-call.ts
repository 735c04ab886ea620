import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { addDoNotContact } from '#modules/customers';
import { listStaffNames } from '#modules/staff';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { decryptContact, listContacts, lockWithContacts } from '../contacts/contact-records.ts';
import { recheckSuppression } from '../contacts/contact-stops.ts';
import { suppressRow } from '../contacts/store.ts';
import { callCameBetween, consultationClosed, consultationNotFound } from '../errors.ts';
import type { ConsultationSources, LockedConsultation } from '../facts.ts';
import { getConsultation } from '../lifecycle/lifecycle.ts';
import { strikeNumbers } from '../numbers/numbers.ts';
import type { Consultation } from '../schemas.ts';
import { decryptNote, findConsultation, lockQueued, type QueueRow } from '../store.ts';
import { logCall } from './log-call.ts';
import { decideQueueCall, isNo, isStop, type CallOutcome } from './rules.ts';
import type { QueueCall } from './schemas.ts';
import { countCalls, findAttempt, listNewestCalls } from './store.ts';

type LogQueueCall = { readonly id: string; readonly call: QueueCall };

/** Records a call about a consultation that did not come from an intake. Calls of intakes change the intake's status too. */
export async function logQueueCall(
  ctx: Ctx,
  sources: ConsultationSources,
  { id, call }: LogQueueCall,
): Promise<Consultation> {
  requireStaff(ctx.actor);
  const { outcome, note, callback_at: callbackAt, seen_calls: seenCalls, attempt_id: attemptId } = call;
  await transact(ctx, async (tx) => {
    // The source object is locked first, then the case. Verbs that move one and close the other use the same order.
    const follow = await prepareFollowing(tx, sources, { id, outcome });
    if (outcome === 'do_not_contact') await lockWithContacts(tx, [id], await contactsOf(tx, id));
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    const repeated = await requireFreshCall(tx, { consultationId: id, outcome, seenCalls, attemptId });
    if (repeated !== undefined) return;
    const hasNumber = decryptContact(tx, row).phone !== undefined;
    const source = row.source as LockedConsultation['source'];
    const verdict = decideQueueCall({ source, closedAt: row.closed_at, hasNumber }, outcome);
    if (verdict.kind === 'at_intake')
      throw new AppError('invalid_state', 'Calls about an intake are noted at the intake.', { status: 409 });
    if (verdict.kind === 'refuse') throw consultationClosed(verdict.reason);
    await logCall(tx, { consultationId: id, outcome, note, callbackAt, attemptId });
    if (outcome === 'do_not_contact') {
      // A customer who asks for no contact is listed even if their case was already closed. The list must be locked
      // before messages, which the next steps withdraw.
      const contacts = decryptContact(tx, row);
      await recheckSuppression(tx, [contacts], (open) =>
        addDoNotContact(tx, contacts, {
          how: 'call',
          subjectIds: [row.id, row.source_id, ...open.flatMap((one) => [one.id, one.sourceId])],
        }),
      );
      suppressRow(tx.db, id, tx.clock.now());
    }
    await follow?.(row);
  });
  return getConsultation(ctx, id);
}

const contactsOf = async (tx: Tx, id: string): Promise<Contacts[]> =>
  (await listContacts(tx, [id])).map(({ contacts }) => contacts).filter(({ test }) => test !== true);

type Following = (row: QueueRow) => Promise<void>;

/** Locks the source object, and returns what the outcome changes besides the calls. */
async function prepareFollowing(
  tx: Tx,
  { noAnswers, strikes }: ConsultationSources,
  { id, outcome }: { readonly id: string; readonly outcome: CallOutcome },
): Promise<Following | undefined> {
  if (!isNo(outcome) && outcome !== 'wrong_number') return undefined;
  const consultation = await findConsultation(tx.db, id);
  const source = consultation?.source as LockedConsultation['source'] | undefined;
  if (consultation === undefined || source === undefined) return undefined;
  if (outcome !== 'wrong_number') {
    const answerNo = await noAnswers[source]?.(tx, consultation.source_id);
    return async () => answerNo?.();
  }
  const strike = await strikes[source]?.(tx, consultation.source_id);
  return async (row) => {
    const { phone, email } = decryptContact(tx, row);
    const contact = phone === undefined ? undefined : strike?.(phone);
    // The institution vouches for its customer.
    await strikeNumbers(tx, [
      { consultationId: row.id, contact: contact ?? { phone: undefined, email }, isProven: true },
    ]);
  };
}

type ChosenOutcome = {
  readonly consultationId: string;
  readonly outcome: CallOutcome;
  /** How many calls the page showed when the outcome was chosen; not checked without it. */
  readonly seenCalls: number | undefined;
  /** Generated by the page, one for each chosen outcome. */
  readonly attemptId: string | undefined;
};

/** The most intervening calls that the error lists. */
const namedMost = 5;

/**
 * Refuses an outcome that was chosen without knowledge of a call logged since, because it may be the same call. Repeating an attempt
 * whose response was lost is not refused; the id of the logged call is returned. A stop is never lost: it is refused only when another
 * stop was logged in between. The object that calls are logged under is locked by this transaction.
 */
export async function requireFreshCall(tx: Tx, chosen: ChosenOutcome): Promise<string | undefined> {
  const { consultationId, outcome, seenCalls, attemptId } = chosen;
  const [calls, logged] = await Promise.all([
    countCalls(tx.db, consultationId),
    attemptId === undefined ? undefined : findAttempt(tx.db, consultationId, attemptId),
  ]);
  if (logged?.outcome === outcome) return logged.id;
  const missed = logged === undefined ? calls - (seenCalls ?? calls) : 1;
  if (missed <= 0) return undefined;
  const between = await listNewestCalls(tx.db, consultationId, Math.min(missed, namedMost));
  if (logged === undefined && isStop(outcome) && !between.some((call) => call.outcome === outcome)) return undefined;
  const { staffId } = requireStaff(tx.actor);
  const names = await listStaffNames(tx, [...new Set(between.map(({ staff_id: by }) => by))]);
  throw callCameBetween(
    calls,
    between.map(({ staff_id: by, called_at: at, encrypted_note: sealed, ...call }) => ({
      ...call,
      note: decryptNote(tx, { ...call, encrypted_note: sealed }),
      called_at: at.toISOString(),
      by: names.get(by) ?? 'Somebody',
      mine: by === staffId,
    })),
  );
}
