import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { firstRetryS, type TypedPlate, lookupAad } from './plate-rules.ts';
import { insertPlateLookup } from './plate-store.ts';

/** The contents of a row, encrypted: the plate and, for a client without a key, the address. */
export type QueuedPlate = TypedPlate & { readonly anonymousAddress?: string };

/** Queues a plate look-up for after the transaction; the bound handler gets the VIN, on behalf of the current actor. */
export function queuePlateLookup(tx: Tx, subjectId: string, { plate, state }: TypedPlate): void {
  const { actor } = tx;
  const queued: QueuedPlate = {
    plate,
    state,
    ...(actor.kind === 'anonymous' ? { anonymousAddress: actor.address } : {}),
  };
  const encrypted = tx.vault.encrypt(JSON.stringify(queued), lookupAad(subjectId));
  insertPlateLookup(tx.db, subjectId, { sealed: encrypted, dueAt: addSeconds(tx.clock.now(), firstRetryS) });
}
