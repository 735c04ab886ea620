export type Page<T> = {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

/** A list that is read page by page, on demand. */
export type List<T> = AsyncIterable<T> & {
  /** Only the first page, or the one at the `cursor` of the filter. */
  page(): Promise<Page<T>>;
  pages(): AsyncIterable<Page<T>>;
};

export function createList<T>(read: (cursor: string | undefined) => Promise<Page<T>>, first?: string): List<T> {
  async function* pages(): AsyncGenerator<Page<T>, void> {
    for (let cursor = first; ;) {
      const page = await read(cursor);
      yield page;
      if (!page.has_more || page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }
  return {
    page: () => read(first),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}
