import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { AppError, validationFailed } from '#platform/errors';
import { addDays } from '#lib/dates';
import { caseOver, consultationNotFound } from './errors.ts';
import { getConsultation } from './get-consultation.ts';
import { logCall } from './log-call.ts';
import type { QueueCall } from './queue-schemas.ts';
import { lockQueued, spareRow } from './queue-store.ts';
import type { Consultation } from './schemas.ts';
import { openContact } from './sealed-contact.ts';

/** Nobody promises a call for later than this. */
const callbackDays = 60;

/** When the owner wants to be called again: later than now, and not in some other year. */
export function readCallback(ctx: Pick<Ctx, 'clock'>, outcome: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [at, now] = [new Date(text), ctx.clock.now()];
  const refuse = (message: string) => validationFailed([{ path: 'callback_at', message }]);
  if (outcome !== 'callback_requested') throw refuse('belongs to the outcome callback_requested');
  if (at <= now || at > addDays(now, callbackDays)) throw refuse(`must lie within the next ${callbackDays} days`);
  return at;
}

/** Notes a call about a case that did not come by an agent's intake; those are noted at the intake, which it moves. */
export async function logQueueCall(ctx: Ctx, id: string, call: QueueCall): Promise<Consultation> {
  requireStaff(ctx.actor);
  const callbackAt = readCallback(ctx, call.outcome, call.callback_at);
  await transact(ctx, async (tx) => {
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (row.closed_at !== null) throw caseOver();
    if (row.source === 'agent_intake')
      throw new AppError('invalid_state', 'Calls about an intake are noted at the intake.', { status: 409 });
    logCall(tx, { consultationId: id, outcome: call.outcome, note: call.note, callbackAt });
    if (call.outcome !== 'do_not_contact') return;
    const contact = openContact(tx, row);
    if (contact !== undefined) addDoNotContact(tx, contact, 'call');
    spareRow(tx.db, id, tx.clock.now());
  });
  return getConsultation(ctx, id);
}
