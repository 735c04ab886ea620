import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import type { EndpointKey } from '../rules.ts';
import type { Recovery } from './schemas.ts';
import { countRecoverable } from './store.ts';
import { insertRecovery } from './recovery-store.ts';

type RecoveryRequest = {
  readonly since: Date;
  readonly until: Date | undefined;
  readonly states: readonly string[] | undefined;
  readonly dryRun: boolean;
};

/** Counts what would be resent and, unless it is a dry run, starts to resend it, in a lane of its own. */
export async function recoverDeliveries(ctx: Ctx, key: EndpointKey, request: RecoveryRequest): Promise<Recovery> {
  const now = ctx.clock.now();
  const { id: endpointId } = await getEndpoint(ctx, key);
  const { since } = request;
  // What this recovery resends is newer than its end, so it never processes its own deliveries.
  const until = request.until !== undefined && request.until < now ? request.until : now;
  const states = [...(request.states ?? ['exhausted', 'skipped'])];
  const total = await countRecoverable(ctx.db, { endpointId, since, until, states });
  if (request.dryRun) return { object: 'gap.recovery', id: null, status: 'dry_run', total, recovered: 0 };
  const id = newId('rcv', now);
  await transact(ctx, async (tx) => {
    insertRecovery(tx.db, { id, endpoint_id: endpointId, since, until, states, total, created_at: now });
  });
  return { object: 'gap.recovery', id, status: 'running', total, recovered: 0 };
}
