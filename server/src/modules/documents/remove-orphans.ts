import type { Ctx } from '#context';
import { claimOrphans, forgetPut } from './put-store.ts';

/** Each is a call to the object store, which may take seconds when it is not well. */
const perTurn = 20;

/**
 * Removes objects that were put and that no document came to name, because the process or the upload ended in between.
 * Gives how many. Removing twice is removing once, so what is cut off is repeated.
 */
export async function removeOrphans(ctx: Ctx, limit: number): Promise<number> {
  const orphans = await claimOrphans(ctx.db, Math.min(limit, perTurn));
  for (const objectKey of orphans) {
    await ctx.objects.delete(objectKey);
    await forgetPut(ctx.db, objectKey);
  }
  if (orphans.length > 0) ctx.log.info({ removed: orphans.length }, 'documents.orphans-removed');
  return orphans.length;
}
