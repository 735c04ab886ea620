import { usePagedList } from '#ui/paged-list.ts';
import { useTenant, type QueryOf, type Response } from '#portal/api.ts';
import { requestAt } from '#portal/request.ts';

type ListPage = Response<'GET /referrals'>;
export type ListedReferral = ListPage['data'][number];
type Page = ListPage & { readonly complete?: boolean };

export type ReferralFilter = {
  readonly q: string;
  readonly status: ListedReferral['status'] | '';
  readonly from: string;
  readonly to: string;
};

export const noFilter: ReferralFilter = { q: '', status: '', from: '', to: '' };

/** Shorter texts are not searched: they would match half of all referrals. */
export const isSearch = ({ q }: ReferralFilter): boolean => q.trim().length >= 2;

/** Days are of the reader's own calendar; the last one is included. */
export function toListFilter({ status, from, to }: ReferralFilter): QueryOf<'GET /referrals.csv'> {
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(status === '' ? {} : { status }),
    ...(from === '' ? {} : { created_from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === '' ? {} : { created_to: end.toISOString() }),
  };
}

/** Referrals page by page. The search text is sent in a body, since it may be personal data and others store URLs. */
export function useReferrals(filter: ReferralFilter) {
  const { base } = useTenant();
  const query = toListFilter(filter);
  const q = isSearch(filter) ? filter.q.trim() : '';
  const list = usePagedList([base, '/referrals', q, query], (cursor, signal): Promise<Page> => {
    const asked = { ...query, ...cursor };
    if (q !== '') return requestAt(base, 'POST /referrals/search', { body: { ...asked, q }, signal });
    return requestAt(base, 'GET /referrals', { query: asked, signal });
  });
  return { ...list, complete: list.pages?.every((page) => page.complete !== false) ?? true };
}
