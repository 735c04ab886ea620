import { PassThrough } from 'node:stream';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/dates';
import { firstIdAt } from '#lib/ids';
import { AppError } from '#platform/errors';
import { lateS, readPlace, writePlace, type Change, type ChangeFeed } from './change-feed.ts';
import { findEnds } from './change-store.ts';

/** A line now and then keeps proxies from closing the connection, and tells a board that it is not cut off. */
const beatMs = 15_000;
/** A screen that takes nothing for so long is not there; what waits for it does not grow without end. */
const maxWaitingBytes = 256 * 1024;
/** A stream is opened anew by then: its credential is looked at again. */
const longestMs = 5 * 60_000;

/** Opens the stream of one board; `after` is the place it has seen, from Last-Event-ID. */
export async function streamChanges(ctx: Ctx, feed: ChangeFeed, after: string | undefined): Promise<PassThrough> {
  requireStaff(ctx.actor);
  if (feed.isFull) throw streamsExhausted();
  const stream = new PassThrough();
  const send = (text: string): void => {
    if (stream.writableLength > maxWaitingBytes) stream.destroy();
    else if (stream.writable) stream.write(text);
  };
  const seen = readPlace(after);
  const stop = feed.listen({ tell: (change) => send(toMessage(change)), end: () => stream.end() });
  const beat = setInterval(() => send('event: beat\ndata: {}\n\n'), beatMs);
  const end = setTimeout(() => stream.end(), longestMs);
  stream.once('close', () => {
    stop();
    clearInterval(beat);
    clearTimeout(end);
  });
  send('retry: 1000\n\n');
  try {
    // A board that was away for too long, or never there, reads everything once.
    const missed = seen && (await feed.since(seen));
    send(missed === undefined ? await resetMessage(ctx) : toMessage(missed));
    return stream;
  } catch (error) {
    // Nobody will ever read it, so it would neither end nor close by itself, and its place would stay taken.
    stream.destroy();
    throw error;
  }
}

const toMessage = ({ place, cases }: Change): string =>
  `id: ${place}\nevent: changed\ndata: ${JSON.stringify({ cases })}\n\n`;

/** After a quiet night the last event is old; a place of a moment ago means the same and can be gone on from. */
async function resetMessage(ctx: Ctx): Promise<string> {
  const { eventId, seq } = await findEnds(ctx.db);
  const lately = firstIdAt('evt', addSeconds(ctx.clock.now(), -lateS));
  return `id: ${writePlace({ eventId: eventId > lately ? eventId : lately, seq })}\nevent: reset\ndata: {}\n\n`;
}

const streamsExhausted = () =>
  new AppError('service_unavailable', 'Too many boards are open here; try again.', { status: 503, retryAfterS: 5 });
