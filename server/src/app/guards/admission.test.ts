import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policy } from '#platform/config';
import { createHttpServer, serveHealth } from '#platform/http';
import { useHarness } from '#test/harness';
import { exchange, request, type RawAnswer } from '#test/http/raw-http';
import { shareAdmission } from './admission.ts';

const harness = useHarness();
/** The cookie with which a browser sends a staff session. */
const sessionCookie = '__Host-makewhole-staff';
let app: FastifyInstance;
let baseUrl = '';
let begun = 0;

// The real surfaces, except that none accepts a body that has not arrived yet.
beforeAll(async () => {
  const { service, config } = harness.current;
  const { surfaces, ...admission } = shareAdmission(config);
  const [first, ...others] = surfaces;
  app = createHttpServer({
    telemetry: service.telemetry,
    trustedProxies: config.trustedProxies,
    team: config.team,
    admission: { ...admission, surfaces: [first, ...others.map((surface) => ({ ...surface, slow: 0 }))] },
  });
  app.addHook('onRequest', async () => void (begun += 1));
  serveHealth(app, { check: async () => [], listRefused: () => [] });
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function refusal(path: string, lines: readonly string[] = []): Promise<RawAnswer | undefined> {
  const head = [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 5', ...lines];
  return (await exchange(baseUrl, request(head, '12'), { answers: 1 })).answers[0];
}

const requestId = expect.stringMatching(/^req_[0-9A-Za-z]{24}$/);

describe('a refused request', () => {
  it('a refusal has the format of the agent surface', async () => {
    const answer = await refusal('/api/agent/v1/intakes');
    expect([answer?.status, answer?.body]).toEqual([503, { error: expect.any(String), code: 'internal' }]);
    expect(answer?.headers).toMatchObject({ 'retry-after': '5', 'x-request-id': requestId });
  });

  it.each(['/mcp', '/sandbox/mcp', '/mcp?x=1'])("a refusal has the protocol's format at %s", async (path) => {
    const answer = await refusal(path);
    const error = { code: -32_603, message: expect.any(String), data: { code: 'internal_error', retry_after_s: 5 } };
    expect([answer?.status, answer?.body]).toEqual([503, { jsonrpc: '2.0', id: null, error }]);
    expect(answer?.headers).toMatchObject({ 'retry-after': '5', 'x-request-id': requestId });
  });

  it.each(['/api/gap/v1/referrals', '/api/staff/v1/intakes'])('a refusal is a problem at %s', async (path) => {
    const answer = await refusal(`${path}?a=b`);
    expect(answer?.status).toBe(503);
    expect(answer?.body).toMatchObject({ code: 'internal_error', status: 503, instance: path, request_id: requestId });
    expect(answer?.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': '5',
      'x-request-id': answer?.body.request_id,
    });
  });

  it.each(['/case/none', '/c/none', '/sign-in', '/board', '/', '/hooks/text/status', '/providers/stripe', '/nothing'])(
    'a refusal is a page for people at %s, in their language',
    async (path) => {
      const [english, spanish, chosen] = await Promise.all([
        refusal(path),
        refusal(path, ['Accept-Language: es']),
        refusal(`${path}?lang=es`),
      ]);
      expect([english?.status, english?.headers['retry-after']]).toEqual([503, '5']);
      expect(english?.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(english?.text).toContain('<html lang="en">');
      expect(english?.headers).toMatchObject({ 'x-request-id': requestId, 'cache-control': 'no-store' });
      for (const page of [spanish, chosen]) expect(page?.text).toContain('<html lang="es">');
    },
  );

  it('a refused request has started no work', () => {
    expect(begun).toBe(0);
  });

  it("sign-ins are not refused because of requests for the board's pages: they have separate shares", () => {
    const { surfaces } = shareAdmission(harness.current.config);
    const signIn = surfaces.find(({ prefixes }) => prefixes.includes('/sign-in'));
    expect(signIn?.methods).toEqual(['POST']);
    // Unauthenticated sign-ins wait in twenty places for a comparison; as many others must find a slot.
    expect(signIn?.most).toBeGreaterThan(20);
  });

  it('is never one about the health of the process', async () => {
    for (const path of ['/livez', '/readyz', '/healthz']) {
      const head = [`GET ${path}?a=b HTTP/1.1`, 'Host: a', 'Content-Length: 5'];
      const { answers } = await exchange(baseUrl, request(head, '12345'), { answers: 1 });
      expect(answers[0]?.status).toBe(200);
    }
  });
});

describe('admission shares', () => {
  it('shares make only public surfaces pause for three quarters of the time', () => {
    const { surfaces } = shareAdmission({ ...harness.current.config, admission: policy.admission });
    const rests = surfaces.filter(({ rest }) => rest > 0).map(({ name, rest }) => [name, rest]);
    expect(rests).toEqual(['health', 'sandbox', 'owners', 'board', 'public'].map((name) => [name, 3]));
  });

  it('shares leave something to borrow, whatever the number of slots', () => {
    for (const requests of [16, 17, 40, 64, 1000]) {
      const admission = { ...harness.current.config.admission, requests };
      const { surfaces, turns } = shareAdmission({ ...harness.current.config, admission });
      const guaranteed = surfaces.map((surface) => surface.guaranteed).filter(Number.isFinite);
      expect(guaranteed.every((share) => share >= 1)).toBe(true);
      expect(guaranteed.reduce((sum, share) => sum + share, 0)).toBeLessThan(turns);
    }
  });

  const agent = { prefix: '/api/agent/v1', method: 'GET' };
  const partner = { prefix: '/api/gap/v1', method: 'GET' };
  const staff = { prefix: '/api/staff/v1', method: 'GET' };

  it.each([
    { what: 'a poll without a token', ...agent, headers: {}, expected: true },
    { what: 'a poll with a foreign token', ...agent, headers: { authorization: 'Bearer x' }, expected: true },
    { what: 'a poll', ...agent, headers: { authorization: 'Bearer svc_poll_x' }, expected: false },
    { what: 'an anonymous intake', ...agent, method: 'POST', headers: {}, expected: false },
    { what: 'a partner call without a key', ...partner, method: 'POST', headers: {}, expected: true },
    {
      what: 'a partner call with a staff token',
      ...partner,
      headers: { authorization: 'Bearer svc_staff_x' },
      expected: true,
    },
    { what: 'a partner call with a key', ...partner, headers: { authorization: 'bearer gap_test_x' }, expected: false },
    { what: 'a signed partner call', ...partner, headers: { 'signature-input': 'svc=()' }, expected: false },
    { what: 'a staff call without a token', ...staff, headers: {}, expected: true },
    { what: 'a staff call with another cookie', ...staff, headers: { cookie: 'language=es' }, expected: true },
    { what: 'a staff call with a token', ...staff, headers: { authorization: 'Bearer svc_staff_x' }, expected: false },
    { what: 'a call of the board', ...staff, headers: { cookie: `a=b; ${sessionCookie}=x` }, expected: false },
  ])(
    'callers without a credential are detected by the form of their request: $what',
    ({ prefix, method, headers, expected }) => {
      const { surfaces } = shareAdmission(harness.current.config);
      const found = surfaces.find(({ prefixes }) => prefixes.includes(prefix));
      expect(found?.isStranger?.({ method, headers })).toBe(expected);
    },
  );

  it('shares identify every surface by its addresses', () => {
    const { surfaces } = shareAdmission(harness.current.config);
    const prefixes = new Set(surfaces.flatMap((surface) => surface.prefixes));
    for (const prefix of ['/api/agent/v1', '/api/gap/v1', '/api/staff/v1', '/c', '/i', '/case', '/providers'])
      expect(prefixes).toContain(prefix);
    expect(surfaces.at(-1)?.prefixes).toEqual([]);
  });
});
