import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { request } from './request.ts';
import type { List } from './types.ts';

export type Pages<T> = {
  readonly rows: readonly T[] | undefined;
  readonly error: Error | null;
  /** Undefined at the end of the list. */
  readonly more: (() => void) | undefined;
  readonly isFetching: boolean;
};

/** A list that is read page after page, as far as somebody asks. `path` has its filters already. */
export function usePages<T>(name: readonly unknown[], path: string): Pages<T> {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [...name],
    queryFn: ({ pageParam }) =>
      request<List<T>>(pageParam === '' ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => (next === null ? undefined : encodeURIComponent(next)),
    placeholderData: keepPreviousData,
  });
  return {
    rows: data?.pages.flatMap((page) => page.data),
    error,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isFetching,
  };
}
