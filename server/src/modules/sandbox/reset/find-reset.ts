import type { Ctx } from '#context';
import type { ResetView } from '../schemas.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { findLatestReset } from './store.ts';
import { toResetView } from './to-reset-view.ts';

/** The last reset of a sandbox, with how far it is. */
export async function findReset(ctx: Ctx, { institutionId }: SandboxTenant): Promise<ResetView | undefined> {
  const reset = await findLatestReset(ctx.db, institutionId);
  return reset && toResetView(reset);
}
