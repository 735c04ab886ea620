// Readers of an institution's events: each follows its own cursor and polls at a steady pace.
import { setTimeout as pause } from 'node:timers/promises';
import { answerStartAndStop } from '#bench/service/child';

/** Once stopped, each reader continues until a page is empty. */
export type ReadOrder = {
  readonly url: string;
  readonly key: string;
  readonly readers: number;
  readonly everyMs: number;
};

export type Reading = {
  readonly latenciesMs: readonly number[];
  readonly errors: number;
  /** How many different events each reader has seen. */
  readonly seen: readonly number[];
};

type Page = { readonly data: readonly { readonly id: string }[]; readonly next_cursor: string | null };

async function readAll({ url, key, readers, everyMs }: ReadOrder, stop: AbortSignal): Promise<Reading> {
  const latenciesMs: number[] = [];
  let errors = 0;
  const startAt = performance.now();

  async function readPage(cursor: string | null): Promise<Page | undefined> {
    const sentAt = performance.now();
    const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}?order=asc&limit=100${query}`, { headers }).catch(() => undefined);
    const page = response?.status === 200 ? ((await response.json()) as Page) : undefined;
    if (page === undefined) errors += 1;
    else latenciesMs.push(performance.now() - sentAt);
    return page;
  }

  async function read(reader: number): Promise<number> {
    const seen = new Set<string>();
    let cursor: string | null = null;
    for (let turn = 0; ; turn += 1) {
      // They begin one after another, so that their polls are spread out.
      const wait = startAt + (turn + reader / readers) * everyMs - performance.now();
      if (wait > 0) await pause(wait);
      const stopped = stop.aborted;
      const page = await readPage(cursor);
      for (const { id } of page?.data ?? []) seen.add(id);
      cursor = page?.next_cursor ?? cursor;
      if (stopped && (page === undefined || page.data.length === 0)) return seen.size;
    }
  }

  const seen = await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  return { latenciesMs, errors, seen };
}

answerStartAndStop(readAll);
