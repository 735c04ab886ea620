import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { enabledByDefault, featureNames, programNames, type FlagName } from './rules.ts';
import type { FeatureFlags } from './schemas.ts';
import { listFlags } from './store.ts';

export async function getFeatureFlags(ctx: Ctx): Promise<FeatureFlags> {
  requireStaff(ctx.actor);
  const set = new Map((await listFlags(ctx.db)).map(({ name, open }) => [name, open]));
  const state = <N extends FlagName>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, set.get(name) ?? enabledByDefault(ctx.config, name)])) as Record<
      N,
      boolean
    >;
  return { ...state(programNames), features: state(featureNames) };
}
