import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { decryptContact } from '../contacts/contact-records.ts';
import { phoneBusyS, phoneLock } from '../rules.ts';
import type { QueueRow } from '../store.ts';
import { findBusyCaller, type CalledElsewhere } from './find-busy-caller.ts';
import { findNumber, isSuppressed, type CalledNumber } from './queue-numbers.ts';
import { tryLockPhone } from './store.ts';

type Hindrance = { readonly kind: 'suppressed' } | CalledElsewhere;

type Found = { readonly hindrance?: Hindrance | undefined; readonly number?: CalledNumber | undefined };

/**
 * The state of a consultation's number, and why it must not be called now although the consultation is due. Whether
 * it was tried too often depends on the caller. The number is locked until the transaction ends.
 */
export async function findHindrance(tx: Tx, row: QueueRow): Promise<Found> {
  const { phone } = decryptContact(tx, row);
  const [suppressed, locked] = await Promise.all([
    isSuppressed(tx, row),
    phone === undefined || tryLockPhone(tx.db, phoneLock(phone, row.test)),
  ]);
  if (suppressed) return { hindrance: { kind: 'suppressed' } };
  if (!locked)
    return { hindrance: { kind: 'claimed', until: addSeconds(tx.clock.now(), phoneBusyS), staffId: undefined } };
  // Read under the lock, since its previous holder may have changed both.
  const number = await findNumber(tx, row);
  return { number, hindrance: number && (await findBusyCaller(tx, row, number)) };
}
