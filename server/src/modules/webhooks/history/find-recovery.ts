import type { Ctx } from '#context';
import type { Recovery } from './schemas.ts';
import { findLatestRecovery } from './recovery-store.ts';

/** The progress of the last recovery of an endpoint. */
export async function findRecovery(ctx: Ctx, endpointId: string): Promise<Recovery | undefined> {
  const row = await findLatestRecovery(ctx.db, endpointId);
  if (row === undefined) return undefined;
  const { id, status, total, recovered } = row;
  return { object: 'gap.recovery', id, status: status as Recovery['status'], total, recovered };
}
