import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { getEndpoint } from './get-endpoint.ts';
import { updatePromoted } from './store.ts';
import type { EndpointKey } from '../rules.ts';
import type { Endpoint } from './schemas.ts';

/** Ends the overlap now: from the next attempt on only the new secret signs. */
export async function promoteSecret(ctx: Ctx, key: EndpointKey): Promise<Endpoint> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => updatePromoted(tx.db, key, tx.clock.now()));
  return getEndpoint(ctx, key);
}
