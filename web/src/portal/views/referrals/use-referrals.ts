import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTenant, type Response } from '#portal/api.ts';
import { request } from '#portal/request.ts';

type ListPage = Response<'referrals.portal-list'>;
export type ListedReferral = ListPage['data'][number];
type Page = ListPage & { readonly complete?: boolean };

export type ReferralFilter = {
  readonly q: string;
  readonly status: string;
  readonly from: string;
  readonly to: string;
};

export const noFilter: ReferralFilter = { q: '', status: '', from: '', to: '' };

/** Shorter texts are not looked for: half of all would be found. */
export const isSearch = ({ q }: ReferralFilter): boolean => q.trim().length >= 2;

/** Days are of the reader's own calendar; the last one is included. */
export function toListFilter({ status, from, to }: ReferralFilter): Readonly<Record<string, string>> {
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(status === '' ? {} : { status }),
    ...(from === '' ? {} : { created_from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === '' ? {} : { created_to: end.toISOString() }),
  };
}

/** Referrals page by page. What is searched for is sent in a body, since it may be a person's; an address is kept by others. */
export function useReferrals(filter: ReferralFilter) {
  const { base } = useTenant();
  const query = toListFilter(filter);
  const q = isSearch(filter) ? filter.q.trim() : '';
  const list = useInfiniteQuery({
    queryKey: [base, '/referrals', q, query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const asked = { ...query, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      if (q !== '') return request<Page>(`${base}/referrals/search`, { method: 'POST', body: { ...asked, q }, signal });
      return request<Page>(`${base}/referrals?${new URLSearchParams(asked).toString()}`, { signal });
    },
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  return {
    rows: list.data?.pages.flatMap((page) => page.data),
    complete: list.data?.pages.every((page) => page.complete !== false) ?? true,
    error: list.error,
    isFetching: list.isFetching,
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
  };
}
