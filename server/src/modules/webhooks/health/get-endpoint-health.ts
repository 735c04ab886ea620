import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import type { EndpointHealthView } from './schemas.ts';
import { endpointNotFound } from '../errors.ts';
import { getHealthFacts } from './store.ts';
import { findPartnerEndpoint } from '../endpoints/store.ts';
import type { EndpointKey } from '../rules.ts';
import { toHealth } from './view-rules.ts';

/** The health of an endpoint: its last results, its pending deliveries, the last 24 hours. */
export async function getEndpointHealth(ctx: Ctx, key: EndpointKey): Promise<EndpointHealthView> {
  const now = ctx.clock.now();
  const row = await findPartnerEndpoint(ctx.db, key);
  if (row === undefined) throw endpointNotFound();
  const facts = await getHealthFacts(ctx.db, row.id, { since: addHours(now, -24), now });
  return { object: 'gap.webhook_endpoint_health', endpoint_id: row.id, ...toHealth(row, facts) };
}
