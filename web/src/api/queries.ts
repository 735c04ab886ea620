import { queryOptions } from '@tanstack/react-query';
import { isPollingPaused } from './live.ts';
import { post, request } from './request.ts';
import { recordServerTime } from '#lib/server-time.ts';
import { recordStaff } from './session.ts';
import type {
  Appraisal,
  Case,
  CaseFacts,
  Columns,
  CustomerRequest,
  DecodedVin,
  ErasurePreview,
  StateFacts,
  Exposure,
  Load,
  Me,
  Mine,
  Person,
  PersonScope,
  ReportCheck,
  ResponseOf,
  Snapshot,
  TelephoneWording,
  Templates,
} from './types.ts';

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

export const mineQuery = queryOptions({
  queryKey: ['mine'],
  queryFn: () => requestTimed<Mine>('/board/mine'),
  // Also tells the service that the user is there, to whom promised calls are offered first.
  refetchInterval: () => (isPollingPaused() ? false : 60_000),
});

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: () => request<ResponseOf<'access.list-colleagues'>>('/colleagues'),
  staleTime: 60_000,
});

export const telephoneWordingQuery = queryOptions({
  queryKey: ['telephone-wording'],
  queryFn: () => request<TelephoneWording>('/telephone-wording'),
  refetchOnMount: 'always',
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

/** Only while somebody writes: looking at a case reads none of it. */
export const templatesQuery = (caseId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'templates'],
    queryFn: () => request<Templates>(`/cases/${encodeURIComponent(caseId)}/templates`),
    enabled: isOpen,
  });

export const snapshotQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['snapshot', id],
    queryFn: () => request<Snapshot>(`/snapshots/${id}`),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });

export const appraisalQuery = (caseId: string) =>
  queryOptions({
    // Part of the case, so that whatever changes the case refetches it.
    queryKey: ['case', caseId, 'appraisal'],
    queryFn: () => request<Appraisal>(`/cases/${encodeURIComponent(caseId)}/appraisal`),
  });

/** What was found about the insurer's reports; only where there is one. */
export const reportCheckQuery = (caseId: string, hasReports: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'report-check'],
    queryFn: () => request<ReportCheck>(`/cases/${encodeURIComponent(caseId)}/report-check`),
    enabled: hasReports,
  });

export const exposureQuery = (caseId: string, referralId: string) =>
  queryOptions({
    // Part of the case: a settlement changes it.
    queryKey: ['case', caseId, 'exposure'],
    queryFn: () => request<Exposure>(`/referrals/${encodeURIComponent(referralId)}/exposure`),
  });

/** Every fact of a case with its sources and changes; read when somebody edits or asks for the history. */
export const factsQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['case', caseId, 'facts'],
    queryFn: () => request<CaseFacts>(`/cases/${encodeURIComponent(caseId)}/facts`),
  });

/** Characters from which a VIN tells something. */
const vinMin = 11;

export const vinQuery = (vin: string) =>
  queryOptions({
    queryKey: ['vin', vin],
    queryFn: () => post<DecodedVin>('/vin-decodings', { vin }),
    enabled: vin.length >= vinMin && vin.length <= 17,
    staleTime: Infinity,
    retry: false,
  });

/** What sources say about a state; read when somebody opens it. */
export const stateFactsQuery = (state: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['state', state],
    queryFn: () => request<StateFacts>(`/board/states/${encodeURIComponent(state)}/facts`),
    enabled: isOpen,
    staleTime: Infinity,
  });

/** While a worker erases, whoever asked for it watches. */
const erasureLookMs = 1500;

/** What keeps the personal data of a case, and what became of its erasure; read when somebody opens it. */
export const personQuery = (caseId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'person'],
    queryFn: () => request<Person>(`/cases/${encodeURIComponent(caseId)}/person`),
    enabled: isOpen,
    refetchInterval: ({ state: { data } }) => (isErasing(data) && !isPollingPaused() ? erasureLookMs : false),
  });

export const isErasing = (person: Person | undefined): boolean =>
  person?.erasure?.state === 'waiting' || person?.erasure?.state === 'running';

/** It looks for the customer in every table, so it is read only while somebody is about to erase. */
export const erasurePreviewQuery = (caseId: string, scope: PersonScope, isOpen: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'erasure-preview', scope],
    queryFn: () => request<ErasurePreview>(`/cases/${encodeURIComponent(caseId)}/erasure-preview?scope=${scope}`),
    enabled: isOpen,
    staleTime: 10_000,
    retry: false,
  });

export const customerRequestsQuery = queryOptions({
  queryKey: ['customer-requests'],
  queryFn: () => request<{ readonly data: readonly CustomerRequest[] }>('/customer-requests'),
});
