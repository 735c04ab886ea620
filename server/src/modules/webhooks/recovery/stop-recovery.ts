import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { recoveryNotRunning } from '../errors.ts';
import { listRecoveries } from './list-recoveries.ts';
import type { RecoveryView } from '../history/portal-schemas.ts';
import { updateRecoveryStopped, type RecoveryKey } from './recovery-store.ts';

/** Puts nothing more back; what is in the queue already is delivered. */
export async function stopRecovery(ctx: Ctx, key: RecoveryKey): Promise<RecoveryView[]> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => {
    const stopped = await updateRecoveryStopped(tx.db, key, tx.clock.now());
    if (stopped === undefined) throw recoveryNotRunning();
  });
  return listRecoveries(ctx, key);
}
