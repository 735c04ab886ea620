import type { Ctx } from '#context';
import type { Recovery } from '../history/schemas.ts';
import type { EndpointKey } from '../rules.ts';
import { listRecoveryRows } from './recovery-store.ts';

/** The progress of the last recovery of an endpoint. */
export async function findRecovery(ctx: Ctx, key: EndpointKey): Promise<Recovery | undefined> {
  const [row] = await listRecoveryRows(ctx.db, key, 1);
  if (row === undefined) return undefined;
  const { id, status, total, recovered } = row;
  return { object: 'gap.recovery', id, status: status as Recovery['status'], total, recovered };
}
