import { isMakewholeError, type MakewholeError } from './errors.ts';
import type { Page } from './list.ts';
import { isPassing } from './retry-rules.ts';
import { pause } from './transport.ts';

export type WatchOptions = {
  /** The position to continue from, from an earlier run; default: the oldest stored event. */
  readonly cursor?: string | undefined;
  /** How long to wait if there is nothing new; default: 5,000. */
  readonly pollMs?: number | undefined;
  /** Ends the loop without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the service does not respond; the loop continues. */
  readonly onError?: ((error: MakewholeError) => void) | undefined;
};

export type WatchedEvent<E> = {
  readonly event: E;
  /** Store it after you handled the event: a loop that starts there misses nothing, and may repeat some events. */
  readonly cursor: string | undefined;
};

const defaultPollMs = 5_000;

/** A longer Retry-After is retried after an hour; a timer of a month would fire immediately. */
const longestWaitS = 3600;

type Read<E> = (cursor: string | undefined) => Promise<Page<E>>;

/** Every event in order, and then each new one, until the signal ends it. Temporary failures do not end it. */
export async function* watchEvents<E>(read: Read<E>, options: WatchOptions): AsyncGenerator<WatchedEvent<E>, void> {
  const { pollMs = defaultPollMs, signal, onError } = options;
  let { cursor } = options;
  for (;;) {
    if (signal?.aborted) return;
    const { page, retryAfterS = 0 } = await readOn(read, cursor, { signal, onError });
    if (page !== undefined) {
      // The service gives one cursor per page, so within a page the previous cursor applies.
      const next = page.next_cursor ?? cursor;
      for (const [index, event] of page.data.entries()) {
        yield { event, cursor: index === page.data.length - 1 ? next : cursor };
        if (signal?.aborted) return;
      }
      cursor = next;
    }
    if (page?.has_more) continue;
    await waitFor(Math.max(pollMs, Math.min(retryAfterS, longestWaitS) * 1000), signal);
  }
}

type Reporting = Pick<WatchOptions, 'signal' | 'onError'>;

/** Has no page after a temporary failure, which may state when to retry. */
type Answered<E> = { readonly page?: Page<E>; readonly retryAfterS?: number | undefined };

async function readOn<E>(
  read: Read<E>,
  cursor: string | undefined,
  { signal, onError }: Reporting,
): Promise<Answered<E>> {
  try {
    return { page: await read(cursor) };
  } catch (error) {
    if (signal?.aborted) return {};
    if (!isMakewholeError(error) || !isPassing(error)) throw error;
    onError?.(error);
    return { retryAfterS: error.retryAfterS };
  }
}

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pause(ms, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
