import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { phoneBusyS, phoneLock } from '../rules.ts';
import type { QueueRow } from '../store.ts';
import { findBusyCaller, type CalledElsewhere } from './find-busy-caller.ts';
import { isSuppressed } from './is-suppressed.ts';
import { tryLockPhone } from './store.ts';

type Hindrance = { readonly kind: 'suppressed' } | CalledElsewhere;

/**
 * Why this number must not be called now although its consultation is due. The number is locked until the transaction
 * ends.
 */
export async function findHindrance(tx: Tx, row: QueueRow): Promise<Hindrance | undefined> {
  const now = tx.clock.now();
  if (await isSuppressed(tx, row)) return { kind: 'suppressed' };
  const { phone } = decryptContact(tx, row);
  if (phone === undefined) return undefined;
  if (!(await tryLockPhone(tx.db, phoneLock(phone, row.test))))
    return { kind: 'claimed', until: addSeconds(now, phoneBusyS), staffId: undefined };
  return findBusyCaller(tx, row);
}
