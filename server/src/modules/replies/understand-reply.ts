import type { Ctx } from '#context';
import { textLane } from '#platform/parsing';
import type { parse } from './reply-parser.ts';
import type { ReplyKind } from './reply-rules.ts';

const inTurn = textLane.parser<typeof parse>(new URL('reply-parser.ts', import.meta.url));

/** How a reply is understood. One that cannot be understood in time may be a stop, so it counts as one until a person looks. */
export const understandReply = (ctx: Pick<Ctx, 'log'>, words: string): Promise<ReplyKind> =>
  inTurn({ owner: 'replies' }, (parseReply) => parseReply(words)).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'replies.not-understood');
    return 'ask';
  });
