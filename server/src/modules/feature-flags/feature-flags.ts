import { requireStaff } from '#actor';
import type { Ctx, Rx } from '#context';
import { prepared, transact, type Db, type TxDb } from '#platform/db';
import { enabledByDefault, featureNames, programNames, type FeatureName, type FlagName } from './rules.ts';
import type { FeatureFlags, FeatureFlagsPatch } from './schemas.ts';

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

/** Read from the database each time, together with other reads, so that a change is in force everywhere at once. */
export async function isEnabled(ctx: Pick<Rx, 'config' | 'db'>, name: FlagName): Promise<boolean> {
  const row = await findFlag(ctx.db, name);
  return row?.open ?? enabledByDefault(ctx.config, name);
}

/** Which features are enabled, in one statement. */
export async function listFeatures(ctx: Pick<Rx, 'config' | 'db'>): Promise<Readonly<Record<FeatureName, boolean>>> {
  const set = new Map((await listFlags(ctx.db)).map(({ name, open }) => [name, open]));
  const states = featureNames.map((name) => [name, set.get(name) ?? enabledByDefault(ctx.config, name)] as const);
  return Object.fromEntries(states) as Record<FeatureName, boolean>;
}

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

const one = prepared<[name: string], { open: boolean }>(
  'feature-flags.find',
  'select open from switches.switches where name = $1',
);

const findFlag = (db: Db, name: string) => db.find(one(name));

const all = prepared<[], { name: string; open: boolean }>(
  'feature-flags.list',
  'select name, open from switches.switches',
);

const listFlags = (db: Db) => db.many(all());

const set = prepared<[name: string, open: boolean, now: Date, staffId: string], never>(
  'feature-flags.set',
  `insert into switches.switches (name, open, changed_at, changed_by) values ($1, $2, $3, $4)
   on conflict (name) do update set open = excluded.open, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
);

type FlagChange = {
  readonly name: string;
  readonly enabled: boolean;
  readonly now: Date;
  readonly staffId: string;
};

function upsertFlag(db: TxDb, change: FlagChange): void {
  db.write(set(change.name, change.enabled, change.now, change.staffId));
}
