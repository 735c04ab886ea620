import type { Ctx, Tx } from '#context';
import { listPrincipals } from './principal-store.ts';
import type { PrincipalStatus } from './set-principal-status.ts';

/** By id, those that there are. */
export async function listPrincipalStatuses(
  ctx: Pick<Ctx | Tx, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrincipalStatus>> {
  const rows = await listPrincipals(ctx.db, ids);
  return new Map(rows.map(({ id, status }) => [id, status as PrincipalStatus]));
}
