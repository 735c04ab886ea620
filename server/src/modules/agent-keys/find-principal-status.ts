import type { Rx } from '#context';
import { findPrincipal } from './principal-store.ts';
import type { PrincipalStatus } from './set-principal-status.ts';

/** Undefined when no principal has this id. */
export async function findPrincipalStatus(ctx: Pick<Rx, 'db'>, id: string): Promise<PrincipalStatus | undefined> {
  return (await findPrincipal(ctx.db, id))?.status as PrincipalStatus | undefined;
}
