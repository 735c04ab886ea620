import type { Tx } from '#context';
import { liftStopReply, listSuppressed } from '#modules/customers';
import { lockOpenOfPhone, unsuppressRows } from './store.ts';
import { phoneName } from '../rules.ts';
import { decryptContact } from './decrypt-contact.ts';

/**
 * After START, customers who were suppressed only by their STOP may be called again, in every open consultation. All
 * of these consultations are locked first, even unsuppressed ones, since a concurrent transaction may be about to
 * suppress them.
 */
export async function liftStop(tx: Tx, phone: string): Promise<void> {
  const consultations = await lockOpenOfPhone(tx.db, tx.vault.fingerprints(phoneName(phone)));
  liftStopReply(tx, { email: undefined, phone });
  const stopped = consultations.filter(({ spared_at: suppressedAt }) => suppressedAt !== null);
  const suppressed = await listSuppressed(
    tx,
    stopped.map((row) => decryptContact(tx, row)),
  );
  unsuppressRows(
    tx.db,
    stopped.filter((_, index) => suppressed[index] === false).map(({ id }) => id),
  );
}
