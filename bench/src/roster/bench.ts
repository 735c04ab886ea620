// How close a roster comes to COPY and the same set operations by psql, and whom it delays meanwhile.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { cpuOfTree } from '#bench/service/machine';
import { freePort } from '#bench/service/ports';
import { conclude, printTable, type Check } from '#bench/report/report';
import { startReadyApi, type Process } from '#bench/service/service';
import { median, percentile, round } from '#bench/numbers/statistics';
import { startChild } from '#bench/webhooks/child';
import type { Size } from '#bench/size';
import { runBare } from './bare.ts';
import { benchNeighbor } from './neighbor.ts';
import { Book, changedRows, filledRow, newRows, toLines, toObject, type Row } from './rows.ts';
import { fillEnrollments, makeInstitutions, setStage, type Institution, type Stage } from './stage.ts';
import type { Visit } from './visitor-process.ts';

/** A roster divided by what psql needs for the same. */
const mostOfBare = 2;
/** Peak of the api during a first load, less what it holds when idle. */
const mostMegabytes = 100;
/** p95 of another institution's calls, during a first load divided by that before it. */
const mostWaiting = 2;
/** From a call's answer until its event is listed, and until its delivery has arrived. */
const mostDelayMs = 1000;
/** A roster of a million rows, of which one in a hundred is changed; smaller ones have no bound. */
const mostLargeS = { smoke: Infinity, quick: Infinity, full: 40 };

const sizes = {
  smoke: { held: 500, table: 1_000, first: 1_000, large: 1_000, beside: 500, rounds: 1, calmS: 0.3 },
  quick: { held: 10_000, table: 1_000_000, first: 100_000, large: 100_000, beside: 10_000, rounds: 3, calmS: 5 },
  full: { held: 100_000, table: 10_000_000, first: 1_000_000, large: 1_000_000, beside: 50_000, rounds: 3, calmS: 10 },
};
type Sizes = (typeof sizes)[Size];

type Lab = Stage & { readonly api: Process; readonly baseUrl: string; readonly directory: string };

export async function benchRoster(closing: RunStack, sizeName: Size): Promise<boolean> {
  const size = sizes[sizeName];
  const stage = await setStage(closing);
  const institutions = await makeInstitutions(stage.databaseUrl, size.table / size.held + 5);
  const [first, firstBare, visitor, large, sender, ...others] = institutions;
  const [nightly] = others;
  if (!first || !firstBare || !visitor || !large || !sender || !nightly)
    throw new Error('there are more institutions than that');
  const startedAt = performance.now();
  await fillEnrollments(stage.databaseUrl, { institutionIds: others.map(({ id }) => id), each: size.held });
  await fillEnrollments(stage.databaseUrl, { institutionIds: [large.id], each: size.large });
  console.log(`${size.table} enrollments made in ${round((performance.now() - startedAt) / 1000, 0)} s`);

  const nights = await benchNights(await openApi(stage), nightly, size);
  const load = await benchFirstLoad(await openApi(stage), { first, firstBare, visitor }, size);
  const largeS = await benchLarge(await openApi(stage), large, size);
  const { during: beside, before: alone } = await benchNeighbor(stage, {
    sender,
    neighbor: visitor,
    calmS: size.calmS,
    openApi: (env) => openApi(stage, env),
    sendRoster: (baseUrl, key) => send({ baseUrl }, key, linesOf(newRows(size.beside))),
  });
  const checks: Check[] = [
    { name: 'nightly roster / psql', value: nights.ratio, atMost: mostOfBare },
    { name: 'first load / psql', value: load.ratio, atMost: mostOfBare },
    { name: 'peak memory of the api over idle, MB', value: load.peakMb - load.idleMb, atMost: mostMegabytes },
    { name: 'p95 of another institution, during / before', value: load.waiting, atMost: mostWaiting },
    { name: `${size.large} rows with 1 % changes, s`, value: largeS, atMost: mostLargeS[sizeName] },
    { name: 'another institution: event listed after, ms', value: beside.listed.most, atMost: mostDelayMs },
    { name: 'another institution: delivery arrived after, ms', value: beside.delivered.most, atMost: mostDelayMs },
    { name: 'changes without an event', value: nights.missing + load.missing, atLeast: 0, atMost: 0 },
  ];
  return conclude({ bench: 'roster', size: sizeName, nights, load, largeS, beside, alone }, checks);
}

