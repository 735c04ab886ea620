import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import type { ConsultationSources, LockedConsultation } from '../facts.ts';
import { suppressRow } from '../contacts/store.ts';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { consultationClosed, consultationClosedButSuppressed, consultationNotFound } from '../errors.ts';
import { getConsultation } from '../lifecycle/get-consultation.ts';
import { logCall } from './log-call.ts';
import { decideQueueCall } from './rules.ts';
import type { QueueCall } from './schemas.ts';
import { readCallback } from './read-callback.ts';
import type { Consultation } from '../schemas.ts';
import { findConsultation, lockQueued } from '../store.ts';
import { withContact } from '../contacts/with-contact.ts';

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
  const { outcome, note } = call;
  const callbackAt = readCallback(ctx, outcome, call.callback_at);
  const refused = await transact(ctx, async (tx) => {
    // What the case is about comes first, then the case: whoever moves the one and closes the other takes them like this.
    const answerNo =
      outcome === 'declined' || outcome === 'not_requested' ? await lockSource(tx, sources, id) : undefined;
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    const verdict = decideQueueCall(row.source as LockedConsultation['source'], row.closed_at);
    if (verdict.kind === 'at_intake')
      throw new AppError('invalid_state', 'Calls about an intake are noted at the intake.', { status: 409 });
    if (verdict.kind === 'log') logCall(tx, { consultationId: id, outcome, note, callbackAt });
    else if (outcome !== 'do_not_contact') throw consultationClosed(verdict.reason);
    answerNo?.();
    if (outcome !== 'do_not_contact') return undefined;
    // Whoever wants silence gets it, also when their case was closed during the call.
    addDoNotContact(tx, decryptContact(tx, await withContact(tx, sources.contacts, row)), 'call');
    suppressRow(tx.db, id, tx.clock.now());
    return verdict.kind === 'refuse' ? consultationClosedButSuppressed(verdict.reason) : undefined;
  });
  if (refused !== undefined) throw refused;
  return getConsultation(ctx, id);
}

async function lockSource(tx: Tx, { noAnswers }: ConsultationSources, id: string): Promise<(() => void) | undefined> {
  const consultation = await findConsultation(tx.db, id);
  return consultation && noAnswers[consultation.source as LockedConsultation['source']]?.(tx, consultation.source_id);
}
