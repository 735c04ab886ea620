import type { Tx } from '#context';
import { listPayloads } from './store.ts';

/** Whether any endpoint of the account, of either mode, takes full payloads; if not, its events can be written as a set. */
export async function hasFullEndpoint(tx: Tx, accountId: string): Promise<boolean> {
  return (await listPayloads(tx.db, accountId)).some(({ payload }) => payload === 'full');
}
