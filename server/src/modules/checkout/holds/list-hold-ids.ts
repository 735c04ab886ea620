import type { Ctx, Tx } from '#context';
import { listIdsOf } from '../hold-store.ts';

/** The holds of these consultations, which messages may be about; the newest thousand. */
export const listHoldIds = async (ctx: Ctx | Tx, consultationIds: readonly string[]): Promise<string[]> =>
  consultationIds.length === 0 ? [] : (await listIdsOf(ctx.db, consultationIds)).map(({ id }) => id);
