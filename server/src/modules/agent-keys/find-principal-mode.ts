import type { Ctx, Tx } from '#context';
import { findPrincipal } from './principal-store.ts';

/** Whether the account is live; undefined when no principal has this id. */
export async function findPrincipalMode(ctx: Pick<Ctx | Tx, 'db'>, id: string): Promise<boolean | undefined> {
  return (await findPrincipal(ctx.db, id))?.livemode;
}
