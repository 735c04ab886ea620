import type { Ctx } from '#context';
import { lockNames, transact } from '#platform/db';
import { rotationOver } from '../errors.ts';
import type { EndpointKey } from '../rules.ts';
import { getEndpoint } from './get-endpoint.ts';
import type { Endpoint } from './schemas.ts';
import { updateReverted } from './store.ts';

/** Goes back to the secret before the rotation, while both still sign; the new one signs nothing any more. */
export async function revertRotation(ctx: Ctx, key: EndpointKey): Promise<Endpoint> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/rotation/${key.id}`]);
    if ((await updateReverted(tx.db, key, tx.clock.now())) === undefined) throw rotationOver();
  });
  return getEndpoint(ctx, key);
}
