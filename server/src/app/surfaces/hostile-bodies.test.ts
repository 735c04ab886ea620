import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { rosterPath } from '#test/fixtures/rosters';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { givenIntake, minimalIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { enrollmentBody } from '#testing/memberships';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { referralBody } from '#testing/referrals';

let harness: Harness;
let routes: ServedRoute[];
let tokens: Readonly<Record<string, string>>;
let portal: PortalBrowser;

beforeAll(async () => {
  const { started, routes: all } = await collectRoutes(() => startHarness({ registerPerMin: 1_000_000 }));
  harness = started;
  routes = all.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'));
  portal = await givenPortalUser(harness, { fresh: true });
  tokens = {
    staff: await givenStaffToken(harness),
    agent: (await givenAgent(harness)).key,
    partner: (await givenPartner(harness)).key,
    'poll token or agent key': (await givenIntake(harness)).poll_token,
  };
});
afterAll(() => harness.close());

let keys = 0;
const send = ({ method, path, audience }: Pick<ServedRoute, 'method' | 'path' | 'audience'>, raw: string) => {
  const token = tokens[audience ?? ''];
  // On the portal, an institution of the user's own.
  const address = path.replace(':institution_id/:mode', `${portal.institutionId}/test`);
  return harness.call(method, address.replaceAll(/:\w+/g, 'unknown'), {
    raw,
    headers: {
      'idempotency-key': `hostile-${(keys += 1)}`,
      ...(path.startsWith('/api/portal/') ? { ...portal.headers, 'content-type': 'application/json' } : {}),
    },
    ...(token === undefined ? {} : { token }),
  });
};

const nested = (levels: number, inmost = '1') => `${'{"a":'.repeat(levels)}${inmost}${'}'.repeat(levels)}`;
const words = 'nested deeper than 64 levels';

/** Operations that take no body, or a file, or rows, which are tested below; or that are not available. */
const readNoJson = new Set([
  'agents.rotate-key',
  'facts.attach-report',
  'intakes.attach-report',
  'partners.check-signature',
  'plans.sync-roster',
  'referral-files.upload',
  'roster-files.upload',
  'referrals.portal-send-document',
  'webhooks.remove-agent-webhook',
]);

describe('JSON that is nested too deep', () => {
  it('JSON nested too deep gets 400 however large it is, with an Idempotency-Key too', async () => {
    for (const audience of ['partner', 'staff'] as const) {
      const reading = routes.filter((route) => route.audience === audience && !readNoJson.has(route.operation ?? ''));
      const some = reading.slice(0, 8);
      for (const route of some)
        expect([route.path, (await send(route, nested(130_000))).status]).toEqual([route.path, 400]);
    }
  });

  it('JSON nested too deep is refused in the same words by every operation that reads JSON, with and without a key', async () => {
    const answers = [];
    for (const route of routes.filter(({ operation = '' }) => !readNoJson.has(operation))) {
      const body = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
      const rows = `{"referrals":[${nested(5000)}],"rows":[${nested(5000)}]}`;
      for (const raw of [body, rows, nested(10_000), nested(65), `{"a":"${'\\u0041'.repeat(10)}","b":${nested(64)}}`]) {
        const { status, text } = await send(route, raw);
        answers.push([route.operation, status, text.includes(words)]);
      }
    }
    expect(answers).toEqual(answers.map(([operation]) => [operation, 400, true]));
  }, 120_000);

  it('JSON up to the depth limit is validated as any other, whatever its strings contain', async () => {
    for (const { audience, path } of [
      { audience: 'anyone', path: '/api/agent/v1/intakes' },
      { audience: 'partner', path: '/api/gap/v1/referrals' },
      { audience: 'staff', path: '/api/staff/v1/do-not-contact' },
    ]) {
      for (const raw of [nested(64), `{"a":"${'[{'.repeat(200)}\\"${'[{'.repeat(200)}"}`]) {
        const { status, text } = await send({ method: 'POST', audience, path }, raw);
        expect([path, status, text.includes(words), text.includes('is not a known member')]).toEqual([
          path,
          400,
          false,
          true,
        ]);
      }
    }
  });

  it('JSON nested too deep is refused by rosters, as a row, as a line and outside the rows', async () => {
    const call = (type: string, raw: string) =>
      harness.call('POST', rosterPath, { raw, token: tokens['partner'] ?? '', headers: { 'content-type': type } });
    const row = JSON.stringify({ ...enrollmentBody(), more: 0 }).replace('"more":0', `"more":${nested(5000)}`);
    const line = await call('application/x-ndjson', `${JSON.stringify(enrollmentBody())}\n${row}\n`);
    expect([line.status, line.body.issues]).toEqual([400, [{ path: 'roster.1', message: `is ${words}` }]]);
    const object = await call('application/json', `{"roster":[${row}]}`);
    expect([object.status, object.body.issues]).toEqual([400, [{ path: 'roster.0', message: `is ${words}` }]]);
    const around = await call('application/json', `{"more":${nested(5000)},"roster":[]}`);
    expect([around.status, around.text.includes(words)]).toEqual([400, true]);
  });
});

describe('a zero byte in JSON', () => {
  it('a zero byte is refused and named, however deep, on every surface', async () => {
    const member = (body: object, name: string) => JSON.stringify({ ...body, [name]: 'a\u0000b' });
    const calls = [
      ['anyone', '/api/agent/v1/intakes', minimalIntake()],
      ['partner', '/api/gap/v1/referrals', referralBody()],
      ['staff', '/api/staff/v1/do-not-contact', { email: 'a@example.com' }],
    ] as const;
    for (const [audience, path, body] of calls) {
      for (const raw of [member(body, 'note'), nested(63, '"\\u0000"'), nested(63, '{"\\u0000":1}')]) {
        const { status, text } = await send({ method: 'POST', audience, path }, raw);
        expect([path, status, text]).toEqual([
          path,
          400,
          expect.stringContaining('holds a character that is not text'),
        ]);
      }
    }
  });
});

describe('a body that is costly to read', () => {
  /** Processor time of this thread, in which the service runs too. */
  async function heldMs(work: () => Promise<unknown>): Promise<number> {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  }

  it('a costly body blocks the process for at most 100 ms: a roster that is one name and colons', async () => {
    const raw = `{"${'a'.repeat(30_000)}"${':'.repeat(35_000)}`;
    const sync = () => harness.call('POST', rosterPath, { raw, token: tokens['partner'] ?? '' });
    expect((await sync()).status).toBe(400);
    expect(await heldMs(sync)).toBeLessThan(100);
  });

  const megabyte = 1_000_000;
  const single = { method: 'POST', audience: 'partner', path: '/api/gap/v1/referrals' } as const;
  const bulk = { method: 'POST', audience: 'partner', path: '/api/gap/v1/referrals/bulk' } as const;
  const many = (item: string, bytes: number) => item.repeat(Math.floor(bytes / item.length) - 30);
  const names = (bytes: number) => Array.from({ length: bytes / 12 }, (_, at) => `"k${at}":0`).join(',');

  it.each([
    { what: 'numbers', body: (bytes: number) => `{"a":"\\u0041","referrals":[${many('0,', bytes)}0]}` },
    { what: 'lists', body: (bytes: number) => `{"a":"\\u0041","referrals":[${many('[],', bytes)}0]}` },
    { what: 'rows that are lists', body: (bytes: number) => `{"referrals":[[${many('0,', bytes)}0]]}` },
    { what: 'members', body: (bytes: number) => `{"a":"\\u0041",${names(bytes)}}` },
  ])('a costly body is refused with a reason: more $what than any request has', async ({ body }) => {
    for (const [route, bytes] of [
      [single, megabyte],
      [bulk, 10 * megabyte],
    ] as const) {
      const raw = body(bytes);
      let answer = await send(route, raw);
      // Sending and receiving take time of this thread too: this sends the same bytes as one text, which is refused as well.
      const plain = await heldMs(() => send(route, JSON.stringify({ a: 'x'.repeat(raw.length - 10) })));
      const held = await heldMs(async () => (answer = await send(route, raw)));
      expect([answer.status, answer.text.includes('more than 25000 values')]).toEqual([400, true]);
      expect(held - plain).toBeLessThan(100);
    }
  });

  it('a costly body does not get a response a hundred times as long: texts under a long name', async () => {
    const raw = `{"${'n'.repeat(megabyte)}":[${'"\\u0000",'.repeat(200)}0]}`;
    const { status, body } = await send(single, raw);
    expect([status, body.code, body.issues?.length]).toEqual([400, 'validation_failed', 100]);
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });
});
