import type { Ctx } from '#context';
import { listPartnerEndpoints } from './store.ts';
import type { Endpoint } from './schemas.ts';
import { toEndpoint } from './to-endpoint.ts';

export async function listEndpoints(ctx: Ctx, accountId: string): Promise<Endpoint[]> {
  return (await listPartnerEndpoints(ctx.db, accountId)).map((row) => toEndpoint(row, ctx));
}
