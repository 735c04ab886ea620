/** Filters of the list, as they are in the address and in the call. */
const requestFilters = [
  'status',
  'method',
  'code',
  'route',
  'credential_id',
  'object_id',
  'request_id',
  'created_from',
  'created_to',
] as const;

export type RequestSearch = { readonly [Name in (typeof requestFilters)[number]]?: string };

export const readRequestSearch = (search: Record<string, unknown>): RequestSearch =>
  Object.fromEntries(
    requestFilters.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 200)]] : [];
    }),
  );
