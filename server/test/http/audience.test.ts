import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { startHarness, type Harness } from '#test/harness';
import { committedRoutes } from '#test/http/committed-routes';
import { collectRoutes, type ServedRoute } from '#test/http/routes';

let harness: Harness;
let routes: ServedRoute[];

beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness({ DEV_PAGES: '1' })));
});
afterAll(() => harness.close());

/** Staff changes that need a recent sign-in; exports are known by their path. */
const confirmed = [
  // Money, and changes that make a service cheaper.
  /^checkout\.(capture|refund|release)-/,
  /discount/,
  // Permissions: the team, the institutions' users, and credentials that give access to data or receive it.
  /^access\.(invite|change|reset|create|upload)-/,
  /^portal\.(reset|open)-/,
  /^webhooks\.(create|change|rotate)-/,
  // Retention and erasure.
  /^privacy\./,
];

/** Routes that look like the above and need no recent sign-in, with the reason. */
const withoutConfirmation: Readonly<Record<string, string>> = {
  'appraisals.preview-pdf': 'one case, of what is being written there',
  'referrals.get-record': 'what the board shows of a case',
  'board.get-figures-csv': 'sums without a person',
  'plans.get-statement-csv': 'sums of a month without a person',
  'plans.get-statement-pdf': 'sums of a month without a person',
};

describe('the routes', () => {
  it('the routes are exactly the committed ones, each with its audience, its operation and whether it needs a recent sign-in', () => {
    const marks = { true: ' | fresh', live: ' | fresh in live mode', undefined: '' };
    const found = routes.map(
      ({ method, path, audience, operation, fresh }) =>
        `${method} ${path} | ${audience} | ${operation}${marks[`${fresh}`]}`,
    );
    expect(found.sort()).toEqual(committedRoutes);
  });

  it('staff routes that move money, change permissions, export data or erase need a recent sign-in', () => {
    const staff = routes.filter(({ audience }) => audience === 'staff');
    const asks = ({ method, path, operation = '' }: ServedRoute) => {
      if (Object.hasOwn(withoutConfirmation, operation)) return false;
      if (method === 'GET') return /\.(csv|pdf)$|export|\/(consent|referrals)\/:\w+(\/evidence)?$/.test(path);
      return confirmed.some((pattern) => pattern.test(operation));
    };
    const operations = (of: readonly ServedRoute[]) => of.map(({ operation }) => operation).sort();
    expect(operations(staff.filter(({ fresh }) => fresh !== undefined))).toEqual(operations(staff.filter(asks)));
    const known = new Set(staff.map(({ operation }) => operation));
    expect(Object.keys(withoutConfirmation).filter((operation) => !known.has(operation))).toEqual([]);
  });

  it('describe the answers of their success statuses, save pages for people, files for programs, other protocols and callbacks of providers', () => {
    const described = routes.filter(
      ({ path, operation }) =>
        !/^(site|assets|discovery|mcp)\./.test(operation ?? '') &&
        !/^\/(appraisal|c|case|i|language|stop|checkout|test-cards|providers|dev|developers|hooks)\/|^\/(agent-console|board|portal|case$|dev$|developers(\.md)?$|sign-(in|out))/.test(
          path,
        ),
    );
    // Documented, but not open yet.
    const planned = '/api/gap/v1/signature-check';
    const undescribed = described
      // Signing in at another provider is two redirects.
      .filter(({ path }) => path !== planned && !/\/issuer-(?:sign-in|callback)/.test(path))
      .filter((route) => !route.described.some((status) => /^(2\d\d|2xx)$/.test(status)));
    expect(undescribed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('of the staff surface let nobody in without a staff token', async () => {
    for (const { method, path } of routes.filter(({ audience }) => audience === 'staff')) {
      const answer = await harness.call(method, path.replace(/:\w+/g, 'x'));
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });

  it('of the partner surface let nobody in without a credential of an institution', async () => {
    const token = await givenStaffToken(harness);
    const partner = routes.filter(({ audience }) => audience === 'partner');
    expect(partner).toHaveLength(23);
    for (const { method, path } of partner) {
      const address = path.replace(/:\w+/g, 'x');
      const answers = [await harness.call(method, address), await harness.call(method, address, { token })];
      const told = answers.map(({ status, body }) => `${status} ${body.code}`);
      expect([path, ...told]).toEqual([path, '401 authentication_required', '401 key_unknown']);
    }
  });
});
