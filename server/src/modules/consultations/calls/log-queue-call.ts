import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { listContacts } from '../contacts/list-contacts.ts';
import { lockWithContacts } from '../contacts/lock-with-contacts.ts';
import { recheckSuppression } from '../contacts/recheck-suppression.ts';
import { suppressRow } from '../contacts/store.ts';
import { withContact } from '../contacts/with-contact.ts';
import { consultationClosed, consultationNotFound } from '../errors.ts';
import type { ConsultationSources, LockedConsultation } from '../facts.ts';
import { getConsultation } from '../lifecycle/get-consultation.ts';
import { strikeNumbers } from '../numbers/strike-numbers.ts';
import type { Consultation } from '../schemas.ts';
import { findConsultation, lockQueued, type QueueRow } from '../store.ts';
import { logCall } from './log-call.ts';
import { requireFreshCall } from './require-fresh-call.ts';
import { type CallOutcome, decideQueueCall, isNo } from './rules.ts';
import type { QueueCall } from './schemas.ts';

type LogQueueCall = { readonly id: string; readonly call: QueueCall };

/**
 * Records a call about a consultation that did not come from an intake; those of intakes change the intake's status
 * too.
 */
export async function logQueueCall(
  ctx: Ctx,
  sources: ConsultationSources,
  { id, call }: LogQueueCall,
): Promise<Consultation> {
  requireStaff(ctx.actor);
  const { outcome, note, callback_at: callbackAt, seen_calls: seenCalls, attempt_id: attemptId } = call;
  await transact(ctx, async (tx) => {
    // What the case is about comes first, then the case: whoever moves the one and closes the other takes them like this.
    const follow = await prepareFollowing(tx, sources, { id, outcome });
    if (outcome === 'do_not_contact') await lockWithContacts(tx, [id], await contactsOf(tx, id));
    const queued = await lockQueued(tx.db, id);
    if (queued === undefined) throw consultationNotFound();
    const repeated = await requireFreshCall(tx, { consultationId: id, outcome, seenCalls, attemptId });
    if (repeated !== undefined) return;
    const row = await withContact(tx, sources.contacts, queued);
    const hasNumber = decryptContact(tx, row).phone !== undefined;
    const source = row.source as LockedConsultation['source'];
    const verdict = decideQueueCall({ source, closedAt: row.closed_at, hasNumber }, outcome);
    if (verdict.kind === 'at_intake')
      throw new AppError('invalid_state', 'Calls about an intake are noted at the intake.', { status: 409 });
    if (verdict.kind === 'refuse') throw consultationClosed(verdict.reason);
    await logCall(tx, { consultationId: id, outcome, note, callbackAt, attemptId });
    if (outcome === 'do_not_contact') {
      // Whoever wants silence gets it, also when their case was closed before. The list comes before messages, which
      // what follows withdraws.
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

/** Locks the source object, and returns what the outcome does beside the calls. */
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
    // Its institution knows the customer.
    await strikeNumbers(tx, [
      { consultationId: row.id, contact: contact ?? { phone: undefined, email }, isProven: true },
    ]);
  };
}
