import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { contactNames } from '#lib/text/contacts';
import { nameSubject } from '#modules/audit';
import { recheckSuppression } from '#modules/consultations';
import { liftStopReply } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { noUnclearReply, replyNotFound } from '../errors.ts';
import { decryptReply } from '../decrypt-reply.ts';
import { findReply, updateUnderstood } from '../store.ts';

/**
 * A lead read an unclear reply and found that its author did not mean to stop contact: the stop is lifted, unless the
 * same was said to staff. A plain stop cannot be lifted here.
 */
export function resumeContact(ctx: Ctx, id: string): Promise<void> {
  const actor = requireRole(ctx.actor, 'lead');
  return transact(ctx, async (tx) => {
    const reply = await findReply(tx.db, id);
    if (reply === undefined) throw replyNotFound();
    const { from } = decryptReply(tx, reply);
    const isUnclear = reply.understood_as === 'ask' || reply.understood_as === 'wrong_number';
    if (!isUnclear || reply.channel !== 'text' || from === undefined) throw noUnclearReply();
    const [first] = reply.case_ids;
    if (first !== undefined) nameSubject(actor, first);
    const contacts = { email: undefined, phone: from };
    lockNames(tx.db, contactNames(contacts));
    await recheckSuppression(tx, [contacts], () => liftStopReply(tx, contacts, 'staff'));
    updateUnderstood(tx.db, { id, kind: 'other', now: tx.clock.now() });
  });
}
