import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { AppError, validationFailed } from '#platform/errors';
import { addDays } from '#lib/dates';
import type { CaseSources } from './case-sources.ts';
import { caseOver, caseOverButListed, consultationNotFound } from './errors.ts';
import { withContact } from './fill-contacts.ts';
import { getConsultation } from './get-consultation.ts';
import type { LockedConsultation } from './lock-consultation.ts';
import { logCall } from './log-call.ts';
import type { QueueCall } from './queue-schemas.ts';
import { lockQueued, spareRow } from './queue-store.ts';
import type { Consultation } from './schemas.ts';
import { openContact } from './sealed-contact.ts';
import { findConsultation } from './store.ts';

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

export type LogQueueCall = { readonly id: string; readonly call: QueueCall };

/** Notes a call about a case that did not come by an agent's intake; those are noted at the intake, which it moves. */
export async function logQueueCall(ctx: Ctx, sources: CaseSources, { id, call }: LogQueueCall): Promise<Consultation> {
  requireStaff(ctx.actor);
  const { outcome, note } = call;
  const callbackAt = readCallback(ctx, outcome, call.callback_at);
  const over = await transact(ctx, async (tx) => {
    // What the case is about comes first, then the case: whoever moves the one and closes the other takes them like this.
    const answerNo =
      outcome === 'declined' || outcome === 'not_requested' ? await holdSource(tx, sources, id) : undefined;
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (row.source === 'agent_intake')
      throw new AppError('invalid_state', 'Calls about an intake are noted at the intake.', { status: 409 });
    const closed = row.closed_at !== null;
    if (!closed) logCall(tx, { consultationId: id, outcome, note, callbackAt });
    else if (outcome !== 'do_not_contact') throw caseOver();
    answerNo?.();
    if (outcome !== 'do_not_contact') return false;
    // Whoever wants silence gets it, also when their case was closed during the call.
    addDoNotContact(tx, openContact(tx, await withContact(tx, sources.contacts, row)), 'call');
    spareRow(tx.db, id, tx.clock.now());
    return closed;
  });
  if (over) throw caseOverButListed();
  return getConsultation(ctx, id);
}

async function holdSource(tx: Tx, { noes }: CaseSources, id: string): Promise<(() => void) | undefined> {
  const found = await findConsultation(tx.db, id);
  return found && noes[found.source as LockedConsultation['source']]?.(tx, found.source_id);
}
