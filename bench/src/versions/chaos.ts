// Two versions together: an older api and worker run on today's schema next to today's. What they write is compared
// column by
// column with what today's version writes for the same requests, and each version must complete the work that the
// other began.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { generateListings } from '@makewhole/server/src/modules/vehicles/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { cast } from '@makewhole/server/src/entrypoints/demo/cast.ts';
import { conclude } from '#bench/report';
import { type Cluster, startCluster, withClient } from '#bench/service/cluster';
import { benchPolicy, migrate, repositoryRoot, serviceEnv } from '#bench/service/service';
import { makeStaffToken } from '#bench/service/stage';
import { NoOldCode, type OldCode, checkOutOldCode } from './old-code.ts';
import { type FlowRun, type Pair, type Version, runPair } from './run-pair.ts';
import { compareShapes } from './shapes.ts';

// Allowed differences between what an older version and today's version write, and why they do no harm. Any other
// difference is a fault.

type Allowed = {
  /** A table, a column, or a prefix of its name. */
  readonly at: string;
  readonly why: string;
  /** But not in these flows. */
  readonly except?: readonly string[];
  /** In this flow alone. */
  readonly only?: string;
};

const allowed: readonly Allowed[] = [
  { at: 'platform.processes', why: 'who is running, one row for each process' },
  { at: 'platform.data_keys', why: 'which keys are written with, reported by each process' },
  { at: 'platform.counters', why: 'calls of a minute' },
  { at: 'platform.recent_calls', why: 'calls of a minute' },
  { at: 'credentials.agent_keys', why: 'when it was used last, minutes apart', except: ['an agent registers'] },
  { at: 'credentials.partner_keys', why: 'when it was used last, minutes apart', except: ['an institution is set up'] },
  { at: 'staff.tokens', why: 'when it was used last, minutes apart' },
  { at: 'market.models', why: 'rated by a sweep, some at a time' },
  { at: 'market.listings', why: 'removed by a sweep, some at a time' },
  { at: 'market.past_listings', why: 'kept by a sweep, some at a time' },
  { at: 'market.snapshots.figures.rates', why: 'of a model that the sweep has rated by then, some at a time' },
  { at: 'events.closed_days', why: 'noted by a sweep once a day is over' },
  { at: 'status.samples', why: 'one a minute, and everything in it is measured' },
  { at: 'customers.budgets.part', why: 'one of some parts, by chance' },
  {
    at: 'webhooks.endpoints',
    why: 'its health is written when a connection shows a certificate, which a resumed session does not, or an attempt is slow',
    except: ['an agent registers', 'an institution is set up', 'an endpoint fails and recovers'],
  },
  { at: 'webhooks.shards', why: 'which worker delivers for which endpoints' },
];

type Where = { readonly name: string; readonly flow: string };

const findAllowance = ({ name, flow }: Where): string | undefined =>
  allowed.find(
    ({ at, except, only }) =>
      (name === at || name.startsWith(`${at}.`)) &&
      except?.includes(flow) !== true &&
      (only === undefined || only === flow),
  )?.why;

/** Bugs that a run must find: a column that only today's version fills. */
const faults = ['column'] as const;
type Fault = (typeof faults)[number];

type Options = {
  readonly size: Size;
  readonly old?: string;
  readonly inject: Fault | undefined;
  readonly logs: string | undefined;
};

const template = 'versions';

