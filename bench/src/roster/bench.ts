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
import { Book, filledRow, newRows, toLines, toObject } from './rows.ts';
import { fillEnrollments, makeInstitutions, setStage, type Institution, type Stage } from './stage.ts';
import type { Visit } from './visitor-process.ts';

/** A roster divided by what psql needs for the same. */
const mostOfBare = 3;
const mostMegabytes = 300;
/** p95 of another institution's calls, during a first load divided by that before it. */
const mostWaiting = 2;

const sizes = {
  smoke: { held: 500, table: 1_000, first: 1_000, rounds: 1, calmS: 0.3 },
  quick: { held: 10_000, table: 1_000_000, first: 100_000, rounds: 3, calmS: 5 },
  full: { held: 100_000, table: 10_000_000, first: 1_000_000, rounds: 3, calmS: 10 },
};
type Sizes = (typeof sizes)[Size];

type Lab = Stage & { readonly api: Process; readonly baseUrl: string; readonly directory: string };

export async function benchRoster(closing: RunStack, sizeName: Size): Promise<boolean> {
  const size = sizes[sizeName];
  const stage = await setStage(closing);
  const institutions = await makeInstitutions(stage.databaseUrl, size.table / size.held + 3);
  const [first, firstBare, visitor, ...others] = institutions;
  const [nightly] = others;
  if (!first || !firstBare || !visitor || !nightly) throw new Error('there are more institutions than that');
  const startedAt = performance.now();
  await fillEnrollments(stage.databaseUrl, { institutionIds: others.map(({ id }) => id), each: size.held });
  console.log(`${size.table} enrollments made in ${round((performance.now() - startedAt) / 1000, 0)} s`);

  const nights = await benchNights(await openApi(stage), nightly, size);
  const load = await benchFirstLoad(await openApi(stage), { first, firstBare, visitor }, size);
  const checks: Check[] = [
    { name: 'nightly roster / psql', value: nights.ratio, atMost: mostOfBare },
    { name: 'first load / psql', value: load.ratio, atMost: mostOfBare },
    { name: 'peak memory of the api, MB', value: load.peakMb, atMost: mostMegabytes },
    { name: 'p95 of another institution, during / before', value: load.waiting, atMost: mostWaiting },
    { name: 'changes without an event', value: nights.missing + load.missing, atLeast: 0, atMost: 0 },
  ];
  return conclude({ bench: 'roster', size: sizeName, nights, load }, checks);
}

async function openApi(stage: Stage): Promise<Lab> {
  const port = await freePort();
  const env = { GAP_REQUESTS_PER_MIN: '1000000000' };
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
  const idleMb = memoryOf(lab);
  const body = ReadableStream.from(toLines(newRows(size.first)));
  const during = await visits(() => send(lab, first.key, { type: 'application/x-ndjson', body }));
  const peakMb = memoryOf(lab);
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

/** The peak memory of the api so far, in megabytes. */
const memoryOf = ({ api }: Lab): number =>
  round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024, 0);

const cpuOf = ({ api, cluster }: Lab): number => cpuOfTree(api.pid) + cpuOfTree(cluster.pid);

type Upload = { readonly type: string; readonly body: Buffer | ReadableStream };

/** Milliseconds until the whole response has arrived. */
async function send(lab: Lab, key: string, { type, body }: Upload): Promise<number> {
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
