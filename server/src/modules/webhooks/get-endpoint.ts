import type { Ctx, Tx } from '#context';
import { notFound } from '#platform/errors';
import { findPartnerEndpoint, listPartnerEndpoints, type EndpointRow } from './partner-endpoint-store.ts';
import type { Endpoint } from './schemas.ts';

/** An endpoint of the account; another account's is not there. */
export async function getEndpoint(ctx: Ctx | Tx, accountId: string, id: string): Promise<Endpoint> {
  const row = await findPartnerEndpoint(ctx.db, id);
  if (row === undefined || row.account_id !== accountId) throw endpointNotFound();
  return toEndpoint(row, ctx);
}

export async function listEndpoints(ctx: Ctx, accountId: string): Promise<Endpoint[]> {
  return (await listPartnerEndpoints(ctx.db, accountId)).map((row) => toEndpoint(row, ctx));
}

export const endpointNotFound = () => notFound('No webhook endpoint has this id.');

export function toEndpoint(row: EndpointRow, ctx: Pick<Tx, 'clock' | 'config'>): Endpoint {
  const { overlap_started_at: startedAt, overlap_ends_at: endsAt } = row;
  const rotating = startedAt !== null && endsAt !== null && ctx.clock.now() < endsAt;
  return {
    id: row.id,
    object: 'gap.webhook_endpoint',
    url: row.url,
    livemode: row.livemode,
    payload: row.payload,
    secret_kind: row.secret_kind === 'gap' ? 'gap' : 'standard',
    event_types: row.event_types,
    status: row.status,
    deprecated: row.payload === 'full',
    sunset_at: row.payload === 'full' ? (ctx.config.fullPayloadSunset ?? null) : null,
    rotation: rotating ? { started_at: startedAt.toISOString(), overlap_ends_at: endsAt.toISOString() } : null,
    created_at: row.created_at.toISOString(),
  };
}
