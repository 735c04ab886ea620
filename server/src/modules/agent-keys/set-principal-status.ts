import type { Ctx, Tx } from '#context';
import { notFound } from '#platform/errors';
import { updatePrincipalStatus } from './principal-store.ts';

export type PrincipalStatus = 'active' | 'suspended' | 'unverified';

/** Takes effect for the principal's keys at once; its intakes continue. */
export async function setPrincipalStatus(ctx: Ctx | Tx, principalId: string, status: PrincipalStatus): Promise<void> {
  const updated = await updatePrincipalStatus(ctx.db, principalId, status);
  if (updated === undefined) throw notFound('Nobody has this id.');
}
