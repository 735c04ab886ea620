import { useInfiniteQuery } from '@tanstack/react-query';
import { useTenant } from '#portal/api.ts';
import { request } from '#portal/request.ts';

type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null };

/** A long list below the institution and the mode, read page by page. */
export function usePages<T>(path: string, query: Readonly<Record<string, string>>) {
  const { base } = useTenant();
  const found = useInfiniteQuery({
    queryKey: [base, path, query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return request<Page<T>>(`${base}${path}?${new URLSearchParams({ ...query, ...cursor }).toString()}`, { signal });
    },
    getNextPageParam: (page) => page.next_cursor,
  });
  return {
    rows: found.data?.pages.flatMap((page) => page.data),
    error: found.error,
    isFetching: found.isFetching,
    loadMore: found.hasNextPage ? () => void found.fetchNextPage() : undefined,
  };
}
