import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { ReplyList } from '../schemas.ts';
import { listUnattached } from '../store.ts';
import { toReplyView } from './inbox.ts';

const shown = 100;

/** Unread replies from numbers that had no open case; newest first. */
export async function listUnattachedReplies(ctx: Ctx): Promise<ReplyList> {
  requireStaff(ctx.actor);
  const rows = await listUnattached(ctx.db, shown + 1);
  const data = rows.slice(0, shown).map((row) => toReplyView(ctx, row));
  return { object: 'list', data, has_more: rows.length > shown, next_cursor: null };
}
