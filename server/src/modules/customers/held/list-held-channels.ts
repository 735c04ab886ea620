import type { Ctx } from '#context';
import { listChannels } from './held-store.ts';

/** The channels by which a message about this subject was held and has not been allowed. */
export const listHeldChannels = async (ctx: Ctx, subjectId: string): Promise<readonly ('email' | 'text')[]> =>
  (await listChannels(ctx.db, subjectId)).map(({ channel }) => channel);
