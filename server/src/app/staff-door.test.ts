import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffRoles } from '#actor';
import { givenSession, givenStaffToken, type Browser } from '#testing/access';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/routes';
import { roleFor } from './staff-door.ts';

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

describe('a request that the browser’s cookie speaks for', () => {
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

  it.each(foreign)('is refused with %s on every route that changes something', async (_what, headers) => {
    const { headers: signedIn } = await givenSession(harness);
    const unsafe = staff.filter(isUnsafe);
    expect(unsafe.length).toBeGreaterThan(25);
    for (const route of unsafe) {
      const { status, body } = await harness.call(route.method, addressOf(route), {
        headers: { cookie: signedIn['cookie'] ?? '', ...headers },
        ...(route.method === 'DELETE' ? {} : { raw: '{}' }),
      });
      expect([route.path, status, body.code]).toEqual([route.path, 403, 'foreign_request']);
    }
  });

  it('passes with our Origin, or by the browser’s word that it is ours', async () => {
    const { headers: signedIn } = await givenSession(harness);
    for (const headers of [{ origin: own }, { 'sec-fetch-site': 'same-origin' }]) {
      const { status } = await harness.call('PATCH', '/api/staff/v1/settings', {
        headers: { cookie: signedIn['cookie'] ?? '', ...headers },
        body: { registration_open: true },
      });
      expect(status).toBe(200);
    }
  });

  it('may read from anywhere that browsers let it, and a token needs no Origin', async () => {
    const { headers } = await givenSession(harness);
    const read = await harness.call('GET', '/api/staff/v1/settings', { headers: { cookie: headers['cookie'] ?? '' } });
    const token = await givenStaffToken(harness);
    const write = await harness.call('PATCH', '/api/staff/v1/settings', { token, body: { registration_open: true } });
    expect([read.status, write.status]).toEqual([200, 200]);
  });
});

describe('roles', () => {
  it('stop at the door whoever may do less, on every route, and nobody who may', async () => {
    const people = new Map<string, Browser>();
    for (const role of staffRoles) people.set(role, await givenSession(harness, role));
    for (const route of staff) {
      const needed = staffRoles.indexOf(roleFor(route.operation, route.role));
      for (const [index, role] of staffRoles.entries()) {
        const refused = (await knock(route, people.get(role)?.headers ?? {})) === 403;
        expect([route.method, route.path, role, refused]).toEqual([route.method, route.path, role, index < needed]);
      }
    }
  }, 60_000);

  it('are told which one is missing', async () => {
    const { headers } = await givenSession(harness, 'agent');
    const { status, body } = await harness.call('GET', '/api/staff/v1/audit', { headers });
    expect([status, body.code, body.role]).toEqual([403, 'role_required', 'administrator']);
  });

  it.each([
    ['intakes.log-call', 'agent'],
    ['referrals.settle', 'agent'],
    ['webhooks.resend-delivery', 'lead'],
    ['webhooks.recover-deliveries', 'lead'],
    ['switches.set', 'administrator'],
    ['partners.create-institution', 'administrator'],
    ['access.create-partner-key', 'administrator'],
    ['agents.set-status', 'administrator'],
    ['something.nobody-listed', 'administrator'],
  ])('%s is for %s', (operation, role) => {
    expect(roleFor(operation)).toBe(role);
  });
});

/** The status alone: some answers do not end. */
async function knock(route: ServedRoute, headers: Readonly<Record<string, string>>): Promise<number> {
  const carries = isUnsafe(route) && route.method !== 'DELETE';
  const stop = new AbortController();
  const response = await fetch(`${harness.baseUrl}${addressOf(route)}`, {
    method: route.method,
    signal: stop.signal,
    headers: { ...headers, ...(carries ? { 'content-type': 'application/json' } : {}) },
    ...(carries ? { body: '{}' } : {}),
  });
  stop.abort();
  return response.status;
}
