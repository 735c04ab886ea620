import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { givenIntake, linkPath } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';

let harness: Harness;
let routes: ServedRoute[];
let tokens: Readonly<Record<string, string>>;
let portal: PortalBrowser;

beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness()));
  portal = await givenPortalUser(harness);
  tokens = {
    staff: await givenStaffToken(harness),
    agent: (await givenAgent(harness)).key,
    partner: (await givenPartner(harness)).key,
  };
});
afterAll(() => harness.close());

const tokenOf = ({ audience }: ServedRoute) => {
  if (audience === 'portal') return { headers: portal.headers };
  const token = tokens[audience ?? ''];
  return token === undefined ? {} : { token };
};

/** About nothing; on the portal at an institution of the user's own. */
const addressOf = ({ path }: ServedRoute): string =>
  path.replace(':institution_id/:mode', `${portal.institutionId}/test`).replaceAll(/:\w+/g, 'unknown');

describe('a repeated parameter', () => {
  it('a repeated parameter is refused by every operation that reads it once, and never one of the two is chosen', async () => {
    const reading = routes.filter(({ method, query }) => method === 'GET' && query.length > 0);
    const answers: string[] = [];
    for (const route of reading)
      for (const name of route.query) {
        const path = `${addressOf(route)}?${name}=1&${name}=2`;
        answers.push(`${(await harness.call('GET', path, tokenOf(route))).status} ${route.path} ${name}`);
      }
    expect(answers.length).toBeGreaterThan(12);
    expect(answers.filter((answer) => !answer.startsWith('400 '))).toEqual([]);
  });
});

describe('a zero byte', () => {
  it('a zero byte in a query is refused by every operation that reads one, in the words of its surface', async () => {
    const reading = routes.filter(({ method, query }) => method === 'GET' && query.length > 0);
    expect(reading.length).toBeGreaterThan(12);
    for (const route of reading) {
      for (const name of route.query) {
        const path = `${addressOf(route)}?${name}=a%00b`;
        const { status, headers } = await harness.call('GET', path, tokenOf(route));
        expect([path, status, headers.get('content-type')]).toEqual([
          path,
          400,
          route.path.startsWith('/api/') ? 'application/problem+json; charset=utf-8' : 'text/html; charset=utf-8',
        ]);
      }
    }
    const { body } = await harness.call('GET', '/api/staff/v1/deliveries?endpoint_id=%00&event_id=x%00', {
      token: tokens['staff'] ?? '',
    });
    const message = 'holds a character that is not text';
    expect(body.issues).toEqual([
      { path: 'endpoint_id', message },
      { path: 'event_id', message },
    ]);
  });

  it('a zero byte in a query discloses nothing: the client is authenticated first', async () => {
    for (const path of ['/api/staff/v1/deliveries?cursor=%00', '/api/gap/v1/referrals?cursor=%00'])
      expect((await harness.call('GET', path)).status).toBe(401);
  });

  it('a zero byte in an unread query is refused as well', async () => {
    expect((await harness.call('GET', '/api/agent/v1/agreement?x=%00')).status).toBe(400);
    const page = await harness.call('GET', '/sign-in?x=%00');
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });

  it('a zero byte in an id gets 404, whatever the method', async () => {
    for (const route of routes.filter(({ path }) => path.includes(':'))) {
      const path = route.path.replaceAll(/:\w+/g, 'a%00b');
      const { status } = await harness.call(route.method, path, tokenOf(route));
      expect([route.method, path, status]).toEqual([route.method, path, 404]);
    }
  });

  it('a zero byte in a header or in the request line is refused before anything is read', async () => {
    for (const line of [
      'Authorization: Bearer a\0b',
      'Idempotency-Key: a\0b',
      'Cookie: a=\0',
      'Last-Event-ID: \0',
      'X\0: a',
    ]) {
      const text = request(['GET /api/staff/v1/stream HTTP/1.1', 'Host: x', line, 'Connection: close']);
      const { answers } = await exchange(harness.baseUrl, Buffer.from(text, 'latin1'));
      expect([line, answers.map(({ status }) => status)]).toEqual([line, [400]]);
    }
    const target = request(['GET /api/staff/v1/\0 HTTP/1.1', 'Host: x', 'Connection: close']);
    const { answers } = await exchange(harness.baseUrl, Buffer.from(target, 'latin1'));
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });

  it('a zero byte in a form is refused in a sentence', async () => {
    const { origin } = new URL(harness.config.publicBaseUrl);
    const forms = [
      ['/sign-in', 'email=a%00%40example.com&password=x&code=1'],
      ['/sign-in', 'email=a%40example.com&password=x&code=1%00'],
      [linkPath(await givenIntake(harness)), 'decision=confirm%00'],
      ['/sign-out', '%00=1'],
    ] as const;
    for (const [path, raw] of forms) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
      const { status, text } = await harness.call('POST', path, { raw, headers });
      expect([path, status, text]).toEqual([
        path,
        400,
        expect.stringMatching(/holds a character that is not text|We could not read what was sent/),
      ]);
    }
  });
});
