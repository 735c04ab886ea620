import type { Tx } from '#context';
import { listSuppressed } from '#modules/customers';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import type { QueueRow } from '../store.ts';

export async function isSuppressed(tx: Tx, row: QueueRow): Promise<boolean> {
  return (await listSuppressed(tx, [decryptContact(tx, row)])).includes(true);
}
