import type { Ctx } from '#context';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { decryptReply } from '../decrypt-reply.ts';
import type { ReplyView } from '../schemas.ts';
import type { ReplyRow } from '../store.ts';

export function toReplyView(ctx: Ctx, row: ReplyRow): ReplyView {
  const { from, words } = decryptReply(ctx, row);
  return {
    id: row.id,
    channel: row.channel,
    understood_as: row.understood_as,
    words,
    from_hint: from === undefined ? null : from.includes('@') ? maskEmail(from) : maskPhone(from),
    received_at: row.received_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}
