import type { Ctx } from '#context';
import { listPartnerEndpoints } from './store.ts';
import type { AccountMode } from '../rules.ts';
import type { Endpoint } from './schemas.ts';
import { toEndpoint } from './to-endpoint.ts';

export async function listEndpoints(ctx: Ctx, owner: AccountMode): Promise<Endpoint[]> {
  return (await listPartnerEndpoints(ctx.db, owner)).map((row) => toEndpoint(row, ctx));
}
