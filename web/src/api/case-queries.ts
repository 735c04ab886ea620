import { queryOptions } from '@tanstack/react-query';
import { isPollingPaused } from './live.ts';
import { request } from './request.ts';
import type { Person, PersonScope } from './types.ts';

// Queries that only case pages use; the first page loads without them.

/** Loaded only while a user writes a message, not when a case is viewed. */
export const templatesQuery = (caseId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'templates'],
    queryFn: () => request('GET /cases/{consultation_id}/templates', { path: { consultation_id: caseId } }),
    enabled: isOpen,
  });

export const snapshotQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['snapshot', id],
    queryFn: () => request('GET /snapshots/{snapshot_id}', { path: { snapshot_id: id ?? '' } }),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });

export const appraisalQuery = (caseId: string) =>
  queryOptions({
    // Part of the case, so that whatever changes the case refetches it.
    queryKey: ['case', caseId, 'appraisal'],
    queryFn: () => request('GET /cases/{consultation_id}/appraisal', { path: { consultation_id: caseId } }),
  });

/** Findings about the insurer's reports; loaded only if the case has a report. */
export const reportCheckQuery = (caseId: string, hasReports: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'report-check'],
    queryFn: () => request('GET /cases/{consultation_id}/report-check', { path: { consultation_id: caseId } }),
    enabled: hasReports,
  });

export const exposureQuery = (caseId: string, referralId: string) =>
  queryOptions({
    // Part of the case: a settlement changes it.
    queryKey: ['case', caseId, 'exposure'],
    queryFn: () => request('GET /referrals/{referral_id}/exposure', { path: { referral_id: referralId } }),
  });

/** Every fact of a case with its sources and changes; loaded when a user edits the facts or opens the history. */
export const factsQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['case', caseId, 'facts'],
    queryFn: () => request('GET /cases/{consultation_id}/facts', { path: { consultation_id: caseId } }),
  });

/** The shortest VIN prefix that can be decoded. */
const vinMin = 11;

export const vinQuery = (vin: string) =>
  queryOptions({
    queryKey: ['vin', vin],
    queryFn: () => request('POST /vin-decodings', { body: { vin } }),
    enabled: vin.length >= vinMin && vin.length <= 17,
    staleTime: Infinity,
    retry: false,
  });

/** Sourced facts about a state; loaded when a user opens the panel. */
export const stateFactsQuery = (state: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['state', state],
    queryFn: () => request('GET /board/states/{state}/facts', { path: { state } }),
    enabled: isOpen,
    staleTime: Infinity,
  });

/** Polled while a worker erases, so that the user who requested it sees the progress. */
const erasureLookMs = 1500;

/** Legal holds on a case's personal data, and the outcome of its erasure; loaded when a user opens the panel. */
export const personQuery = (caseId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'person'],
    queryFn: () => request('GET /cases/{consultation_id}/person', { path: { consultation_id: caseId } }),
    enabled: isOpen,
    refetchInterval: ({ state: { data } }) => (isErasing(data) && !isPollingPaused() ? erasureLookMs : false),
  });

export const isErasing = (person: Person | undefined): boolean =>
  person?.erasure?.state === 'waiting' || person?.erasure?.state === 'running';

/** The query searches every table for the customer, so it is loaded only when a user is about to erase. */
export const erasurePreviewQuery = (caseId: string, scope: PersonScope, isOpen: boolean) =>
  queryOptions({
    queryKey: ['case', caseId, 'erasure-preview', scope],
    queryFn: () =>
      request('GET /cases/{consultation_id}/erasure-preview', {
        path: { consultation_id: caseId },
        query: { scope: scope },
      }),
    enabled: isOpen,
    staleTime: 10_000,
    retry: false,
  });
