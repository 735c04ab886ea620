import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { toast } from '#ui/toast.ts';
import { request, type Call } from './request.ts';
import type { Operations } from './types.gen.ts';

/** What an operation answers with, and what it takes, by its name in openapi/portal.json. */
export type Response<Name extends keyof Operations> = Operations[Name] extends { readonly response: infer R }
  ? R
  : never;
export type Body<Name extends keyof Operations> = Operations[Name] extends { readonly body: infer B } ? B : never;

export type Me = Response<'portal-users.get-me'>;
type Institution = Response<'portal-users.get-institution'>;
export type Permission = Institution['permissions'][number];

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => request<Me>('/me') });

/** Whose pages these are: the institution and the mode of the address. */
export function useTenant(): { readonly institutionId: string; readonly mode: 'live' | 'test'; readonly base: string } {
  const { institutionId = '', mode = 'test' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  return { institutionId, mode: mode === 'live' ? 'live' : 'test', base: `/${institutionId}/${mode}` };
}

/** The institution, the mode and what the user may do there; below the shell it is always known. */
export function usePortal() {
  const place = useTenant();
  const { data } = useSuspenseQuery({
    queryKey: [place.base, 'institution'],
    queryFn: () => request<Institution>(`${place.base}/institution`),
    staleTime: 60_000,
  });
  return { ...place, institution: data, may: (permission: Permission) => data.permissions.includes(permission) };
}

/** Reads below the institution and the mode: `usePortalQuery<'webhooks.portal-list-endpoints'>('/endpoints')`. */
export function usePortalQuery<Name extends keyof Operations>(
  path: string,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number | false } = {},
) {
  const { base } = useTenant();
  return useQuery({
    queryKey: [base, path],
    queryFn: ({ signal }) => request<Response<Name>>(`${base}${path}`, { signal }),
    ...options,
  });
}

type Action = Omit<Call, 'signal'> & { readonly path: string };

/** Sends a change below the institution and the mode, says that it was done, and reads again what it may have changed. */
export function usePortalAction<Name extends keyof Operations>(
  success: string | ((response: Response<Name>) => string | undefined),
  onSuccess?: (response: Response<Name>) => void,
) {
  const { base } = useTenant();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ path, method = 'POST', body }: Action) =>
      request<Response<Name>>(`${base}${path}`, { method, ...(body === undefined ? {} : { body }) }),
    onSuccess: (response) => {
      const said = typeof success === 'string' ? success : success(response);
      if (said !== undefined) toast(said);
      onSuccess?.(response);
      void queries.invalidateQueries({ queryKey: [base] });
    },
  });
}
