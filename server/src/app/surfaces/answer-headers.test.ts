import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, useHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';

let harness: Harness;
let routes: ServedRoute[];
let answers: Answer[];

beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness()));
  answers = await askEverything([undefined, await givenStaffToken(harness), (await givenPartner(harness)).key]);
});
afterAll(() => harness.close());

const isEndless = (path: string): boolean => path.endsWith('/stream');

type Answer = { readonly route: string; readonly headers: Headers };

/** Every route's responses to an unauthenticated client, to the team and to a partner: pages, data and refusals. */
async function askEverything(tokens: readonly (string | undefined)[]): Promise<Answer[]> {
  const given: Answer[] = [];
  for (const { method, path } of routes)
    for (const token of tokens) {
      if (token !== undefined && (method !== 'GET' || isEndless(path))) continue;
      const { status, headers } = await harness.call(method, path.replace(/:\w+|\*/g, 'x'), token ? { token } : {});
      given.push({ route: `${method} ${path} ${status}`, headers });
    }
  return given;
}

describe('the response of every route', () => {
  it('is loaded, run and framed by nobody, tells no address to others, and names its characters', async () => {
    expect(answers.length).toBeGreaterThan(300);
    const faults = answers.flatMap(({ route, headers }) => {
      const policy = headers.get('content-security-policy') ?? '';
      const type = headers.get('content-type');
      const found = [
        ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].every((rule) => policy.includes(rule)),
        headers.get('referrer-policy') === 'no-referrer',
        headers.get('x-content-type-options') === 'nosniff',
        type === null || !/^text\/|xml|json/.test(type) || type.endsWith('; charset=utf-8'),
      ];
      return found.every(Boolean) ? [] : [`${route} ${found.join(' ')} ${type}`];
    });
    expect(faults).toEqual([]);
  });

  it('is kept by no cache unless it is the same for everybody', async () => {
    const kept = answers
      .filter(({ headers }) => !/no-store/.test(headers.get('cache-control') ?? ''))
      .map(({ route }) => route.split(' ')[1] ?? '');
    const forEverybody =
      /^\/(?:$|contact|privacy|terms|developers|robots|sitemap|llms|\.well-known|favicon|touch-icon|social|assets|board|portal|livez|readyz|healthz|checkout\/terms|mcp\/server-card$)/;
    expect([...new Set(kept)].filter((path) => !forEverybody.test(path))).toEqual([]);
  });

  it('lets no other origin read it, and no method that the route does not name', async () => {
    for (const path of ['/api/agent/v1/intakes', '/api/gap/v1/me', '/api/staff/v1/me', '/sign-in', '/']) {
      const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
      const preflight = await harness.call('OPTIONS', path, { headers });
      const allowed = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([path, preflight.status, allowed]).toEqual([path, 405, []]);
      const read = await harness.call('GET', path, { headers: { origin: 'https://elsewhere.example' } });
      expect(read.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('in production', () => {
  const production = useHarness({ NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://makewhole.test' });

  it.each(['/', '/livez', '/api/agent/v1/none', '/board'])(
    '%s is asked for by https for a year, also below this host',
    async (path) => {
      const { headers } = await production.current.call('GET', path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    },
  );
});
