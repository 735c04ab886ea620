import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { findBusyPhone } from './store.ts';
import { phoneGuardS, phoneName } from '../rules.ts';
import type { QueueRow } from '../store.ts';

/** The caller who has another consultation of the same number, or called it within the hour. */
export async function findBusyCaller(tx: Tx, row: QueueRow): Promise<CalledElsewhere | undefined> {
  const { phone } = decryptContact(tx, row);
  if (phone === undefined) return undefined;
  const { id, test } = row;
  const now = tx.clock.now();
  const hashes = tx.vault.fingerprints(phoneName(phone));
  const busy = await findBusyPhone(tx.db, { hashes, id, test, now, calledSince: addSeconds(now, -phoneGuardS) });
  if (busy === undefined) return undefined;
  if (busy.lease_until !== null && busy.lease_until > now)
    return { kind: 'claimed', until: busy.lease_until, staffId: busy.lease_staff_id ?? undefined };
  return { kind: 'called', until: addSeconds(busy.last_call_at ?? now, phoneGuardS) };
}

export type CalledElsewhere =
  | { readonly kind: 'claimed'; readonly until: Date; readonly staffId: string | undefined }
  | { readonly kind: 'called'; readonly until: Date };
