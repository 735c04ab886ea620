import type { Tx } from '#context';
import type { ProviderEvent } from '#gateways/cards';
import { updateCheckSoon } from '../hold-change-store.ts';
import { updateRefundsSoon } from '../refund-store.ts';
import { insertProviderEvent } from '../store.ts';

type Recorded = { readonly isNew: boolean; readonly holdId: string | undefined };

/** Makes the hold due that an event is about. It says only that something happened; a worker then reads what it was. */
export async function recordCardEvent(tx: Tx, event: ProviderEvent): Promise<Recorded> {
  const now = tx.clock.now();
  const hold = await updateCheckSoon(tx.db, event, now);
  if (hold !== undefined && event.type.includes('refund')) updateRefundsSoon(tx.db, hold.id, now);
  const isNew = await insertProviderEvent(tx.db, { id: event.id, type: event.type, holdId: hold?.id, now });
  return { isNew, holdId: hold?.id };
}
