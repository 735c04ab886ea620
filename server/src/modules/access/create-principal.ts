import type { Ctx, Tx } from '#context';
import { newId } from '#lib/ids';
import { notFound } from '#platform/errors';
import { findPrincipal, insertPrincipal, updatePrincipalStatus } from './agent-key-store.ts';
import { issueAgentKey, type IssuedKey } from './rotate-agent-key.ts';

export type PrincipalStatus = 'active' | 'suspended' | 'unverified';

/** A registered agent comes to be, with its first key. */
export function createPrincipal(tx: Tx): IssuedKey & { readonly principalId: string } {
  const now = tx.clock.now();
  const principalId = newId('agt', now);
  insertPrincipal(tx.db, { id: principalId, status: 'active', created_at: now });
  return { principalId, ...issueAgentKey(tx, principalId) };
}

/** An institution may hold credentials from now on. */
export function addInstitution(tx: Tx, institutionId: string): void {
  insertPrincipal(tx.db, { id: institutionId, status: 'active', created_at: tx.clock.now() });
}

/** Undefined when nobody has this id. */
export async function principalStatus(ctx: Ctx | Tx, id: string): Promise<PrincipalStatus | undefined> {
  return (await findPrincipal(ctx.db, id))?.status as PrincipalStatus | undefined;
}

/** Its keys stop or start opening doors at once; its intakes go on. */
export async function setPrincipalStatus(ctx: Ctx | Tx, principalId: string, status: PrincipalStatus): Promise<void> {
  const updated = await updatePrincipalStatus(ctx.db, principalId, status);
  if (updated === undefined) throw notFound('Nobody has this id.');
}
