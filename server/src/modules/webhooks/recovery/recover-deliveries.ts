import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { lockNames, transact } from '#platform/db';
import { recoveryRunning } from '../errors.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import type { EndpointKey } from '../rules.ts';
import { toRecoveryScope, type RecoveryRequest } from './rules.ts';
import type { Recovery } from '../history/schemas.ts';
import { previewRecoverable } from './recoverable-store.ts';
import { insertRecovery, listRecoveryRows } from './recovery-store.ts';

type Wanted = RecoveryRequest & { readonly perMinute: number | undefined; readonly dryRun: boolean };

/** Counts what would be resent and, unless it is a dry run, starts to resend it, in a lane of its own; one at a time. */
export async function recoverDeliveries(ctx: Ctx, key: EndpointKey, request: Wanted): Promise<Recovery> {
  const now = ctx.clock.now();
  const { id: endpointId } = await getEndpoint(ctx, key);
  const scope = toRecoveryScope(endpointId, request, now);
  const { total } = await previewRecoverable(ctx.db, scope);
  if (request.dryRun) return { object: 'gap.recovery', id: null, status: 'dry_run', total, recovered: 0 };
  const id = newId('rcv', now);
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/recovery/${endpointId}`]);
    const [latest] = await listRecoveryRows(tx.db, key, 1);
    if (latest?.status === 'running') throw recoveryRunning();
    const { since, until, states, eventTypes } = scope;
    insertRecovery(tx.db, {
      id,
      endpoint_id: endpointId,
      since,
      until,
      states: [...states],
      event_types: eventTypes && [...eventTypes],
      per_minute: request.perMinute ?? null,
      total,
      created_at: now,
    });
  });
  return { object: 'gap.recovery', id, status: 'running', total, recovered: 0 };
}
