import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { getEndpoint } from './get-endpoint.ts';
import { updatePromoted } from './store.ts';
import type { EndpointKey } from './rotate-secret.ts';
import type { Endpoint } from './schemas.ts';

/** Ends the overlap now: from the next attempt on only the new secret signs. */
export async function promoteSecret(ctx: Ctx, { accountId, id }: EndpointKey): Promise<Endpoint> {
  await getEndpoint(ctx, accountId, id);
  await transact(ctx, async (tx) => updatePromoted(tx.db, id, tx.clock.now()));
  return getEndpoint(ctx, accountId, id);
}
