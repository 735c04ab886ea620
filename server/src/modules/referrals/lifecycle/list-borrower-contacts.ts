import type { Tx } from '#context';
import type { CallContact } from '#modules/consultations';
import { callContactOf } from '../rules.ts';
import { listBorrowers } from '../store.ts';

/** Whom to call about each of these referrals, by their current contacts. */
export async function listBorrowerContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  return new Map((await listBorrowers(tx.db, ids)).map((row) => [row.id, callContactOf(row)]));
}
