import type { Tx } from '#context';
import { listWishes } from '#modules/customers';
import type { CallContact } from './call-window.ts';
import { declineRows, unspareRows, updateContacts } from './contact-store.ts';
import type { QueueRow } from './queue-store.ts';
import { keepContact, openContact } from './sealed-contact.ts';

export type NewContact = {
  /** As it was, locked by this transaction. */
  readonly row: Pick<QueueRow, 'id' | 'test' | 'sealed_phone' | 'spared_at'>;
  readonly contact: CallContact;
};

/**
 * Writes the contacts that cases have from now on, and what becomes of their owners' wishes. A STOP was about the old number.
 * What they told staff was about them: it becomes the case's own, since the list no longer finds it by the new number, nor by
 * the one after that.
 */
export async function writeContacts(tx: Tx, changed: readonly NewContact[]): Promise<void> {
  updateContacts(
    tx.db,
    changed.map(({ row: { id }, contact }) => ({ id, ...keepContact(tx, id, contact) })),
  );
  const wishes = await listWishes(
    tx,
    changed.flatMap(({ row, contact: { email, phone } }) => [openContact(tx, row), { email, phone, test: row.test }]),
  );
  const silent = changed.filter((_, index) => wishes[2 * index] === 'stays');
  const free = changed.filter(
    ({ row }, index) => row.spared_at !== null && wishes[2 * index] !== 'stays' && wishes[2 * index + 1] === undefined,
  );
  declineRows(tx.db, silent.map(idOf), tx.clock.now());
  unspareRows(tx.db, free.map(idOf));
}

const idOf = ({ row }: NewContact): string => row.id;
