import type { Tx } from '#context';
import { listSuppressions } from '#modules/customers';
import type { CallContact } from '../facts.ts';
import { declineRows, unsuppressRows, updateContacts } from './store.ts';
import type { QueueRow } from '../store.ts';
import { encryptContact } from './encrypt-contact.ts';
import { decryptContact } from './decrypt-contact.ts';

type NewContact = {
  /** The row before the change, locked by this transaction. */
  readonly row: Pick<QueueRow, 'id' | 'test' | 'sealed_phone' | 'spared_at'>;
  readonly contact: CallContact;
  /** The number before was not the customer's, so nothing said there was said by them. */
  readonly wrong?: boolean;
  /** Somebody who may not lift a STOP typed it: the customer has stopped, whatever their number is now. */
  readonly keepsStop?: boolean;
};

/**
 * Stores changed contacts and carries over what the customers asked for. A STOP concerned the old number, unless a
 * caller typed the new one. What they told staff concerned them, so it is stored on the consultation, because the list cannot find it by the new number or
 * by a later one.
 */
export async function writeContacts(tx: Tx, changed: readonly NewContact[]): Promise<void> {
  updateContacts(
    tx.db,
    changed.map(({ row, contact }) => ({ id: row.id, ...encryptContact(tx, row, contact) })),
  );
  const suppressions = await listSuppressions(
    tx,
    changed.flatMap(({ row, contact: { email, phone } }) => [
      decryptContact(tx, row),
      { email, phone, test: row.test },
    ]),
  );
  const stays = (index: number): boolean => suppressions[2 * index] === 'stays' && changed[index]?.wrong !== true;
  const declined = changed.filter((_, index) => stays(index));
  const free = changed.filter(
    ({ row, keepsStop }, index) =>
      row.spared_at !== null && keepsStop !== true && !stays(index) && suppressions[2 * index + 1] === undefined,
  );
  declineRows(tx.db, declined.map(idOf), tx.clock.now());
  unsuppressRows(tx.db, free.map(idOf));
}

const idOf = ({ row }: NewContact): string => row.id;
