import type { Ctx } from '#context';
import { claimOrphans, deleteRemovedPut } from './put-store.ts';

/** Each is a call to the object store, which may take seconds when it is slow. */
const perTurn = 20;

/**
 * Removes objects that no document names because the process or the upload ended in between; returns how many. Removal
 * can be repeated, so an interrupted one is.
 */
export async function removeOrphans(ctx: Ctx, limit: number): Promise<number> {
  const orphans = await claimOrphans(ctx.db, Math.min(limit, perTurn));
  for (const objectKey of orphans) {
    await ctx.objects.delete(objectKey);
    await deleteRemovedPut(ctx.db, objectKey);
  }
  if (orphans.length > 0) ctx.log.info({ removed: orphans.length }, 'documents.orphans-removed');
  return orphans.length;
}
