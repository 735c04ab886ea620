import type { Tx } from '#context';
import type { EndpointRow } from './store.ts';
import type { Endpoint } from './schemas.ts';

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
