import type { Tx } from '#context';
import type { CallContact } from '#modules/consultations';
import { listMembers } from '../member-store.ts';
import { callContactOf } from '../rules.ts';

/** Whom to call about each of these redemptions, by their current contacts. */
export async function listMemberContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  return new Map((await listMembers(tx.db, ids)).map((row) => [row.redemptionId, callContactOf(row)]));
}
