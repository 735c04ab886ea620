import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { updateResumed } from './era-store.ts';

/** Lets workers go on after a restore; false when nothing was paused. */
export const resumeWork = (ctx: Ctx): Promise<boolean> =>
  transact(ctx, async (tx) => (await updateResumed(tx.db)) !== undefined);
