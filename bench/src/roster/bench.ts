// How long rosters take, and how much they delay other institutions.
import type { TestSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import { cpuOfTree } from '#bench/service/machine';
import { type Process, runApi } from '#bench/service/service';
import { type Check, conclude, percentiles, printTable, round } from '#bench/report';
import type { Caller, Heard } from '#bench/load/callers-process';
import { startRunner } from '#bench/service/child';
import { benchNeighbor } from './neighbor.ts';
import { Book, changedRows, filledRow, newRows, toLines, toObject, type Row } from './rows.ts';
import { fillEnrollments, makeInstitutions, setStage, type Institution, type Stage } from '#bench/service/stage';

/** Peak memory of the api during a first load, minus its idle memory. */
const mostMegabytes = 100;
/** p95 of another institution's calls during a first load, divided by p95 before it. */
const mostWaiting = 2;
/** From a call's response until its event is listed, and until its delivery has arrived. */
const mostDelayMs = 1000;
/** For a roster of a million rows with one in a hundred changed; smaller rosters have no bound. */
const mostLargeS = { smoke: Infinity, quick: Infinity, full: 40 };

const sizes = {
  smoke: { held: 500, table: 1_000, first: 1_000, large: 1_000, beside: 500, rounds: 1, calmS: 0.3 },
  quick: { held: 10_000, table: 1_000_000, first: 100_000, large: 100_000, beside: 10_000, rounds: 3, calmS: 5 },
  full: { held: 100_000, table: 10_000_000, first: 1_000_000, large: 1_000_000, beside: 50_000, rounds: 3, calmS: 10 },
};
type Sizes = (typeof sizes)[Size];

type Lab = Stage & { readonly api: Process; readonly baseUrl: string };

async function benchRoster(closing: RunStack, sizeName: Size): Promise<boolean> {
  const size = sizes[sizeName];
  const stage = await setStage(closing);
  const institutions = await makeInstitutions(stage.databaseUrl, size.table / size.held + 4);
  const [first, visitor, large, sender, ...others] = institutions;
  const [nightly] = others;
  if (!first || !visitor || !large || !sender || !nightly) throw new Error('there are more institutions than that');
  const startedAt = performance.now();
  await fillEnrollments(stage.databaseUrl, { institutionIds: others.map(({ id }) => id), each: size.held });
  await fillEnrollments(stage.databaseUrl, { institutionIds: [large.id], each: size.large });
  console.log(`${size.table} enrollments made in ${round((performance.now() - startedAt) / 1000, 0)} s`);

  const nights = await benchNights(await openLab(stage), nightly, size);
  const load = await benchFirstLoad(await openLab(stage), { first, visitor }, size);
  const largeS = await benchLarge(await openLab(stage), large, size);
  const { during: beside, before: alone } = await benchNeighbor(stage, {
    sender,
    neighbor: visitor,
    calmS: size.calmS,
    openLab: (env) => openLab(stage, env),
    sendRoster: (baseUrl, key) => send({ baseUrl }, key, linesOf(newRows(size.beside))),
  });
  const checks: Check[] = [
    {
      name: 'peak memory of the api over idle, MB',
      value: load.peakMb - load.idleMb,
      atMost: mostMegabytes,
      speed: true,
    },
    { name: 'p95 of another institution, during / before', value: load.waiting, atMost: mostWaiting, speed: true },
    { name: `${size.large} rows with 1 % changes, s`, value: largeS, atMost: mostLargeS[sizeName], speed: true },
    {
      name: 'another institution: event listed after, ms',
      value: beside.listed.maxMs,
      atMost: mostDelayMs,
      speed: true,
    },
    {
      name: 'another institution: delivery arrived after, ms',
      value: beside.delivered.maxMs,
      atMost: mostDelayMs,
      speed: true,
    },
    { name: 'changes without an event', value: nights.missing + load.missing, atLeast: 0, atMost: 0 },
  ];
  return conclude({ bench: 'roster', size: sizeName, nights, load, largeS, beside, alone }, checks);
}

async function openLab(stage: Stage, changes: TestSettings = {}): Promise<Lab> {
  const { closing, databaseUrl } = stage;
  const { process: api, base } = await runApi(closing, { databaseUrl, env: changes });
  return { ...stage, api, baseUrl: `${base}/api/gap/v1` };
}

/** The whole roster on successive nights. */
async function benchNights(lab: Lab, { id, key }: Institution, size: Sizes) {
  const book = new Book(Array.from({ length: size.held }, (_, at) => filledRow(at + 1)));
  const seconds: number[] = [];
  let changes = 0;
  const cpuBefore = cpuOf(lab);
  for (let turn = 0; turn < size.rounds; turn += 1) {
    const night = book.next();
    changes += night.changes;
    const tookMs = await send(lab, key, { type: 'application/json', body: toObject(night.rows) });
    seconds.push(round(tookMs / 1000, 2));
  }
  const cpuS = round((cpuOf(lab) - cpuBefore) / 1000 / size.rounds, 2);
  console.log(`${size.held} rows in ${size.table}: ${seconds.join(' ')} s; ${cpuS} s of processor time each`);
  await lab.api.end('SIGTERM');
  return { seconds, cpuS, missing: changes - (await countEvents(lab, id)) };
}

type Who = { readonly first: Institution; readonly visitor: Institution };

/** An institution's first roster, line by line, while another one reads its account. */
async function benchFirstLoad(lab: Lab, { first, visitor }: Who, size: Sizes) {
  const visits = startRunner<readonly Caller[], Heard>(lab.closing, 'load/callers-process.ts');
  const callers = ['/me', '/plans/enrollments?limit=10', '/events?limit=10'].map((path): Caller => ({
    what: path,
    url: `${lab.baseUrl}${path}`,
    token: visitor.key,
    perSecond: 17,
  }));
  const beside = async (what: string, work: () => Promise<number>) => {
    await visits.start(callers);
    const took = await work();
    const looks = Object.values((await visits.stop()).latenciesMs).flat();
    return {
      [`first load of ${size.first}`]: what,
      s: round(took / 1000, 1),
      looks: looks.length,
      ...percentiles(looks),
    };
  };
  await beside('nothing', () => pause(1000, 0));
  const before = await beside('nothing else', () => pause(size.calmS * 1000, 0));
  const idleMb = memoryOf(lab, 'VmRSS');
  const during = await beside('roster', () => send(lab, first.key, linesOf(newRows(size.first))));
  const peakMb = memoryOf(lab, 'VmHWM');
  printTable([before, during]);
  return {
    rosterS: during.s,
    idleMb,
    peakMb,
    waiting: round(during.p95Ms / before.p95Ms, 2),
    p95Ms: { before: before.p95Ms, during: during.p95Ms },
    missing: size.first - (await countEvents(lab, first.id)),
  };
}

/** The api's current or peak memory, in megabytes. */
const memoryOf = ({ api }: Lab, which: 'VmRSS' | 'VmHWM'): number =>
  round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024, 0);