async function openApi(stage: Stage, changes: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const port = await freePort();
  const env = { GAP_REQUESTS_PER_MIN: '1000000000', ...changes };
  const api = stage.closing.adopt(await startReadyApi({ databaseUrl: stage.databaseUrl, port, env }), (one) =>
    one.end('SIGKILL'),
  );
  const directory = stage.closing.adopt(mkdtempSync(join(tmpdir(), 'makewhole-roster-')), async (path) =>
    rmSync(path, { recursive: true }),
  );
  return { ...stage, api, baseUrl: `http://127.0.0.1:${port}/api/gap/v1`, directory };
}

/** The whole roster night after night, through the interface and by psql in turn. */
async function benchNights(lab: Lab, { id, key }: Institution, size: Sizes) {
  const book = new Book(Array.from({ length: size.held }, (_, at) => filledRow(at + 1)));
  const took = { roster: [] as number[], psql: [] as number[] };
  const cpuMs = { roster: 0, psql: 0 };
  let changes = 0;
  for (let turn = 0; turn < size.rounds * 2; turn += 1) {
    const night = book.next();
    changes += night.changes;
    // psql, ours, ours, psql: neither always comes after the other.
    const name = (turn + 1) % 4 < 2 ? 'psql' : 'roster';
    const before = cpuOf(lab);
    took[name].push(
      name === 'psql'
        ? await runBare({ ...lab, institutionId: id }, night.rows)
        : await send(lab, key, { type: 'application/json', body: toObject(night.rows) }),
    );
    cpuMs[name] += cpuOf(lab) - before;
  }
  const ratio = round(median(took.roster) / median(took.psql), 2);
  const seconds = { roster: inSeconds(took.roster), psql: inSeconds(took.psql) };
  printTable(
    [`${size.held} rows in ${size.table}`, 'median s', 'all s'],
    Object.entries(seconds).map(([name, all]) => [name, median(all).toFixed(2), all.join(' ')]),
  );
  await lab.api.end('SIGTERM');
  const costRatio = round(cpuMs.roster / cpuMs.psql, 2);
  console.log(`by processor time of the api and the database: ${costRatio}`);
  return { ratio, costRatio, ...seconds, missing: changes - (await countEvents(lab, id)) };
}

type Who = { readonly first: Institution; readonly firstBare: Institution; readonly visitor: Institution };

/** An institution's first roster, line by line, while another one reads its account. */
async function benchFirstLoad(lab: Lab, { first, firstBare, visitor }: Who, size: Sizes) {
  const child = lab.closing.adopt(
    startChild<Visit, readonly number[]>({ script: '../roster/visitor-process.ts' }),
    (one) => one.close(),
  );
  const urls = [`${lab.baseUrl}/me`, `${lab.baseUrl}/plans/enrollments?limit=10`, `${lab.baseUrl}/events?limit=10`];
  const visits = async (work: () => Promise<number>) => {
    await child.ask({ kind: 'start', urls, key: visitor.key, everyMs: 20 });
    const took = await work();
    const sorted = Float64Array.from(await child.ask({ kind: 'stop' })).sort();
    return {
      took,
      looks: sorted.length,
      p50: round(percentile(sorted, 0.5), 1),
      p95: round(percentile(sorted, 0.95), 1),
    };
  };
  await visits(() => pause(1000, 0));
  const before = await visits(() => pause(size.calmS * 1000, 0));
  const idleMb = memoryOf(lab, 'VmRSS');
  const during = await visits(() => send(lab, first.key, linesOf(newRows(size.first))));
  const peakMb = memoryOf(lab, 'VmHWM');
  const bareMs = await runBare({ ...lab, institutionId: firstBare.id }, newRows(size.first));
  printTable(
    [`first load of ${size.first}`, 's', 'looks', 'p50 ms', 'p95 ms'],
    [
      ['nothing else', '', before.looks, before.p50, before.p95],
      ['roster', round(during.took / 1000, 1), during.looks, during.p50, during.p95],
      ['psql', round(bareMs / 1000, 1), '', '', ''],
    ],
  );
  return {
    ratio: round(during.took / bareMs, 2),
    rosterS: round(during.took / 1000, 1),
    psqlS: round(bareMs / 1000, 1),
    idleMb,
    peakMb,
    waiting: round(during.p95 / before.p95, 2),
    p95Ms: { before: before.p95, during: during.p95 },
    missing: size.first - (await countEvents(lab, first.id)),
  };
}

/** What the api holds now, or at its peak so far, in megabytes. */
const memoryOf = ({ api }: Lab, which: 'VmRSS' | 'VmHWM'): number =>
  round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024, 0);

/** A large roster of which little has changed, line by line; seconds. */
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

const inSeconds = (times: readonly number[]): number[] => times.map((ms) => round(ms / 1000, 2));
