import type { CommandFailed } from '../command-failed.ts';
import { persist } from '../persist.ts';
import { wait } from '../wait.ts';
import type { EventSource, LoggedEvent } from './event-source.ts';
import type { Start } from './read-since.ts';

export type Following = {
  readonly source: EventSource;
  readonly start: Start;
  readonly pollMs: number;
  readonly signal: AbortSignal;
  /** Of which events the body is wanted. */
  readonly withBody: (event: LoggedEvent) => boolean;
  /** Called once the position to continue from is known: nothing that happens from then on is missed. */
  onReady?(): void;
  /** Called when the server stops answering, and once more when it answers again. */
  onTrouble(failure: CommandFailed | undefined): void;
};

export type Followed = {
  readonly event: LoggedEvent;
  /** The position after it; inside of a page, where the page began. Nothing before the first page has ended. */
  readonly cursor: string | undefined;
  /** Where the page began: from there on this event comes again. */
  readonly before: string | undefined;
  /** Nothing for events whose body is not wanted. */
  readonly body: string | undefined;
};

/**
 * Every event from the start on, then each new one, until the signal ends it. A failure that passes does not end it.
 */
export async function* watchEvents(following: Following): AsyncGenerator<Followed> {
  const { source, start, pollMs, signal, withBody, onReady, onTrouble } = following;
  const ask = <T>(call: () => Promise<T>) => persist(call, { pollMs, signal, onTrouble });
  let from: Start | undefined = start.kind === 'now' ? undefined : start;
  let cursor = start.kind === 'cursor' ? start.cursor : undefined;
  let seen: string | undefined;
  if (from === undefined) {
    const newest = await ask(() => findNewest(source));
    if (newest === undefined) return;
    [from, seen] = [newest.start, newest.id];
    if (from.kind === 'cursor') ({ cursor } = from);
  }
  onReady?.();
  const createdFrom = from.kind === 'time' ? from.at : undefined;
  for (;;) {
    const before = cursor;
    const page = await ask(() => source.page({ order: 'asc', cursor: before, createdFrom }));
    if (page === undefined) return;
    const next = page.next_cursor ?? cursor;
    for (const [index, event] of page.data.entries()) {
      if (signal.aborted) return;
      if (event.id === seen) continue;
      const body = withBody(event) ? await ask(() => source.bodyOf(event)) : undefined;
      if (signal.aborted) return;
      // A page has one cursor, so inside of it is still the one before, unless every event is one.
      const inside = source.cursorIsId === true ? event.id : cursor;
      yield { event, body, before, cursor: index === page.data.length - 1 ? next : inside };
    }
    cursor = next;
    if (!page.has_more) await wait(pollMs, signal);
    if (signal.aborted) return;
  }
}

/** By the order of the log and not by our clock: from the newest event on, without that one. */
async function findNewest(source: EventSource): Promise<{ start: Start; id: string | undefined }> {
  const { data, next_cursor } = await source.page({ order: 'desc', limit: 1 });
  const [newest] = data;
  if (newest === undefined) return { start: { kind: 'beginning' }, id: undefined };
  // A page of one ends at the newest. Where it is the only one there is no cursor, and its time is as good.
  const cursor = source.cursorIsId === true ? newest.id : next_cursor;
  const start: Start = cursor === null ? { kind: 'time', at: newest.created_at } : { kind: 'cursor', cursor };
  return { start, id: newest.id };
}
