// How long a roster takes as a file of the portal, from its first byte to its last change, beside the same rows by the API; what
// it holds in memory meanwhile, and whom it delays.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { conclude, printTable, type Check } from '#bench/report/report';
import type { Process } from '#bench/service/service';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { newRows, toLines, type Row } from '#bench/roster/rows';
import { makeInstitutions, setStage, type Institution, type Stage } from '#bench/roster/stage';
import { callPortal, json, makeUser, startPortal, visiting } from './portal.ts';

/** A file, with everything that the API does not do: it is stored, and its plan is. */
const mostOfApi = 2;
/** p95 of another institution's calls while a file is worked on, divided by that before. */
const mostWaiting = 2;
/** Peaks over idle of the process that takes the file and of the one that works on it. */
const mostMegabytes = { api: 150, worker: 300 };

const sizes = {
  smoke: { rows: 1000, calmS: 0.3 },
  quick: { rows: 100_000, calmS: 5 },
  full: { rows: 1_000_000, calmS: 10 },
};

export async function benchRosterFiles(closing: RunStack, sizeName: Size): Promise<boolean> {
  const { rows, calmS } = sizes[sizeName];
  const stage = await setStage(closing);
  const [byApi, byFile, visitor, first] = await makeInstitutions(stage.databaseUrl, 4);
  if (!byApi || !byFile || !visitor || !first) throw new Error('there are four institutions');
  const { api, worker, baseUrl } = await startPortal(stage);
  const visits = visiting(closing, baseUrl, visitor);
  const user = await makeUser(stage, [byFile, first]);
  const portal = ({ id }: Institution) => `${baseUrl}/api/portal/v1/${id}/test`;
  // The worker has started and has its data in memory when it has worked on a file.
  await applyFile(portal(first), user, 10);
  await visits(() => pause(1000, 0));
  const before = await visits(() => pause(calmS * 1000, 0));
  const idle = { api: memoryOf(api, 'VmRSS'), worker: memoryOf(worker, 'VmRSS') };
  // The same rows by the API first: a peak is a peak of the process's life, so the one of the file is read of the worker.
  const apiMs = await syncByApi(baseUrl, byApi, rows);
  const peakByApi = memoryOf(api, 'VmHWM');
  const during = await visits(() => applyFile(portal(byFile), user, rows));
  const peak = { api: memoryOf(api, 'VmHWM'), worker: memoryOf(worker, 'VmHWM') };
  const { planned, applied } = during.work as Timed;
  printTable(
    [`${rows} new rows`, 's'],
    [
      ['roster-sync of the API', round(apiMs / 1000, 1)],
      ['file: until its preview', round(planned / 1000, 1)],
      ['file: until it is applied', round(applied / 1000, 1)],
    ],
  );
  const found = await countRows(stage, byFile.id);
  const checks: Check[] = [
    { name: 'file / API', value: round(applied / apiMs, 2), atMost: mostOfApi },
    {
      name: 'p95 of another institution, during / before',
      value: round(during.p95 / before.p95, 2),
      atMost: mostWaiting,
    },
    { name: 'peak memory of the api over idle, MB', value: peak.api - idle.api, atMost: mostMegabytes.api },
    { name: 'peak memory of the worker over idle, MB', value: peak.worker - idle.worker, atMost: mostMegabytes.worker },
    { name: 'rows that are not enrolled', value: rows - found.enrollments, atLeast: 0, atMost: 0 },
    { name: 'rows without an event', value: rows - found.events, atLeast: 0, atMost: 0 },
  ];
  const p95Ms = { before: before.p95, during: during.p95 };
  return conclude(
    { bench: 'roster-files', size: sizeName, rows, apiMs, planned, applied, p95Ms, idle, peak, peakByApi },
    checks,
  );
}

/** What a process holds now, or at its peak so far, in megabytes. */
const memoryOf = ({ pid }: Process, which: 'VmRSS' | 'VmHWM'): number =>
  round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024, 0);

async function syncByApi(baseUrl: string, { key }: Institution, rows: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/api/gap/v1/plans/roster-sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: ReadableStream.from(toLines(newRows(rows))),
    duplex: 'half',
  });
  await response.text();
  if (response.status !== 200) throw new Error(`the roster was answered ${response.status}`);
  return performance.now() - startedAt;
}

type Answer = { readonly id: string; readonly status: string; readonly columns: readonly { field: string | null }[] };
type Timed = { readonly planned: number; readonly applied: number };

/** Uploads a CSV file, has it read, applies it; milliseconds from the beginning. */
async function applyFile(url: string, cookie: string, rows: number): Promise<Timed> {
  const startedAt = performance.now();
  const call = callPortal<Answer>(url, cookie);
  const { id, columns } = await call('POST', '/rosters', {
    body: ReadableStream.from(toCsvFile(newRows(rows))),
    headers: { 'content-type': 'application/octet-stream' },
    duplex: 'half',
  });
  const until = async (status: string) => {
    for (;;) {
      const file = await call('GET', `/rosters/${id}`);
      if (file.status === status) return performance.now() - startedAt;
      if (file.status === 'failed' || file.status === 'void') throw new Error(`the file is ${file.status}`);
      await pause(100);
    }
  };
  await call('PUT', `/rosters/${id}/mapping`, json({ mapping: columns.map(({ field }) => field) }));
  const planned = await until('planned');
  await call('POST', `/rosters/${id}/apply`, json({}));
  return { planned, applied: await until('applied') };
}

/** The same rows as a lender's system exports them. */
function* toCsvFile(rows: Iterable<Row>): Generator<Buffer> {
  let piece = 'VIN,First Name,Last Name,Email,Loan Number,Year,Make,Model\r\n';
  for (const { vin, ref, email } of rows) {
    piece += `${vin},Synthetic,Member,${email},${ref},2022,Synthetic,Wagon\r\n`;
    if (piece.length < 262_144) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

const countRows = ({ databaseUrl }: Stage, institutionId: string) =>
  withClient(databaseUrl, async (client) => {
    const text = `select (select count(*)::int from plans.enrollments where institution_id = $1 and status = 'active') as enrollments,
      (select count(distinct subject_id)::int from events.events where account_id = $1 and type = 'plan.enrollment.created') as events`;
    const { rows } = await client.query<{ enrollments: number; events: number }>(text, [institutionId]);
    return rows[0] ?? { enrollments: 0, events: 0 };
  });
