import { queryOptions } from '@tanstack/react-query';
import { isPollingPaused } from './live.ts';
import { recordServerTime, request } from './request.ts';
import { recordStaff } from './session.ts';
import type { Case, Columns, Load, Me, ResponseOf, Snapshot } from './types.ts';

/** Requests a response that carries the server's time, and records that time. */
async function requestTimed<T extends { readonly at: string }>(path: string): Promise<T> {
  const response = await request<T>(path);
  recordServerTime(response.at);
  return response;
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await request<Me>('/me');
    recordStaff(me.id);
    return me;
  },
  staleTime: 5 * 60_000,
  // Another user may have signed in in another tab.
  refetchOnWindowFocus: 'always',
});

export const columnsQuery = (test: boolean) =>
  queryOptions({
    queryKey: ['columns', test],
    queryFn: () => requestTimed<Columns>(`/board/columns${test ? '?test=true' : ''}`),
  });

export const caseQuery = (id: string) =>
  queryOptions({ queryKey: ['case', id], queryFn: () => requestTimed<Case>(`/board/cases/${encodeURIComponent(id)}`) });

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: () => request<ResponseOf<'board.search'>>(`/board/search?q=${encodeURIComponent(text)}`),
    enabled: text.trim().length >= 2,
    staleTime: 10_000,
  });

export const workloadQuery = queryOptions({
  queryKey: ['load'],
  queryFn: () => requestTimed<Load>('/board/load'),
  refetchInterval: () => (isPollingPaused() ? false : 15_000),
});

export const snapshotQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['snapshot', id],
    queryFn: () => request<Snapshot>(`/snapshots/${id}`),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });
