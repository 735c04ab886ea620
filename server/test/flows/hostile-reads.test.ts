import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeCursor } from '#lib/api/pagination';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { givenIntake, linkPath } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { givenReferral } from '#testing/referrals';
import { startHarness, type Harness } from '#test/harness';
import { runs } from '#test/runs';
import { freePort, startProcess, untilReady } from '#test/processes/processes';
import { collectRoutes, type ServedRoute } from '#test/http/routes';

const dataKey = 'a key for tests only with 32 characters or more';
let harness: Harness;
let routes: ServedRoute[];

beforeAll(async () => {
  const { started, routes: all } = await collectRoutes(() => startHarness({ DATA_KEY: dataKey }));
  harness = started;
  routes = all.filter(({ method }) => method === 'GET');
});
afterAll(() => harness.close());

/** Days and times at the limits of what is valid, of what we accept, and of what a Date can represent. */
const times = [
  '0000-01-01 0001-01-01 0099-12-31 1899-12-31 1900-01-01 1900-02-29 2200-12-31 2201-01-01 9999-12-31 2026-02-30',
  '-000001-12-31 +275760-09-13 0000-00 0000-01 9999-12 2026-13 infinity epoch',
  '0000-01-01T00:00:00Z 0000-01-01T00:00:00%2B00:01 9999-12-31T23:59:59.999999999-23:59',
].flatMap((line) => line.split(' '));
const numbers = ['0', '-1', '1e309', '9'.repeat(15), '9'.repeat(19), '9'.repeat(400), '0x10', 'NaN', '%D9%A3'];
const short = [
  '',
  '%00',
  'a%00b',
  '%',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '%27%22%5C',
  '..%2F..%2F',
  'true',
  '*',
];
const long = ['x', '('].map((sign) => sign.repeat(7000));
const longEscaped = ['%2B', '%20', '_%25', `${'a'.repeat(500)}!`].map((sign) =>
  sign.repeat(Math.floor(7000 / sign.length)),
);
const cursors = [
  writeCursor('0'),
  writeCursor('9'.repeat(15)),
  writeCursor('9'.repeat(20), '9'.repeat(20)),
  writeCursor('\0'),
  Buffer.from('['.repeat(200)).toString('base64url'),
  ...['0000-01-01', '9999-12-31', '-271821-04-20T00:00:00Z', 'infinity', '\0', '1 1'].map((time) =>
    Buffer.from(JSON.stringify([true, time, `con_${'0'.repeat(24)}`])).toString('base64url'),
  ),
];
const hostile = [...times, ...numbers, ...short, ...long, ...longEscaped, ...cursors];

/** A credential for each route, and existing ids: a query is often validated only after the id was found. */
async function callers() {
  const staff = await givenStaffToken(harness);
  const agent = await givenAgent(harness);
  const partner = await givenPartner(harness);
  const referral = await givenReferral(harness, partner.key);
  const enrollment = await givenEnrollment(harness, partner.key);
  const intake = await givenIntake(harness);
  const tokens: Readonly<Record<string, string>> = {
    staff,
    agent: agent.key,
    partner: partner.key,
    'poll token or agent key': intake.poll_token,
  };
  const ids: Readonly<Record<string, string>> = {
    intake_id: intake.intake_id,
    institution_id: partner.institutionId,
    referral_id: referral.id,
    token: linkPath(intake).split('/').at(-1) ?? '',
  };
  const idFor = (path: string, name: string) =>
    ids[name] ?? (path.includes('enrollments') ? enrollment.id : path.includes('referrals') ? referral.id : 'unknown');
  return {
    tokenFor: ({ audience }: ServedRoute) => tokens[audience ?? ''],
    pathOf: ({ path }: ServedRoute) => path.replaceAll(/:(\w+)/g, (_, name: string) => idFor(path, name)),
  };
}

/** Every request to the route: each of its parameters and an unknown one, once, twice, and in each id. */
function targetsOf({ path, query }: ServedRoute, right: string): string[] {
  const parameters = [...query, 'unknown'];
  const queries = parameters.flatMap((name) => [
    ...hostile.map((value) => `${name}=${value}`),
    `${name}=a&${name}=b`,
    `${name}[]=a`,
    `${name}[a][b]=c`,
    Array.from({ length: 900 }, () => `${name}=1`).join('&'),
  ]);
  const several = [
    '__proto__=x',
    'constructor=x',
    times.map((time) => `from=${time}`).join('&'),
    '&'.repeat(5000),
    '%00=%00',
  ];
  const ids = [...path.matchAll(/:\w+|\*/g)].flatMap(({ 0: name }) =>
    hostile.filter((value) => value !== '').map((value) => path.replace(name, value).replaceAll(/:\w+/g, 'unknown')),
  );
  return [...[...queries, ...several].map((text) => `${right}?${text}`), ...ids];
}

/** CPU time of the main thread: on a busy machine, wall-clock time would not be comparable. */
const threadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** The response is checked later; a request without a response fails there. */
async function ask(url: string, token: string | undefined): Promise<number> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  await (endless ? response.body?.cancel() : response.arrayBuffer());
  return response.status;
}

/** A document is written in several steps, and other requests are served in between; their sum is bounded too. */
const mostMsOf = ({ path }: ServedRoute): number => (path.endsWith('.pdf') ? 400 : 100);
/** CI sends each route a sample of its requests, a different one for each route; nightly all of them. */
const stride = runs({ always: 60, nightly: 1 });

it('no GET with a hostile query or id is answered 5xx, or holds the process for 100 ms', async () => {
  const { tokenFor, pathOf } = await callers();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { pid = 0 } = startProcess('api', {
    DATABASE_URL: harness.config.databaseUrl.reveal(),
    DATA_KEY: dataKey,
    PORT: String(port),
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    gapRequestsPerMin: 1_000_000,
    VEHICLE_DATA_DIR: harness.config.vehicleDataDir,
  });
  await untilReady(baseUrl);
  const bad: (readonly [target: string, what: string | number])[] = [];
  let asked = 0;
  for (const [place, route] of routes.entries()) {
    const [token, mostMs] = [tokenFor(route), mostMsOf(route)];
    const targets = targetsOf(route, pathOf(route)).filter((_, index) => index % stride === place % stride);
    for (const target of [pathOf(route), pathOf(route), ...targets]) {
      const measure = async () => {
        const before = threadMs(pid);
        const status = await ask(`${baseUrl}${target}`, token);
        return { status, ms: threadMs(pid) - before };
      };
      try {
        const { status, ms } = await measure();
        asked += 1;
        if (status >= 500) bad.push([target, status]);
        // A slow run may be the compiler, the garbage collector or a busy machine; a request that blocks the process is
        // slow each time.
        let least = ms;
        for (let more = 0; more < 5 && least >= mostMs; more += 1) least = Math.min(least, (await measure()).ms);
        if (least >= mostMs) bad.push([target, `${Math.round(least)} ms`]);
      } catch (error) {
        throw new Error(`no answer to ${target.slice(0, 300)}`, { cause: error });
      }
    }
  }
  expect(bad.map(([target, what]) => [target.slice(0, 200), what])).toEqual([]);
  expect(asked).toBeGreaterThan((60 / stride) * routes.length);
}, 600_000);
