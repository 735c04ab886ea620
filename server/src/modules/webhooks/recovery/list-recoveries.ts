import type { Ctx } from '#context';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import type { EndpointKey } from '../rules.ts';
import type { RecoveryView } from '../history/portal-schemas.ts';
import { toRecoveryView } from './rules.ts';
import { listRecoveryRows } from './recovery-store.ts';

/** As many as somebody looks through. */
const listed = 20;

/** The last recoveries of an endpoint, the latest first. */
export async function listRecoveries(ctx: Ctx, key: EndpointKey): Promise<RecoveryView[]> {
  await getEndpoint(ctx, key);
  return (await listRecoveryRows(ctx.db, key, listed)).map((row) => toRecoveryView(row, ctx.clock.now()));
}
