import type { Ctx } from '#context';
import { listHoldsInForce } from '../store.ts';

/** Legal holds in force, oldest first; the first thousand. */
export const listLegalHolds = async (ctx: Pick<Ctx, 'db'>) =>
  (await listHoldsInForce(ctx.db)).map((row) => ({ ...row, placed_at: row.placed_at.toISOString() }));
