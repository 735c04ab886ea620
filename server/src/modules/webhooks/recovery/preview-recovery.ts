import type { Ctx } from '#context';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import type { EndpointKey } from '../rules.ts';
import { previewRecoverable } from './recoverable-store.ts';
import { toRecoveryScope, type RecoveryRequest } from './rules.ts';
import type { RecoveryPreviewView } from '../history/portal-schemas.ts';

/** What a recovery would resend, before anybody presses; counted by the condition that the recovery itself uses. */
export async function previewRecovery(
  ctx: Ctx,
  key: EndpointKey,
  request: RecoveryRequest,
): Promise<RecoveryPreviewView> {
  const { id } = await getEndpoint(ctx, key);
  const scope = toRecoveryScope(id, request, ctx.clock.now());
  const { total, oldest, newest, samples } = await previewRecoverable(ctx.db, scope);
  return {
    object: 'portal.recovery_preview',
    since: scope.since.toISOString(),
    until: scope.until.toISOString(),
    total,
    oldest: oldest?.toISOString() ?? null,
    newest: newest?.toISOString() ?? null,
    samples: samples.map(({ id: deliveryId, event_id, event_type, state, created_at }) => ({
      delivery_id: deliveryId,
      event_id,
      type: event_type,
      state,
      created_at: new Date(created_at).toISOString(),
    })),
  };
}
