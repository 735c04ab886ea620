// Whether a credential that has ended still does something: requests with slow bodies race its end, and the write-ahead log
// says which of the two committed first.
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { conclude, printTable } from '#bench/report/report';
import { setStage } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { withClient } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startReadyApi } from '#bench/service/service';
import type { Size } from '#bench/size';
import { kinds, type Kind } from './kinds.ts';
import { measureCheck } from './measure-check.ts';
import { runRace, type Race } from './race.ts';

/** Bugs to see that a run finds them: no second check; a check whose lock nobody waits for, with slow commits. */
export const plants = ['unchecked', 'unlocked'] as const;
type Plant = (typeof plants)[number];

type Options = { readonly size: Size; readonly seed: number; readonly plant: Plant | undefined };

/** Races are pairs of a request and the end of its credential. */
const races = { smoke: 240, quick: 2_000, full: 10_000 };
/** Rounds in which the cost of the check is measured, each with it and without. */
const rounds = { smoke: 2, quick: 12, full: 20 };
const requestsPerCredential = 4;
const atOnce = 6;
/** Fewer on either side, and the two were not close. */
const leastShare = 0.05;

const planted: Readonly<Record<Plant, string>> = {
  unchecked: `create or replace function access.refuse_credential(reason text) returns void language plpgsql as 'begin end'`,
  unlocked: `create or replace function access.lock_owner() returns trigger language plpgsql as 'begin return null; end';
    create function slow_commit() returns trigger language plpgsql as 'begin perform pg_sleep(0.02); return null; end';
    create constraint trigger slow after insert on plans.enrollments deferrable initially deferred
      for each row execute function slow_commit()`,
};

export async function faultRevocation(closing: RunStack, { size, seed, plant }: Options): Promise<boolean> {
  const { databaseUrl } = await setStage(closing);
  const from = await prepare(databaseUrl, plant);
  const port = await freePort();
  const env = { GAP_REQUESTS_PER_MIN: '100000000', PUBLIC_BASE_URL: 'https://makewhole.example' };
  closing.adopt(await startReadyApi({ databaseUrl, port, env }), (api) => api.end('SIGKILL'));
  const ctx = openContext(closing, { ...serviceEnv, ...env, DATABASE_URL: databaseUrl });
  const startedAt = performance.now();
  const run = await runAll({ ctx, port, seed, wanted: races[size] });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const found = await compare(databaseUrl, run, from);
  printTable(['credential', 'requests', 'executed', 'refused', 'other', 'after its end'], found.rows);
  const { total } = found;
  const figures = { fault: 'revocation', size, seed, plant: plant ?? null, ...total, seconds };
  if (plant !== undefined)
    return conclude(figures, [{ name: 'executed after the end, as planted', value: total.late, atLeast: 1 }]);
  const cost = await measureCheck({ ctx, databaseUrl, port, rounds: rounds[size] });
  return conclude({ ...figures, ...cost }, [
    { name: 'races', value: total.races, atLeast: races[size] },
    { name: 'executed after the end', value: total.late, atMost: 0 },
    { name: 'answered otherwise than stored', value: total.untold, atMost: 0 },
    { name: 'answered neither 2xx, 401 nor 403', value: total.other, atMost: 0 },
    { name: 'share executed', value: total.executed / total.races, atLeast: leastShare },
    { name: 'share refused', value: total.refused / total.races, atLeast: leastShare },
  ]);
}

const prepare = (databaseUrl: string, plant: Plant | undefined): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    await client.query('create extension pg_walinspect');
    if (plant !== undefined) await client.query(planted[plant]);
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    return rows[0]?.lsn ?? '';
  });

function openContext(closing: RunStack, env: Readonly<Record<string, string>>): Ctx {
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('fault-revocation', readConfig(env, 'worker'), { logTo: nowhere });
  closing.adopt(service, (one) => one.close());
  return service.ctx;
}

type Run = { readonly ctx: Ctx; readonly port: number; readonly seed: number; readonly wanted: number };
type KindRace = Race & { readonly kind: Kind };

async function runAll({ ctx, port, seed, wanted }: Run): Promise<KindRace[]> {
  const random = seeded(seed);
  const names = Object.keys(kinds) as Kind[];
  const done: KindRace[] = [];
  let [turn, begun] = [0, 0];
  const line = async () => {
    while (begun < wanted) {
      const kind = names[turn++ % names.length] ?? 'bearer';
      const credential = await kinds[kind](ctx);
      begun += credential.requests ?? requestsPerCredential;
      done.push({ kind, ...(await runRace(credential, { ctx, port, requests: requestsPerCredential, random })) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return done;
}

/** A sequence that a seed repeats (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The transactions that wrote for each owner: an enrollment, an intake, a document, or the row of an action in the audit trail. */
const writers = `
  select institution_id as owner, xmin::text as xid from plans.enrollments
  union all select principal_id, xmin::text from intakes.intakes where principal_id is not null
  union all select intake_id, xmin::text from documents.documents
  union all select staff_id, xmin::text from audit.entries where operation = 'customers.add-do-not-contact'`;

const commits = `
  select xid::text as xid, row_number() over (order by start_lsn) as place
  from pg_get_wal_records_info_till_end_of_wal($1::pg_lsn)
  where resource_manager = 'Transaction' and record_type like 'COMMIT%'`;

async function compare(databaseUrl: string, run: readonly KindRace[], from: string) {
  const { placeOf, writtenBy } = await withClient(databaseUrl, async (client) => {
    const places = await client.query<{ xid: string; place: string }>(commits, [from]);
    const written = await client.query<{ owner: string; xid: string }>(writers);
    return {
      placeOf: new Map(places.rows.map(({ xid, place }) => [xid, Number(place)])),
      writtenBy: Map.groupBy(written.rows, ({ owner }) => owner),
    };
  });
  // A transaction that is not in the log cannot be compared, and counts as a miss.
  const place = (xid: string): number => placeOf.get(xid) ?? Number.NaN;
  const tally = (one: KindRace) => {
    const wrote = writtenBy.get(one.owner) ?? [];
    const executed = one.statuses.filter((status) => status >= 200 && status < 300).length;
    const refused = one.statuses.filter((status) => status === 401 || status === 403).length;
    return {
      kind: one.kind,
      races: one.statuses.length,
      executed,
      refused,
      other: one.statuses.length - executed - refused,
      late: wrote.filter(({ xid }) => !(place(xid) < place(one.endedBy))).length,
      untold: Math.abs(wrote.length - executed),
    };
  };
  const tallies = run.map(tally);
  const sum = (of: readonly ReturnType<typeof tally>[], name: Exclude<keyof ReturnType<typeof tally>, 'kind'>) =>
    of.reduce((total, one) => total + one[name], 0);
  const rows = [...Map.groupBy(tallies, ({ kind }) => kind)].map(([kind, of]) => [
    kind,
    ...(['races', 'executed', 'refused', 'other', 'late'] as const).map((name) => sum(of, name)),
  ]);
  const names = ['races', 'executed', 'refused', 'other', 'late', 'untold'] as const;
  const total = Object.fromEntries(names.map((name) => [name, sum(tallies, name)])) as Record<
    (typeof names)[number],
    number
  >;
  return { rows, total };
}
