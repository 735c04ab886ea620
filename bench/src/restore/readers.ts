// Partners that follow GET /events by its cursor, and what they have seen.
export type Reader = { cursor: string | undefined; readonly seen: Map<string, number> };

/** An api, and the key by which it knows the reader. */
type Service = { readonly port: number; readonly key: string };

type Page = {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

export const newReader = (): Reader => ({ cursor: undefined, seen: new Map() });

/** The same partner, to be sent to another copy of the service. */
export const copyReader = ({ cursor, seen }: Reader): Reader => ({ cursor, seen: new Map(seen) });

const perPage = 25;

/** Reads on to the end, or for so many pages. */
export async function readOn({ port, key }: Service, reader: Reader, pages = Infinity): Promise<void> {
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams({ order: 'asc', limit: String(perPage) });
    if (reader.cursor !== undefined) query.set('cursor', reader.cursor);
    const answer = await fetch(`http://127.0.0.1:${port}/api/gap/v1/events?${query}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    if (!answer.ok) throw new Error(`GET /events answered ${answer.status}: ${await answer.text()}`);
    const { data, has_more: more, next_cursor: next } = (await answer.json()) as Page;
    for (const { id } of data) reader.seen.set(id, (reader.seen.get(id) ?? 0) + 1);
    reader.cursor = next ?? reader.cursor;
    if (!more) return;
  }
}

/** How often an event came that had come before. */
export const countRepeats = ({ seen }: Reader): number => [...seen.values()].reduce((sum, times) => sum + times - 1, 0);
