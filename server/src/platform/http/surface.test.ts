import { beforeAll, describe, expect, it } from 'vitest';
import { createStaffMember, createStaffToken } from '#modules/staff';
import { submit } from '#testing/intakes';
import { useHarness, type Answer, type CallOptions } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';

const harness = useHarness();
const call = (method: string, path: string, options?: CallOptions) => harness.current.call(method, path, options);

let intakeId = '';
let pollToken = '';
let staffToken = '';

beforeAll(async () => {
  const { ctx } = harness.current;
  const { body } = await submit(harness.current);
  intakeId = body.intake_id;
  pollToken = body.poll_token;
  await createStaffMember(ctx, { email: 'team@example.com', name: 'Team', role: 'administrator' });
  staffToken = (await createStaffToken(ctx, { email: 'team@example.com', label: 'test' })).token;
});

const surfaces = [
  { name: 'agent', base: '/api/agent/v1', type: 'application/json; charset=utf-8', notAllowed: 'invalid_request' },
  {
    name: 'staff',
    base: '/api/staff/v1',
    type: 'application/problem+json; charset=utf-8',
    notAllowed: 'method_not_allowed',
  },
] as const;

const token = (surface: string) => (surface === 'staff' ? staffToken : pollToken);

describe.each(surfaces)('the $name surface (D-008)', ({ name, base, type, notAllowed }) => {
  const record = () => `${base}/intakes/${intakeId}`;

  it('an unknown path gets 404 before credentials are checked or a body is read', async () => {
    const answers = [
      await call('GET', `${base}/nothing`),
      await call('GET', base),
      await call('GET', `${base}/nothing`, { token: 'svc_staff_wrong' }),
      await call('POST', `${base}/nothing`, { raw: '{', headers: { 'content-type': 'application/json' } }),
      await call('POST', `${base}/nothing`, { raw: 'text', headers: { 'content-type': 'text/plain' } }),
      await call('POST', `${base}/nothing`, { raw: 'x'.repeat(2_000_000) }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });

  it('a path with a trailing slash does not exist', async () => {
    for (const path of [`${base}/intakes/`, `${record()}/`]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await call(method, path, { token: token(name) });
        expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([404, null]);
      }
    }
  });

  it('an id with a zero byte is an unknown path, without a database query', async () => {
    const answer = await call('GET', `${base}/intakes/int_%00`, { token: token(name) });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('answers 405 with Allow for another method of a known path, before it checks a credential', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await call(method, record(), method === 'OPTIONS' ? {} : { raw: '{' });
      expect([answer.status, answer.body.code], `for ${method}`).toEqual([405, notAllowed]);
      expect(answer.headers.get('allow'), `for ${method}`).toBe('GET, HEAD');
      expect(answer.headers.get('content-type')).toBe(type);
    }
    const [trace] = await raw(`TRACE ${record()}`);
    expect([trace?.status, trace?.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('HEAD is answered like GET, without the body', async () => {
    const authorization = `Authorization: Bearer ${token(name)}`;
    const [get] = await raw(`GET ${record()}`, authorization);
    const { answers } = await exchange(
      harness.current.baseUrl,
      request([`HEAD ${record()} HTTP/1.1`, 'Host: a', 'Connection: close', authorization]),
      { head: true },
    );
    expect(get?.status).toBe(200);
    expect(answers).toHaveLength(1);
    const comparable = ({ status, headers }: { status: number; headers: Readonly<Record<string, string>> }) => [
      status,
      headers['content-type'],
      headers['content-length'],
      headers['cache-control'],
    ];
    expect(comparable(answers[0]!)).toEqual(comparable(get!));
    const unauthorized = await call('HEAD', record());
    expect([unauthorized.status, unauthorized.text]).toEqual([401, '']);
  });

  it("a 401 has the surface's own challenge", async () => {
    for (const options of [{}, { token: 'wrong' }, { headers: { authorization: 'Basic eA==' } }]) {
      const answer = await call('GET', record(), options);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="${name}"`);
    }
  });

  it('all responses have their own X-Request-Id and no-store, and no CORS permission', async () => {
    const origin = { origin: 'https://elsewhere.example', 'x-request-id': 'req_of_the_caller' };
    const preflight = { ...origin, 'access-control-request-method': 'POST' };
    const answers: Answer[] = [
      await call('GET', record(), { token: token(name), headers: origin }),
      await call('GET', record(), { headers: origin }),
      await call('GET', `${base}/nothing`, { headers: origin }),
      await call('OPTIONS', record(), { headers: preflight }),
      await call('GET', `${base}/intakes/int_unknown`, { token: token(name), headers: origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 404]);
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect([...headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
  });
});

it.each([
  ['/sandbox/api/agent/v1/nothing', 'application/json; charset=utf-8'],
  ['/%61pi/staff/v1/nothing', 'application/problem+json; charset=utf-8'],
  ['/developers/nothing', 'text/html; charset=utf-8'],
])('a request for %s is answered by the surface of that address', async (path, type) => {
  const [answer] = await raw(`GET ${path}`);
  expect([answer?.status, answer?.headers['content-type']]).toEqual([404, type]);
});

it('a request without an address is answered as a page', async () => {
  const [answer] = await raw('OPTIONS *');
  expect([answer?.status, answer?.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
});

describe('the POST of an intake', () => {
  it('a 201 or 400 response has its own request id and no-store', async () => {
    for (const answer of [await submit(harness.current), await submit(harness.current, {})]) {
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('POST is the only method of its path', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await call(method, '/api/agent/v1/intakes');
      expect([answer.status, answer.headers.get('allow')], `for ${method}`).toEqual([405, 'POST']);
    }
  });
});

/** Uses node:net, because fetch refuses TRACE and hides lengths. */
async function raw(start: string, ...lines: string[]) {
  const bytes = request([`${start} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines]);
  return (await exchange(harness.current.baseUrl, bytes)).answers;
}
