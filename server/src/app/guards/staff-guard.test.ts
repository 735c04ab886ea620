import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffRoles } from '#actor';
import { givenSession, givenStaffToken, type Browser } from '#testing/staff';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { requiredRole } from './staff-guard.ts';

let harness: Harness;
let staff: ServedRoute[];

beforeAll(async () => {
  const { started, routes } = await collectRoutes(() => startHarness());
  harness = started;
  staff = routes.filter(({ audience }) => audience === 'staff');
});
afterAll(() => harness.close());

const addressOf = ({ path }: ServedRoute) => path.replace(/:\w+/g, 'x');
const isUnsafe = ({ method }: ServedRoute) => method !== 'GET';

describe('a request authenticated by a cookie', () => {
  const own = 'http://makewhole.test';
  const json = { 'content-type': 'application/json' };
  const foreign: [string, Record<string, string>][] = [
    ['no Origin', json],
    ['a foreign Origin', { ...json, origin: 'https://evil.example' }],
    ['the Origin of a part of our name', { ...json, origin: 'http://makewhole.test.evil.example' }],
    ['our name by another scheme', { ...json, origin: 'https://makewhole.test' }],
    ['the Origin null', { ...json, origin: 'null' }],
    ['our Origin, and a browser that says cross-site', { ...json, origin: own, 'sec-fetch-site': 'cross-site' }],
    ['a browser that says same-site', { ...json, 'sec-fetch-site': 'same-site' }],
    ['text/plain', { 'content-type': 'text/plain', origin: own }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', origin: own }],
  ];

  it.each(foreign)(
    'a cookie request is refused with %s on every route that changes something',
    async (_what, headers) => {
      const { headers: signedIn } = await givenSession(harness);
      const unsafe = staff.filter(isUnsafe);
      expect(unsafe.length).toBeGreaterThan(25);
      for (const route of unsafe) {
        const { status, body } = await harness.call(route.method, addressOf(route), {
          headers: { cookie: signedIn['cookie'] ?? '', ...headers },
          ...(route.method === 'DELETE' ? {} : { raw: '{}' }),
        });
        const isFile = route.path.endsWith('/documents') && headers['content-type'] !== 'application/json';
        const refused = isFile ? [415, 'unsupported_media_type'] : [403, 'foreign_request'];
        expect([route.path, status, body.code]).toEqual([route.path, ...refused]);
      }
    },
  );

  it('a cookie request passes with our Origin, or when the browser marks it as same-origin', async () => {
    const { headers: signedIn } = await givenSession(harness);
    for (const headers of [{ origin: own }, { 'sec-fetch-site': 'same-origin' }]) {
      const { status } = await harness.call('PATCH', '/api/staff/v1/settings', {
        headers: { cookie: signedIn['cookie'] ?? '', ...headers },
        body: { registration_open: true },
      });
      expect(status).toBe(200);
    }
  });

  it('reading is allowed from any origin that browsers allow, and a token needs no Origin', async () => {
    const { headers } = await givenSession(harness);
    const read = await harness.call('GET', '/api/staff/v1/settings', { headers: { cookie: headers['cookie'] ?? '' } });
    const token = await givenStaffToken(harness);
    const write = await harness.call('PATCH', '/api/staff/v1/settings', { token, body: { registration_open: true } });
    expect([read.status, write.status]).toEqual([200, 200]);
  });
});

describe('staff roles', () => {
  it('roles are enforced on every route as its config says, administrator being the default', async () => {
    const people = new Map<string, Browser>();
    for (const role of staffRoles) people.set(role, await givenSession(harness, role));
    expect(staff.length).toBeGreaterThan(70);
    for (const route of staff) {
      const needed = staffRoles.indexOf(route.role ?? 'administrator');
      for (const [index, role] of staffRoles.entries()) {
        const refused = (await knock(route, people.get(role)?.headers ?? {})) === 403;
        expect([route.method, route.path, role, refused]).toEqual([route.method, route.path, role, index < needed]);
      }
    }
  });

  it('a refusal names the missing role', async () => {
    const { headers } = await givenSession(harness, 'caller');
    const { status, body } = await harness.call('GET', '/api/staff/v1/audit', { headers });
    expect([status, body.code, body.role]).toEqual([403, 'role_required', 'administrator']);
  });

  it.each([
    ['intakes.log-call', 'caller'],
    ['referrals.settle', 'caller'],
    ['consultations.take-over', 'lead'],
    ['board.get-load', 'lead'],
    ['webhooks.resend-delivery', 'lead'],
    ['webhooks.recover-deliveries', 'lead'],
    ['switches.set', undefined],
    ['partners.create-institution', undefined],
    ['access.create-partner-key', undefined],
    ['access.list-staff', undefined],
    ['agents.set-status', undefined],
  ])('roles of the route %s: %s', (operation, role) => {
    expect(staff.find((route) => route.operation === operation)?.role).toBe(role);
  });

  it('a route without a role is for administrators', () => {
    expect([requiredRole({}), requiredRole({ role: 'lead' })]).toEqual(['administrator', 'lead']);
  });
});

describe('the former name of the role caller', () => {
  it('the former name is read as caller where an older process stored it', async () => {
    const { staffId, headers } = await givenSession(harness, 'caller');
    await harness.ctx.db.pool.query("update staff.members set role = 'agent' where id = $1", [staffId]);
    const { status, body } = await harness.call('GET', '/api/staff/v1/me', { headers });
    expect([status, body.role]).toEqual([200, 'caller']);
    expect((await harness.call('GET', '/api/staff/v1/board/columns', { headers })).status).toBe(200);
    expect((await harness.call('GET', '/api/staff/v1/board/load', { headers })).status).toBe(403);
    const team = await harness.call('GET', '/api/staff/v1/staff', { token: await givenStaffToken(harness) });
    expect(team.body.data).toContainEqual(expect.objectContaining({ id: staffId, role: 'caller' }));
  });

  it('the former name is accepted in a request and stored as caller', async () => {
    const { staffId } = await givenSession(harness, 'lead');
    const token = await givenStaffToken(harness);
    const { status } = await harness.call('PATCH', `/api/staff/v1/staff/${staffId}`, {
      token,
      body: { role: 'agent' },
    });
    const { rows } = await harness.ctx.db.pool.query('select role from staff.members where id = $1', [staffId]);
    expect([status, rows]).toEqual([200, [{ role: 'caller' }]]);
  });
});

/** The status only, because some responses do not end. */
/** One operation takes a file. */
const typeOf = ({ operation }: ServedRoute): string =>
  operation === 'facts.attach-report' ? 'multipart/form-data; boundary=synthetic' : 'application/json';

async function knock(route: ServedRoute, headers: Readonly<Record<string, string>>): Promise<number> {
  const carries = isUnsafe(route) && route.method !== 'DELETE';
  const stop = new AbortController();
  const response = await fetch(`${harness.baseUrl}${addressOf(route)}`, {
    method: route.method,
    signal: stop.signal,
    headers: { ...headers, ...(carries ? { 'content-type': typeOf(route) } : {}) },
    ...(carries ? { body: '{}' } : {}),
  });
  stop.abort();
  return response.status;
}
