import type { Tx } from '#context';
import { deleteDevices } from '../device-store.ts';
import { endSessionRows } from '../sessions/store.ts';
import { revokeTokensOf } from '../tokens/store.ts';
import { deletePasskeysOf } from '../user-store.ts';

/** Sessions, known browsers, portal tokens and passkeys of the user; the caller sees the rows of all institutions. */
export async function endWaysIn(tx: Tx, userId: string): Promise<void> {
  const now = tx.clock.now();
  endSessionRows(tx.db, userId, { kept: '', now });
  deleteDevices(tx.db, userId);
  await revokeTokensOf(tx.db, userId, now);
  await deletePasskeysOf(tx.db, userId);
}
