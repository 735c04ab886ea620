import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { messagePurposes, type MessageSubject } from '#modules/customers';
import { findReply } from '../store.ts';

/**
 * Within five minutes a confirmation is presumed to be what the person expects (47 CFR 64.1200(a)(12)); later it would
 * be one more message after a stop.
 */
const confirmedWithinS = 5 * 60;
const helpedWithinS = 86_400;

/** An answer that we give by ourselves is sent only while the reply is recent. */
export async function isReplyRecent(ctx: Ctx, { purpose, subjectId }: MessageSubject): Promise<boolean> {
  const reply = await findReply(ctx.db, subjectId);
  const withinS = purpose === messagePurposes.help ? helpedWithinS : confirmedWithinS;
  return reply !== undefined && ctx.clock.now() < addSeconds(reply.received_at, withinS);
}
