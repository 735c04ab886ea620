import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { phoneGuardS } from '../rules.ts';
import type { QueueRow } from '../store.ts';
import type { CalledNumber } from './queue-numbers.ts';
import { findLeaseOfPhone } from './store.ts';

/** The caller who has another consultation of the same number, or called it within the hour. */
export async function findBusyCaller(
  tx: Tx,
  { id, test }: QueueRow,
  { hashes, lastCall }: CalledNumber,
): Promise<CalledElsewhere | undefined> {
  const now = tx.clock.now();
  const lease = await findLeaseOfPhone(tx.db, { hashes, id, test, now });
  if (lease !== undefined)
    return { kind: 'claimed', until: lease.lease_until ?? now, staffId: lease.lease_staff_id ?? undefined };
  if (lastCall === undefined || lastCall.consultationId === id) return undefined;
  const until = addSeconds(lastCall.at, phoneGuardS);
  return until > now ? { kind: 'called', until } : undefined;
}

export type CalledElsewhere =
  | { readonly kind: 'claimed'; readonly until: Date; readonly staffId: string | undefined }
  | { readonly kind: 'called'; readonly until: Date };
