import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { PagedList } from '#ui/paged-table.tsx';
import { request } from './request.ts';
import type { List } from './types.ts';

/** Reads a list page by page with cursors. `path` includes the filters. */
export function usePagedList<T>(queryKey: readonly unknown[], path: string): PagedList<T> {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      request<List<T>>(pageParam === '' ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => (next === null ? undefined : encodeURIComponent(next)),
    placeholderData: keepPreviousData,
  });
  return {
    rows: data?.pages.flatMap((page) => page.data),
    error,
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
    isFetching,
  };
}
