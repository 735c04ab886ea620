import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { toast } from '#ui/toast.ts';
import { toAddress, type CallArgument } from '#lib/calls.ts';
import type { PortalCall, Response, TenantOperation, TenantReading } from './operations.ts';
import { request, requestAny, requestAt } from './request.ts';

export type { Body, QueryOf, Response } from './operations.ts';

export type Me = Response<'GET /me'>;
type Institution = Response<'GET /institution'>;
export type Permission = Institution['permissions'][number];

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => request('GET /me') });

/** The institution and the mode from the page's URL. */
export function useTenant(): { readonly institutionId: string; readonly mode: 'live' | 'test'; readonly base: string } {
  const { institutionId = '', mode = 'test' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  return { institutionId, mode: mode === 'live' ? 'live' : 'test', base: `/${institutionId}/${mode}` };
}

/** The institution, the mode and the user's permissions; always defined below the shell. */
export function usePortal() {
  const place = useTenant();
  const { data } = useSuspenseQuery({
    queryKey: [place.base, 'institution'],
    queryFn: () => requestAt(place.base, 'GET /institution'),
    staleTime: 60_000,
  });
  return { ...place, institution: data, may: (permission: Permission) => data.permissions.includes(permission) };
}

type Watching = { readonly enabled?: boolean; readonly refetchInterval?: number | false };

/** Reads for the institution and the mode: `usePortalQuery('GET /endpoints')`. */
export function usePortalQuery<Key extends TenantReading>(
  key: Key,
  ...[call]: CallArgument<PortalCall<Key>, Watching>
) {
  const { base } = useTenant();
  const { enabled, refetchInterval, ...asked } = (call ?? {}) as Watching & PortalCall<Key>;
  return useQuery({
    queryKey: [base, toAddress(key, asked).path],
    queryFn: ({ signal }) => requestAny(base, key, { ...asked, signal } as unknown as PortalCall<Key>),
    enabled: enabled ?? true,
    refetchInterval: refetchInterval ?? false,
  });
}

/** Sends a change for the institution and the mode, confirms it, and refetches everything it may have changed. */
export function usePortalAction<Key extends TenantOperation>(
  key: Key,
  success: string | ((response: Response<Key>) => string | undefined),
  onSuccess?: (response: Response<Key>) => void,
) {
  const { base } = useTenant();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (call: PortalCall<Key>) => requestAny(base, key, call),
    onSuccess: (response) => {
      const said = typeof success === 'string' ? success : success(response);
      if (said !== undefined) toast(said);
      onSuccess?.(response);
      void queries.invalidateQueries({ queryKey: [base] });
    },
  });
}
