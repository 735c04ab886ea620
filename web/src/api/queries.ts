import { queryOptions } from '@tanstack/react-query';
import { isPollingPaused } from './live.ts';
import { request } from './request.ts';
import { recordServerTime } from '#lib/server-time.ts';
import { recordStaff } from './session.ts';

/** For responses with the server's time, which this records. */
async function timed<T extends { readonly at: string }>(asked: Promise<T>): Promise<T> {
  const response = await asked;
  recordServerTime(response.at);
  return response;
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await request('GET /me');
    recordStaff(me.id);
    return me;
  },
  staleTime: 5 * 60_000,
  // Another user may have signed in from another tab.
  refetchOnWindowFocus: 'always',
});

export const columnsQuery = (test: boolean) =>
  queryOptions({
    queryKey: ['columns', test],
    queryFn: () => timed(request('GET /board/columns', { query: test ? { test: 'true' } : {} })),
  });

export const mineQuery = queryOptions({
  queryKey: ['mine'],
  queryFn: () => timed(request('GET /board/mine')),
  // This request also marks the user as present; the service offers promised callbacks to present users first.
  refetchInterval: () => (isPollingPaused() ? false : 60_000),
});

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: () => request('GET /colleagues'),
  staleTime: 60_000,
});

export const telephoneWordingQuery = queryOptions({
  queryKey: ['telephone-wording'],
  queryFn: () => request('GET /telephone-wording'),
  refetchOnMount: 'always',
});

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ['case', id],
    queryFn: () => timed(request('GET /board/cases/{consultation_id}', { path: { consultation_id: id } })),
  });

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: () => request('GET /board/search', { query: { q: text } }),
    enabled: text.trim().length >= 2,
    staleTime: 10_000,
  });

export const workloadQuery = queryOptions({
  queryKey: ['load'],
  queryFn: () => timed(request('GET /board/load')),
  refetchInterval: () => (isPollingPaused() ? false : 15_000),
});

export const customerRequestsQuery = queryOptions({
  queryKey: ['customer-requests'],
  queryFn: () => request('GET /customer-requests'),
});
