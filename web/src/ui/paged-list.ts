import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

type Page = { readonly data: readonly unknown[]; readonly next_cursor: string | null };

/** Where a page begins, as a call's query has it; nothing for the first. */
export type Cursor = { readonly cursor?: string };

/**
 * A list that is read page by page. When the query changes, the previous pages stay until the new ones load, unless
 * `keep` is false.
 */
export function usePagedList<One extends Page>(
  queryKey: readonly unknown[],
  read: (cursor: Cursor, signal: AbortSignal) => Promise<One>,
  { keep = true }: { readonly keep?: boolean } = {},
) {
  const { data, error, hasNextPage, fetchNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === '' ? {} : { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
  return {
    pages: data?.pages,
    rows: data?.pages.flatMap((page) => page.data) as One['data'] | undefined,
    error,
    isFetching,
    refetch,
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}
