// Two versions at once: an older api and worker on today's schema, beside today's. Whatever they write is compared with what
// today's version writes for the same requests, column by column, and whatever one begins the other must end.
import { createService } from '@makewhole/server/src/app/composition.ts';
import { generateListings } from '@makewhole/server/src/modules/market/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { cast } from '@makewhole/server/src/start/demo/cast.ts';
import { Writable } from 'node:stream';
import { conclude } from '#bench/report/report';
import { makeStaffToken } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import { migrate, repositoryRoot, serviceEnv } from '#bench/service/service';
import type { Size } from '#bench/size';
import { findAllowance } from './allowed.ts';
import { checkOutOldCode, NoOldCode, type OldCode } from './old-code.ts';
import { runPair, type FlowRun, type Pair, type Version } from './run-pair.ts';
import { compareShapes } from './shapes.ts';

/** Bugs to see that a run finds them: a column that only today's version fills. */
export const plants = ['column'] as const;

type Options = {
  readonly size: Size;
  readonly old: string | undefined;
  readonly plant: (typeof plants)[number] | undefined;
  readonly logs: string | undefined;
};

const template = 'versions';

export async function faultVersions(closing: RunStack, { size, old: wanted, plant, logs }: Options): Promise<boolean> {
  const oldCode = findOldCode(closing, wanted);
  if (typeof oldCode === 'string') {
    console.log(`Two versions were not tried: ${oldCode}.`);
    return conclude({ fault: 'versions', size, skipped: oldCode }, []);
  }
  const { commit, newestMigration } = oldCode;
  console.log(`${commit}, up to migration ${newestMigration}, on today's schema`);
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const staffToken = await makeTemplate(cluster, plant);
  const own = { name: 'new', root: repositoryRoot, env: plant === undefined ? {} : plantedEnv } as const;
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
  return report({ size, plant, oldCode, flows: references[0]?.length ?? 0, found });
}

function findOldCode(closing: RunStack, wanted: string | undefined): OldCode | string {
  try {
    return checkOutOldCode(closing, wanted);
  } catch (error) {
    if (error instanceof NoOldCode) return error.message;
    throw error;
  }
}

/** Today's version twice, to know what differs from run to run; then the older one in every part. Today's reads it all. */
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

const plantedColumn = 'planted_place';
const plantedEnv = { PGOPTIONS: '-c makewhole.version=today' };

/** A migrated database with an administrator and a market. */
async function makeTemplate(cluster: Cluster, plant: Options['plant']): Promise<string> {
  const databaseUrl = await cluster.createDatabase(template);
  await migrate(databaseUrl);
  const env = { ...serviceEnv, NODE_ENV: 'development', DATABASE_URL: databaseUrl };
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-versions', readConfig(env, 'worker'), { logTo: nowhere });
  const like = cast.map(({ zip, vehicle: { year, make, model } }) => ({ year, make, model, zip }));
  await generateListings(service.ctx, { seed: 7, rows: 8_000, like }).finally(() => service.close());
  if (plant === 'column')
    await withClient(databaseUrl, (client) =>
      // As if today's code wrote a column that the code before does not know.
      client.query(`alter table intakes.intakes add column ${plantedColumn} bigint;
        create function intakes.plant() returns trigger language plpgsql as $$
        begin
          if current_setting('makewhole.version', true) = 'today' then new.${plantedColumn} := 1; end if;
          return new;
        end $$;
        create trigger plant before insert on intakes.intakes for each row execute function intakes.plant()`),
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
    // What a flow left that did not come to its end differs in everything that follows.
    if (failure !== undefined) return [];
    const expected = references.map((reference) => reference[index]?.shapes ?? new Map());
    return compareShapes(expected, shapes).map((one) => ({ pair, flow, ...one }));
  });
}

type Reported = {
  readonly size: Size;
  readonly plant: Options['plant'];
  readonly oldCode: OldCode;
  readonly flows: number;
  readonly found: readonly Found[];
};

function report({ size, plant, oldCode: { commit, newestMigration }, flows, found }: Reported): boolean {
  const allowed = found.filter((one) => findAllowance(one, newestMigration) !== undefined);
  const faults = found.filter((one) => !allowed.includes(one));
  for (const one of faults)
    console.log(`${one.pair}: ${one.flow}: ${one.name}: ${one.found}, and ${one.expected} by today's version alone`);
  const columns = (some: readonly Found[]): readonly string[] => [...new Set(some.map(({ name }) => name))].toSorted();
  const figures = {
    fault: 'versions',
    size,
    plant: plant ?? null,
    old: commit,
    old_migration: newestMigration,
    flows,
    allowed: columns(allowed),
    faults: columns(faults),
  };
  if (plant !== undefined) {
    const caught = faults.filter(({ name }) => name === `intakes.intakes.${plantedColumn}`).length;
    return conclude(figures, [{ name: 'planted column noticed', value: caught, atLeast: 1 }]);
  }
  return conclude(figures, [
    { name: 'flows', value: flows, atLeast: 20 },
    { name: 'differences that nobody allowed', value: faults.length, atMost: 0 },
  ]);
}
