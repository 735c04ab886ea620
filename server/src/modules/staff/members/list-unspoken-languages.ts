import type { Ctx, Tx } from '#context';
import { listUnspoken } from '../store.ts';

/** What active colleagues speak beside English, and this staff member does not. */
export const listUnspokenLanguages = async (ctx: Ctx | Tx, staffId: string): Promise<string[]> =>
  (await listUnspoken(ctx.db, staffId)).map(({ language }) => language);
