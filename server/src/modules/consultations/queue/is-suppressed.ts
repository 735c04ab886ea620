import type { Tx } from '#context';
import { listSuppressed } from '#modules/customers';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import type { QueueRow } from '../store.ts';

/** A test customer is on no list of ours: their stop concerns the case that they said it in. */
export async function isSuppressed(tx: Tx, row: QueueRow): Promise<boolean> {
  if (row.test) return row.spared_at !== null;
  return (await listSuppressed(tx, [decryptContact(tx, row)])).includes(true);
}
