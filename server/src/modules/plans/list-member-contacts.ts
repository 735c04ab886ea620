import type { Tx } from '#context';
import type { CallContact } from '#modules/consultations';
import { listMembers, type MemberRow } from './loss-store.ts';

/** Whom to call about each of these redemptions, as it is now. */
export async function listMemberContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  return new Map((await listMembers(tx.db, ids)).map((row) => [row.redemptionId, callContactOf(row)]));
}

/** A member, and where their loss was. */
export const callContactOf = ({
  phone,
  email,
  lossState,
}: Pick<MemberRow, 'phone' | 'email' | 'lossState'>): CallContact => ({
  phone: phone ?? undefined,
  email: email ?? undefined,
  state: lossState ?? undefined,
});
