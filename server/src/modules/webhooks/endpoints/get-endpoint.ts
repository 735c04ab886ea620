import type { Ctx, Tx } from '#context';
import { endpointNotFound } from '../errors.ts';
import type { EndpointKey } from '../rules.ts';
import { findPartnerEndpoint } from './store.ts';
import type { Endpoint } from './schemas.ts';
import { toEndpoint } from './to-endpoint.ts';

/** An endpoint of the account; not found for another account. */
export async function getEndpoint(ctx: Ctx | Tx, key: EndpointKey): Promise<Endpoint> {
  const row = await findPartnerEndpoint(ctx.db, key);
  if (row === undefined) throw endpointNotFound();
  return toEndpoint(row, ctx);
}
