import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { endpointNotFound } from '../errors.ts';
import type { EndpointKey } from '../rules.ts';
import { validateEndpoint } from './rules.ts';
import { getEndpoint } from './get-endpoint.ts';
import { updatePartnerEndpoint } from './store.ts';
import type { Endpoint, EndpointPatch } from './schemas.ts';

/** Another address, other types, or a pause; pending deliveries use what is then in force. */
export async function updateEndpoint(ctx: Ctx, key: EndpointKey, patch: EndpointPatch): Promise<Endpoint> {
  const before = await getEndpoint(ctx, key);
  const issues = validateEndpoint(ctx, { url: patch.url, eventTypes: patch.event_types });
  if (issues.length > 0) throw validationFailed(issues);
  // A new address has not failed yet, and one that was disabled starts without a history.
  const moved = patch.url !== undefined && patch.url !== before.url;
  const revived = patch.status === 'enabled' && before.status === 'disabled';
  const healthReset = moved || revived ? { failing_since: null, warned_at: null } : {};
  const otherHost = moved ? { certificate_ends_at: null } : {};
  await transact(ctx, async (tx) => {
    const change = { ...patch, ...healthReset, ...otherHost, updated_at: tx.clock.now() };
    if ((await updatePartnerEndpoint(tx.db, key, change)) === undefined) throw endpointNotFound();
  });
  return getEndpoint(ctx, key);
}
