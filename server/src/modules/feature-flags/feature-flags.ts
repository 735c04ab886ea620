import { requireStaff } from '#actor';
import type { Ctx, Rx } from '#context';
import { prepared, transact, type Db, type TxDb } from '#platform/db';
import { enabledByDefault, featureNames, programNames, type FeatureName, type FlagName } from './rules.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';

const featureStates = {
  referral_sandbox: Type.Boolean(),
  partner_security_platform: Type.Boolean(),
  signed_credentials: Type.Boolean(),
  review_records: Type.Boolean(),
};

const featureFlagsSchema = Type.Object(
  {
    intake_program_open: Type.Boolean(),
    registration_open: Type.Boolean(),
    features: Type.Object(featureStates, closed),
  },
  closed,
);

const featureFlagsPatchSchema = Type.Object(
  {
    intake_program_open: Type.Optional(Type.Boolean()),
    registration_open: Type.Optional(Type.Boolean()),
    features: Type.Optional(Type.Partial(Type.Object(featureStates, closed), closed)),
  },
  closed,
);

type FeatureFlags = Static<typeof featureFlagsSchema>;
type FeatureFlagsPatch = Static<typeof featureFlagsPatchSchema>;

export const featureFlagStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/settings',
    {
      config: { operation: 'switches.get', audience: 'staff', summary: 'Retrieve the feature flags.' },
      schema: { response: { 200: featureFlagsSchema } },
    },
    async (request) => getFeatureFlags(request.ctx),
  );

  app.patch(
    '/settings',
    {
      config: {
        operation: 'switches.set',
        audience: 'staff',
        summary: 'Update feature flags; they take effect at once.',
      },
      schema: { body: featureFlagsPatchSchema, response: { 200: featureFlagsSchema } },
    },
    async (request) => updateFeatureFlags(request.ctx, request.body),
  );
};

async function getFeatureFlags(ctx: Ctx): Promise<FeatureFlags> {
  requireStaff(ctx.actor);
  const set = new Map((await listFlags(ctx.db)).map(({ name, open }) => [name, open]));
  const state = <N extends FlagName>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, set.get(name) ?? enabledByDefault(ctx.config, name)])) as Record<
      N,
      boolean
    >;
  return { ...state(programNames), features: state(featureNames) };
}

/** Read from the database each time, together with other reads, so that a change takes effect everywhere immediately. */
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
async function updateFeatureFlags(ctx: Ctx, patch: FeatureFlagsPatch): Promise<FeatureFlags> {
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
  'select open from feature_flags.flags where name = $1',
);

const findFlag = (db: Db, name: string) => db.find(one(name));

const all = prepared<[], { name: string; open: boolean }>(
  'feature-flags.list',
  'select name, open from feature_flags.flags',
);

const listFlags = (db: Db) => db.many(all());

const set = prepared<[name: string, open: boolean, now: Date, staffId: string], never>(
  'feature-flags.set',
  `insert into feature_flags.flags (name, open, changed_at, changed_by) values ($1, $2, $3, $4)
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
