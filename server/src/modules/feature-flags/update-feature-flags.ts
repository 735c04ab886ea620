import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { getFeatureFlags } from './get-feature-flags.ts';
import type { FeatureFlags, FeatureFlagsPatch } from './schemas.ts';
import { upsertFlag } from './store.ts';

/** Sets the flags that the patch contains and returns the state of all. */
export async function updateFeatureFlags(ctx: Ctx, patch: FeatureFlagsPatch): Promise<FeatureFlags> {
  const { staffId } = requireStaff(ctx.actor);
  const { features, ...programs } = patch;
  const changes = Object.entries({ ...programs, ...features });
  await transact(ctx, async (tx) => {
    for (const [name, open] of changes) upsertFlag(tx.db, { name, enabled: open, now: tx.clock.now(), staffId });
  });
  return getFeatureFlags(ctx);
}
