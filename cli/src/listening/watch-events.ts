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
  /** Selects the events whose body is needed. */
  readonly withBody: (event: LoggedEvent) => boolean;
  /** Called once the position to continue from is known; no later event is missed. */
  onReady?(): void;
  /** Called when the server stops responding, and again when it recovers. */
  onTrouble(failure: CommandFailed | undefined): void;
};

export type Followed = {
  readonly event: LoggedEvent;
  /**
   * The position after this event; within a page, the beginning of the page. Undefined before the first page has
   * ended.
   */
  readonly cursor: string | undefined;
  /** The beginning of the page; a reader that continues there gets this event again. */
  readonly before: string | undefined;
  /** Undefined for events whose body is not needed. */
  readonly body: string | undefined;
};

/** Every event from the start on, then each new one, until the signal ends it. Temporary failures do not end it. */
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
      // A page has one cursor, so within the page the previous cursor applies, unless every event is a cursor.
      const inside = source.cursorIsId === true ? event.id : cursor;
      yield { event, body, before, cursor: index === page.data.length - 1 ? next : inside };
    }
    cursor = next;
    if (!page.has_more) await wait(pollMs, signal);
    if (signal.aborted) return;
  }
}

/** By the order of the log and not by our clock: starts after the newest event. */
async function findNewest(source: EventSource): Promise<{ start: Start; id: string | undefined }> {
  const { data, next_cursor } = await source.page({ order: 'desc', limit: 1 });
  const [newest] = data;
  if (newest === undefined) return { start: { kind: 'beginning' }, id: undefined };
  // A page of one event ends at the newest. If that is the only event there is no cursor, and its time serves as one.
  const cursor = source.cursorIsId === true ? newest.id : next_cursor;
  const start: Start = cursor === null ? { kind: 'time', at: newest.created_at } : { kind: 'cursor', cursor };
  return { start, id: newest.id };
}
