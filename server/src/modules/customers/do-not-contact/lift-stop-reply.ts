import type { Actor } from '#actor';
import type { Tx } from '#context';
import { recordConsent } from '#modules/consent';
import { deleteAllDoNotContact, deleteDoNotContact } from '../customer-store.ts';
import { listHashes, type Contacts } from '#lib/text/contacts';

const channels = { customer: 'text', staff: 'staff', call: 'call' } as const;

/**
 * Customers may lift their own STOP, and staff may find that a reply was none; what was said to staff stays until the
 * same person calls in and takes it back, which is `call`, and a lead lifts it. The ledger tells of it only when
 * something was lifted.
 */
export async function liftStopReply(tx: Tx, contacts: Contacts, by: 'customer' | 'staff' | 'call'): Promise<void> {
  const hashes = listHashes(tx, contacts);
  const lifted = await (by === 'call' && isLead(tx.actor)
    ? deleteAllDoNotContact(tx.db, hashes)
    : deleteDoNotContact(tx.db, { hashes, source: 'stop_reply' }));
  if (lifted.length === 0) return;
  const staffId = tx.actor.kind === 'staff' ? { staff_id: tx.actor.staffId } : {};
  recordConsent(tx, {
    kind: 'stop_lifted',
    contacts,
    details: { source: by === 'call' ? 'customer' : by, channel: channels[by], ...staffId },
  });
}

const isLead = (actor: Actor): boolean => actor.kind === 'staff' && actor.role !== 'caller';