/** A large roster with few changes, line by line; returns seconds. */
async function benchLarge(lab: Lab, { key }: Institution, size: Sizes): Promise<number> {
  const tookMs = await send(lab, key, linesOf(changedRows(size.large)));
  await lab.api.end('SIGTERM');
  console.log(`${size.large} rows, 1 % of them changed: ${round(tookMs / 1000, 1)} s`);
  return round(tookMs / 1000, 1);
}

const linesOf = (rows: Iterable<Row>): Upload => ({
  type: 'application/x-ndjson',
  body: ReadableStream.from(toLines(rows)),
});

const cpuOf = ({ api, cluster }: Lab): number => cpuOfTree(api.pid) + cpuOfTree(cluster.pid);

type Upload = { readonly type: string; readonly body: Buffer | ReadableStream };

/** Milliseconds until the whole response has arrived. */
async function send(lab: Pick<Lab, 'baseUrl'>, key: string, { type, body }: Upload): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${lab.baseUrl}/plans/roster-sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
    duplex: 'half',
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the roster was answered ${response.status}: ${text.slice(0, 500)}`);
  return performance.now() - startedAt;
}

const countEvents = ({ databaseUrl }: Lab, institutionId: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const text =
      'select count(distinct subject_id || type || transaction_id)::int as found from events.events where account_id = $1';
    const { rows } = await client.query<{ found: number }>(text, [institutionId]);
    return rows[0]?.found ?? Number.NaN;
  });

export const instrument: Instrument = { run: (closing, { size }) => benchRoster(closing, size) };
