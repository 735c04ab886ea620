import { PassThrough } from 'node:stream';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { firstIdAt } from '#lib/tokens/ids';
import { AppError } from '#platform/errors';
import type { Change, ChangeFeed } from './change-feed.ts';
import { lateCommitS, parseCursor, formatCursor } from './rules.ts';
import { findLogEnds } from './change-store.ts';

/** A regular line keeps proxies from closing the connection, and shows the board that it is connected. */
const beatMs = 15_000;
/** A client that reads nothing for so long is gone; its buffer must not grow without bound. */
const maxWaitingBytes = 256 * 1024;
/** How long a stream outlives its session or token at most. */
const recheckMs = 2_000;
/** The stream ends by then, so that everything is checked again when the board reconnects. */
const longestMs = 5 * 60_000;

/** Opens the stream of one board; `after` is its cursor, from Last-Event-ID. */
export async function streamChanges(ctx: Ctx, feed: ChangeFeed, after: string | undefined): Promise<PassThrough> {
  requireStaff(ctx.actor);
  if (feed.isFull) throw streamsExhausted();
  const stream = new PassThrough();
  const send = (text: string): void => {
    if (stream.writableLength > maxWaitingBytes) stream.destroy();
    else if (stream.writable) stream.write(text);
  };
  // A database that does not respond proves nothing about the credential.
  const endIfRefused = (error: unknown): void => {
    if (error instanceof AppError) stream.end();
  };
  const seen = parseCursor(after);
  const stop = feed.listen({ notify: (change) => send(toMessage(change)), close: () => stream.end() });
  const beat = setInterval(() => send('event: beat\ndata: {}\n\n'), beatMs);
  const recheck = setInterval(() => void ctx.db.recheck().catch(endIfRefused), recheckMs);
  const end = setTimeout(() => stream.end(), longestMs);
  stream.once('close', () => {
    stop();
    clearInterval(beat);
    clearInterval(recheck);
    clearTimeout(end);
  });
  send('retry: 1000\n\n');
  try {
    // A board that was disconnected for too long, or never connected, reads everything again.
    const missed = seen && (await feed.since(seen));
    send(missed === undefined ? await resetMessage(ctx) : toMessage(missed));
    return stream;
  } catch (error) {
    // The stream will never be read, so it would not close automatically and would keep its slot.
    stream.destroy();
    throw error;
  }
}

const toMessage = ({ cursor, cases }: Change): string =>
  `id: ${cursor}\nevent: changed\ndata: ${JSON.stringify({ cases })}\n\n`;

/** After a quiet night the last event is too old to resume from; a cursor of a moment ago is equivalent. */
async function resetMessage(ctx: Ctx): Promise<string> {
  const { eventId, seq } = await findLogEnds(ctx.db);
  const lately = firstIdAt('evt', addSeconds(ctx.clock.now(), -lateCommitS));
  return `id: ${formatCursor({ eventId: eventId > lately ? eventId : lately, seq })}\nevent: reset\ndata: {}\n\n`;
}

const streamsExhausted = () =>
  new AppError('service_unavailable', 'Too many boards are open here; try again.', { status: 503, retryAfterS: 5 });
