import type { Actor } from '#actor';
import { addressBucket } from '#lib/network/address';

/** Documents an intake may have (D-051). */
export const documentsMax = 10;

/** The client whose uploads are counted together: an agent with a key, or an address without one. */
export function clientOf(actor: Actor): string {
  if (actor.kind === 'agent') return actor.principalId;
  return 'address' in actor ? addressBucket(actor.address) : actor.kind;
}
