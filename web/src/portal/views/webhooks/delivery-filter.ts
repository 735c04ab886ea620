import type { QueryOf } from '#portal/operations.ts';

const names = ['state', 'status', 'endpoint_id', 'type', 'event_id', 'object_id', 'since', 'until'] as const;

/** The search filters, as in the page's URL. Times are in the user's time zone, to the minute. */
export type DeliveryFilter = { readonly [Name in (typeof names)[number]]?: string };

/** Whatever else is in an address is left out. */
export const readFilter = (search: Readonly<Record<string, unknown>>): DeliveryFilter =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
    }),
  );

/** The query of a search; a time without a zone is the visitor's, and one that cannot be read is left out. */
export function toQuery({ since, until, ...rest }: DeliveryFilter): QueryOf<'GET /deliveries'> {
  const times = Object.entries({ since, until }).flatMap(([name, value]) => {
    const at = value === undefined ? NaN : Date.parse(value);
    return Number.isNaN(at) ? [] : [[name, new Date(at).toISOString()] as const];
  });
  return { ...rest, ...Object.fromEntries(times) } as QueryOf<'GET /deliveries'>;
}
