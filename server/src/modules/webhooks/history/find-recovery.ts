import type { Ctx } from '#context';
import type { Recovery } from './schemas.ts';
import type { EndpointKey } from '../rules.ts';
import { findLatestRecovery } from './recovery-store.ts';

/** The progress of the last recovery of an endpoint. */
export async function findRecovery(ctx: Ctx, key: EndpointKey): Promise<Recovery | undefined> {
  const row = await findLatestRecovery(ctx.db, key);
  if (row === undefined) return undefined;
  const { id, status, total, recovered } = row;
  return { object: 'gap.recovery', id, status: status as Recovery['status'], total, recovered };
}
