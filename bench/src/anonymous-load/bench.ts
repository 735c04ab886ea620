// Unauthenticated clients flood one public address after another while honest callers continue: how much slower are
// the honest requests?
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Lab, createLab, intakesPath, submit, withoutMarketReads } from '#bench/intakes/request';
import type { Caller, Heard } from '#bench/load/callers-process';
import type { RequestTemplate } from '#bench/load/measure';
import { type Check, conclude, median, percentiles, printTable, round } from '#bench/report';
import { makeInstitution, makeStaffToken } from '#bench/service/stage';
import { cpuOfTree } from '#bench/service/machine';
import { type RunningApi, runApi } from '#bench/service/service';
import { type Runner, startRunner } from '#bench/service/child';

/** p95 of honest callers during the flood, divided by p95 without it. */
const mostSlower = 2;

/** Keep-alive connections; each sends its next request as soon as the previous one is answered. */
const connections = 200;

/** The load generator has lower priority: the run measures the service, not who gets the second core. */
const niceness = 10;

/** The address that the proxy reports for all flooding clients, from a documentation range. */
const forwarded = { 'X-Forwarded-For': '198.51.100.7' };

const get = (path: string, headers: Readonly<Record<string, string>> = {}): RequestTemplate => ({
  method: 'GET',
  path,
  body: '',
  headers: { ...forwarded, ...headers },
});

type Flood = { readonly request: RequestTemplate; readonly expect: number };

const floods: Readonly<Record<string, Flood>> = {
  'developer page': { request: get('/developers/agent'), expect: 200 },
  'interface description': { request: get('/developers/gap/openapi.json'), expect: 200 },
  'home page': { request: get('/'), expect: 200 },
  'sign-in page': { request: get('/sign-in'), expect: 200 },
  'owner’s link': { request: get('/c/00{unique}{unique}'), expect: 404 },
  'nothing there': { request: get('/none/{unique}'), expect: 404 },
  health: { request: get('/livez'), expect: 200 },
  'staff without a token': { request: get('/api/staff/v1/board'), expect: 401 },
  'polls of nothing': {
    request: get('/api/agent/v1/intakes/int_{unique}{unique}', { Authorization: 'Bearer {unique}' }),
    expect: 404,
  },
};

const sizes: Readonly<Record<Size, { rounds: number; seconds: number; perSecond: number }>> = {
  smoke: { rounds: 1, seconds: 0.5, perSecond: 4 },
  quick: { rounds: 1, seconds: 6, perSecond: 10 },
  full: { rounds: 3, seconds: 6, perSecond: 10 },
};

type Slice = {
  readonly p95Ms: Readonly<Record<string, number>>;
  readonly errors: number;
  /**
   * For the flooding clients: requests answered normally, refused with a time to retry, and the cost of one request.
   */
  readonly answered: number;
  readonly refused: number;
  readonly apiUs: number;
  readonly databaseUs: number;
};

type Stage = {
  readonly lab: Lab;
  readonly api: RunningApi;
  readonly callers: readonly Caller[];
  readonly honest: Runner<readonly Caller[], Heard>;
  readonly seconds: number;
};

async function benchAnonymousLoad(closing: RunStack, size: Size): Promise<boolean> {
  const { rounds } = sizes[size];
  const stage = await setStage(closing, size);
  await play(stage);
  const ratios: Record<string, number[]> = {};
  const slices: Record<string, Slice[]> = { quiet: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    let before = await play(stage);
    slices['quiet']?.push(before);
    for (const [name, flood] of Object.entries(floods)) {
      const during = await play(stage, flood);
      const after = await play(stage);
      (slices[name] ??= []).push(during);
      slices['quiet']?.push(after);
      (ratios[name] ??= []).push(slowerBy(during, [before, after]));
      console.log(JSON.stringify({ name, slower: ratios[name]?.at(-1), during, quiet: after.p95Ms }));
      before = after;
    }
  }
  printSlices(slices, ratios);
  const errors = Object.values(slices)
    .flat()
    .reduce((sum, slice) => sum + slice.errors, 0);
  const slower = Object.fromEntries(Object.entries(ratios).map(([name, of]) => [name, round(median(of), 2)]));
  const checks: Check[] = [
    { name: 'honest requests refused or failed', value: errors, atMost: 0 },
    ...Object.entries(slower).map(([name, value]): Check => ({
      name: `${name}: p95 of honest callers, by the quiet one`,
      value,
      atMost: mostSlower,
      speed: true,
    })),
  ];
  return conclude({ bench: 'anonymous-load', size, connections, slower, slices }, checks);
}