async function runTwoVersions(closing: RunStack, { size, old: wanted, inject, logs }: Options): Promise<boolean> {
  const oldCode = findOldCode(closing, wanted);
  if (typeof oldCode === 'string') {
    console.log(`Two versions were not tried: ${oldCode}.`);
    return conclude({ chaos: 'versions', size, skipped: oldCode }, []);
  }
  const { commit, newestMigration } = oldCode;
  console.log(`${commit}, up to migration ${newestMigration}, on today's schema`);
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const staffToken = await makeTemplate(cluster, inject);
  const own = { name: 'new', root: repositoryRoot, env: inject === undefined ? {} : injectedEnv } as const;
  const older = { name: 'old', root: oldCode.root, env: {} } as const;

  const references: (readonly FlowRun[])[] = [];
  const found: Found[] = [];
  for (const pair of pairsOf(own, older, size)) {
    const startedAt = performance.now();
    const runs = await runPair(pair, { cluster, template, staffToken, logs });
    const isReference = pair.api === own && pair.workers.every((worker) => worker === own);
    if (isReference) references.push(runs);
    found.push(...failuresOf(pair, runs), ...(isReference ? [] : differencesOf(pair, runs, references)));
    console.log(`${pair.name}: ${runs.length} flows in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  return report({ size, inject, oldCode, flows: references[0]?.length ?? 0, found });
}

function findOldCode(closing: RunStack, wanted: string | undefined): OldCode | string {
  try {
    return checkOutOldCode(closing, wanted);
  } catch (error) {
    if (error instanceof NoOldCode) return error.message;
    throw error;
  }
}

/**
 * Today's version twice, to learn which values differ between runs; then the older one in each part. Today's version
 * reads all results.
 */
function pairsOf(own: Version, older: Version, size: Size): readonly Pair[] {
  const pair = (name: string, api: Version, ...workers: Version[]): Pair => ({ name, api, workers, reader: own });
  const all = [
    pair('new api, new worker', own, own),
    pair('new api, new worker, again', own, own),
    pair('old api, old worker', older, older),
    pair('old api, new worker', older, own),
    pair('new api, old worker', own, older),
    pair('old api, both workers', older, older, own),
  ];
  if (size === 'full') return all;
  return all.filter((_, index) => (size === 'quick' ? index !== 1 : index === 0 || index === 5));
}

const injectedColumn = 'injected_place';
const injectedEnv = { PGOPTIONS: '-c makewhole.version=today' };

/** A migrated database with an administrator and a market. */
async function makeTemplate(cluster: Cluster, inject: Options['inject']): Promise<string> {
  const databaseUrl = await cluster.createDatabase(template);
  await migrate(databaseUrl);
  const env = { ...serviceEnv, NODE_ENV: 'development', DATABASE_URL: databaseUrl };
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-versions', readConfig(env, 'worker', { policy: benchPolicy }), {
    logTo: nowhere,
  });
  const like = cast.map(({ zip, vehicle: { year, make, model } }) => ({ year, make, model, zip }));
  await generateListings(service.ctx, { seed: 7, rows: 8_000, like }).finally(() => service.close());
  if (inject === 'column')
    await withClient(databaseUrl, (client) =>
      // As if today's code wrote a column that the previous code does not have.
      client.query(`alter table intakes.intakes add column ${injectedColumn} bigint;
        create function intakes.inject() returns trigger language plpgsql as $$
        begin
          if current_setting('makewhole.version', true) = 'today' then new.${injectedColumn} := 1; end if;
          return new;
        end $$;
        create trigger inject before insert on intakes.intakes for each row execute function intakes.inject()`),
    );
  return makeStaffToken(databaseUrl);
}

type Found = {
  readonly pair: string;
  readonly flow: string;
  readonly name: string;
  readonly expected: string;
  readonly found: string;
};

const failuresOf = ({ name: pair }: Pair, runs: readonly FlowRun[]): readonly Found[] =>
  runs.flatMap(({ name: flow, failure }) =>
    failure === undefined ? [] : [{ pair, flow, name: 'the flow itself', expected: 'done', found: failure }],
  );

function differencesOf(
  { name: pair }: Pair,
  runs: readonly FlowRun[],
  references: readonly (readonly FlowRun[])[],
): readonly Found[] {
  return runs.flatMap(({ name: flow, shapes, failure }, index) => {
    // The remains of an unfinished flow would make all later flows differ.
    if (failure !== undefined) return [];
    const expected = references.map((reference) => reference[index]?.shapes ?? new Map());
    return compareShapes(expected, shapes).map((one) => ({ pair, flow, ...one }));
  });
}

type Reported = {
  readonly size: Size;
  readonly inject: Options['inject'];
  readonly oldCode: OldCode;
  readonly flows: number;
  readonly found: readonly Found[];
};

function report({ size, inject, oldCode: { commit, newestMigration }, flows, found }: Reported): boolean {
  const allowed = found.filter((one) => findAllowance(one) !== undefined);
  const unallowed = found.filter((one) => !allowed.includes(one));
  for (const one of unallowed)
    console.log(`${one.pair}: ${one.flow}: ${one.name}: ${one.found}, and ${one.expected} by today's version alone`);
  const columns = (some: readonly Found[]): readonly string[] => [...new Set(some.map(({ name }) => name))].toSorted();
  const figures = {
    chaos: 'versions',
    size,
    inject: inject ?? null,
    old: commit,
    old_migration: newestMigration,
    flows,
    allowed: columns(allowed),
    unallowed: columns(unallowed),
  };
  if (inject !== undefined) {
    const caught = unallowed.filter(({ name }) => name === `intakes.intakes.${injectedColumn}`).length;
    return conclude(figures, [{ name: 'injected column noticed', value: caught, atLeast: 1 }]);
  }
  return conclude(figures, [
    { name: 'flows', value: flows, atLeast: 20 },
    { name: 'differences that nobody allowed', value: unallowed.length, atMost: 0 },
  ]);
}

export const instrument: Instrument<Fault> = {
  faults,
  takes: ['old'],
  run: runTwoVersions,
};
