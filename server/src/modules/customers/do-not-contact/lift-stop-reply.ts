import type { Tx } from '#context';
import { recordConsent } from '#modules/consent';
import { deleteDoNotContact } from '../customer-store.ts';
import { contactHashes, type Contacts } from '#lib/text/contacts';

/**
 * Customers may lift their own STOP, and staff may find that a reply was none; what was said to staff stays. The ledger
 * tells of it only when something was lifted.
 */
export async function liftStopReply(tx: Tx, contacts: Contacts, by: 'customer' | 'staff'): Promise<void> {
  const lifted = await deleteDoNotContact(tx.db, { hashes: contactHashes(tx, contacts), source: 'stop_reply' });
  if (lifted.length === 0) return;
  const staffId = tx.actor.kind === 'staff' ? { staff_id: tx.actor.staffId } : {};
  recordConsent(tx, {
    kind: 'stop_lifted',
    contacts,
    details: { source: by, channel: by === 'customer' ? 'text' : 'staff', ...staffId },
  });
}