/** The kind of honest caller that suffers most, compared with the quiet slices around the flood. */
function slowerBy(during: Slice, quiet: readonly Slice[]): number {
  const of = (kind: string): number =>
    (during.p95Ms[kind] ?? NaN) / median(quiet.map(({ p95Ms }) => p95Ms[kind] ?? NaN));
  return round(Math.max(...Object.keys(during.p95Ms).map(of)), 2);
}

async function setStage(closing: RunStack, size: Size): Promise<Stage> {
  const { seconds, perSecond } = sizes[size];
  const lab = await createLab(closing);
  const { databaseUrl } = lab;
  setPriority(lab.load.pid, niceness);
  // Honest callers are never refused for sending too often.
  const env = { ...withoutMarketReads, TRUSTED_PROXY_CIDRS: '127.0.0.1/32' };
  const api = await runApi(closing, { databaseUrl, env });
  const { base } = api;
  const { key } = await makeInstitution(databaseUrl);
  const { intakeId, token } = await submit(base, 'first@example.com');
  const intakes = `${base}${intakesPath}`;
  const callers: readonly Caller[] = [
    { what: 'agent posts', url: intakes, perSecond },
    { what: 'agent polls', url: `${intakes}/${intakeId}`, token, perSecond },
    { what: 'partner lists', url: `${base}/api/gap/v1/referrals`, token: key, perSecond },
    { what: 'team lists', url: `${base}/api/staff/v1/board`, token: await makeStaffToken(databaseUrl), perSecond },
  ];
  return { lab, api, callers, honest: startRunner(closing, 'load/callers-process.ts'), seconds };
}

/** Honest callers alone, or during the flood. */
async function play({ lab, api, callers, honest, seconds }: Stage, flood?: Flood): Promise<Slice> {
  const cpu = () => ({ api: cpuOfTree(api.process.pid), database: cpuOfTree(lab.cluster.pid) });
  const before = cpu();
  await honest.start(callers);
  const load = flood && (await lab.load.run({ port: api.port, connections, seconds, ...flood }));
  if (flood === undefined) await pause(seconds * 1000);
  const heard = await honest.stop();
  const after = cpu();
  const perRequest = (ms: number): number => (load === undefined ? 0 : round((ms * 1000) / Math.max(1, load.done), 0));
  return {
    p95Ms: Object.fromEntries(Object.entries(heard.latenciesMs).map(([kind, of]) => [kind, percentiles(of).p95Ms])),
    errors: heard.errors,
    answered: load === undefined ? 0 : load.done - load.errors,
    refused: load?.errors ?? 0,
    apiUs: perRequest(after.api - before.api),
    databaseUs: perRequest(after.database - before.database),
  };
}

function printSlices(
  slices: Readonly<Record<string, readonly Slice[]>>,
  ratios: Readonly<Record<string, readonly number[]>>,
): void {
  const kinds = Object.keys(slices['quiet']?.[0]?.p95Ms ?? {});
  const rows = Object.entries(slices).map(([name, of]) => {
    const middle = (read: (slice: Slice) => number): number => round(median(of.map(read)), 1);
    return {
      'strangers ask for': name,
      ...Object.fromEntries(kinds.map((kind) => [`${kind} p95 ms`, middle(({ p95Ms }) => p95Ms[kind] ?? NaN)])),
      answered: middle(({ answered }) => answered),
      refused: middle(({ refused }) => refused),
      'api us': middle(({ apiUs }) => apiUs),
      'slower by': ratios[name] === undefined ? '' : round(median(ratios[name]), 2),
    };
  });
  printTable(rows);
}

export const instrument: Instrument = { run: (closing, { size }) => benchAnonymousLoad(closing, size) };
