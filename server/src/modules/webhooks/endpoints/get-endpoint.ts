import type { Ctx, Tx } from '#context';
import { endpointNotFound } from '../errors.ts';
import { findPartnerEndpoint } from './store.ts';
import type { Endpoint } from './schemas.ts';
import { toEndpoint } from './to-endpoint.ts';

/** An endpoint of the account; not found for another account. */
export async function getEndpoint(ctx: Ctx | Tx, accountId: string, id: string): Promise<Endpoint> {
  const row = await findPartnerEndpoint(ctx.db, id);
  if (row === undefined || row.account_id !== accountId) throw endpointNotFound();
  return toEndpoint(row, ctx);
}
