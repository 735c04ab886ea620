import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { cancelPending } from './cancel-deliveries.ts';
import { endpointIssues } from './create-endpoint.ts';
import { getEndpoint } from './get-endpoint.ts';
import { deletePartnerEndpoint, updatePartnerEndpoint } from './partner-endpoint-store.ts';
import type { Endpoint, EndpointPatch } from './schemas.ts';

/** Another address, other types, or a pause; deliveries that wait go to what is then in force. */
export async function changeEndpoint(
  ctx: Ctx,
  { accountId, id }: { accountId: string; id: string },
  patch: EndpointPatch,
): Promise<Endpoint> {
  const before = await getEndpoint(ctx, accountId, id);
  const issues = endpointIssues({ url: patch.url, eventTypes: patch.event_types });
  if (issues.length > 0) throw validationFailed(issues);
  // A new address has not failed yet, and one that was off is tried afresh.
  const moved = patch.url !== undefined && patch.url !== before.url;
  const revived = patch.status === 'enabled' && before.status === 'disabled';
  const forgotten = moved || revived ? { failing_since: null, warned_at: null } : {};
  await transact(ctx, async (tx) => {
    updatePartnerEndpoint(tx.db, id, { ...patch, ...forgotten, updated_at: tx.clock.now() });
  });
  return getEndpoint(ctx, accountId, id);
}

/** The endpoint is gone, and what it was still to be told is canceled. */
export async function removeEndpoint(ctx: Ctx, accountId: string, id: string): Promise<void> {
  await getEndpoint(ctx, accountId, id);
  await transact(ctx, async (tx) => {
    deletePartnerEndpoint(tx.db, id);
  });
  await cancelPending(ctx, id);
}
