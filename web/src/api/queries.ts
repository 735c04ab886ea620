import { queryOptions } from '@tanstack/react-query';
import { isResting } from './live.ts';
import { noteAnswerTime, request } from './request.ts';
import { noteStaff } from './session.ts';
import type { Card, Case, Columns, List, Load, Me } from './types.ts';

/** Reads an answer that says when it was made. */
async function timed<T extends { readonly at: string }>(path: string): Promise<T> {
  const answer = await request<T>(path);
  noteAnswerTime(answer.at);
  return answer;
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await request<Me>('/me');
    noteStaff(me.id);
    return me;
  },
  staleTime: 5 * 60_000,
  // Another tab may have signed somebody else in.
  refetchOnWindowFocus: 'always',
});

export const columnsQuery = (test: boolean) =>
  queryOptions({
    queryKey: ['columns', test],
    queryFn: () => timed<Columns>(`/board/columns${test ? '?test=true' : ''}`),
  });

export const caseQuery = (id: string) =>
  queryOptions({ queryKey: ['case', id], queryFn: () => timed<Case>(`/board/cases/${encodeURIComponent(id)}`) });

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: () => request<List<Card>>(`/board/search?q=${encodeURIComponent(text)}`),
    enabled: text.trim().length >= 2,
    staleTime: 10_000,
  });

export const loadQuery = queryOptions({
  queryKey: ['load'],
  queryFn: () => timed<Load>('/board/load'),
  refetchInterval: () => (isResting() ? false : 15_000),
});

export type Comparable = {
  readonly source: string;
  readonly source_id: string;
  readonly year: number;
  readonly trim: string | null;
  readonly price: number;
  readonly miles: number | null;
  readonly state: string | null;
};

export const snapshotQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['snapshot', id],
    queryFn: () => request<{ comparables: readonly Comparable[]; synthetic: boolean }>(`/snapshots/${id}`),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });
