import type { Rx } from '#context';
import { enabledByDefault, featureNames, type FeatureName } from './rules.ts';
import { listFlags } from './store.ts';

/** Which features are enabled, in one statement. */
export async function listFeatures(ctx: Pick<Rx, 'config' | 'db'>): Promise<Readonly<Record<FeatureName, boolean>>> {
  const set = new Map((await listFlags(ctx.db)).map(({ name, open }) => [name, open]));
  const states = featureNames.map((name) => [name, set.get(name) ?? enabledByDefault(ctx.config, name)] as const);
  return Object.fromEntries(states) as Record<FeatureName, boolean>;
}
