import type { Ctx, Tx } from '#context';
import { AppError } from '#platform/errors';
import { updateLiveRequest } from './store.ts';

type LiveRequest = { readonly institutionId: string; readonly userId: string };

type Requested = { readonly requestedAt: Date; readonly isFirst: boolean };

/** Records that an institution asks for live mode. Asking again changes nothing: the first is the one that waits. */
export async function requestLive(ctx: Ctx | Tx, { institutionId, userId }: LiveRequest): Promise<Requested> {
  const row = await updateLiveRequest(ctx.db, { institutionId, userId, now: ctx.clock.now() });
  if (row === undefined) throw liveIsOpen();
  return { requestedAt: row.live_requested_at, isFirst: row.first };
}

const liveIsOpen = () => new AppError('invalid_state', 'Live mode is open already.', { status: 409 });
