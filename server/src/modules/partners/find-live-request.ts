import type { Ctx } from '#context';
import { findInstitution } from './store.ts';

type LiveRequest = { readonly requestedAt: Date; readonly userId: string | null };

/** When and by whom live mode was asked for; undefined while nobody did. */
export async function findLiveRequest(ctx: Pick<Ctx, 'db'>, institutionId: string): Promise<LiveRequest | undefined> {
  const row = await findInstitution(ctx.db, institutionId);
  if (row === undefined || row.live_requested_at === null) return undefined;
  return { requestedAt: row.live_requested_at, userId: row.live_requested_by };
}
