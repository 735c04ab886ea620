import type { Tx } from '#context';
import { liftStopReply, listSpared } from '#modules/customers';
import { lockOpenOfPhone, unspareRows } from './contact-store.ts';
import { phoneName } from './rules.ts';
import { openContact } from './sealed-contact.ts';

/**
 * The owner of a number answered START: whoever was not called only because of their STOP may be called again, in every open
 * case. All of the number's cases are held first, also those that nobody found spared yet: somebody may be about to.
 */
export async function liftStop(tx: Tx, phone: string): Promise<void> {
  const cases = await lockOpenOfPhone(tx.db, tx.vault.fingerprints(phoneName(phone)));
  liftStopReply(tx, { email: undefined, phone });
  const stopped = cases.filter(({ spared_at: sparedAt }) => sparedAt !== null);
  const spared = await listSpared(
    tx,
    stopped.map((row) => openContact(tx, row)),
  );
  unspareRows(
    tx.db,
    stopped.filter((_, index) => spared[index] === false).map(({ id }) => id),
  );
}
