import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';

const harness = useHarness();

const send = async (bytes: string) => (await exchange(harness.current.baseUrl, bytes)).answers[0];
const broken = (path: string) =>
  request([`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Length: 1', 'Content-Length: 2'], '{}');
const requestId = expect.stringMatching(/^req_[0-9A-Za-z]{24}$/);

describe('HTTP that the parser refuses', () => {
  it('HTTP that the parser refuses gets a problem on the partner and staff surfaces', async () => {
    for (const path of ['/api/gap/v1/referrals', '/api/staff/v1/intakes']) {
      const answer = await send(broken(`${path}?a=b`));
      expect(answer?.status).toBe(400);
      expect(answer?.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8' });
      expect(answer?.body).toMatchObject({
        code: 'malformed_body',
        status: 400,
        instance: path,
        request_id: requestId,
      });
      expect(answer?.headers['x-request-id']).toBe(answer?.body.request_id);
    }
  });

  it("HTTP that the parser refuses gets the agent surface's format there, and where no surface matches", async () => {
    for (const path of ['/api/agent/v1/intakes', '/board', '/api/gap/v10']) {
      const answer = await send(broken(path));
      expect([answer?.status, answer?.body]).toEqual([
        400,
        { error: 'This is not valid HTTP/1.1.', code: 'invalid_request', issues: expect.any(Array) },
      ]);
      expect(answer?.headers).toMatchObject({ 'x-request-id': requestId, 'cache-control': 'no-store' });
    }
    expect((await send('not http at all\r\n\r\n'))?.status).toBe(400);
  });

  it('HTTP with too large headers gets 431', async () => {
    const lines = ['GET /api/gap/v1/me HTTP/1.1', 'Host: x', `X-Long: ${'a'.repeat(20_000)}`];
    const answer = await send(request(lines));
    expect(answer).toMatchObject({ status: 431, body: { status: 431, instance: '/api/gap/v1/me' } });
  });
});

describe('every response', () => {
  it.each([
    '/livez',
    '/readyz',
    '/api/gap/v1/me',
    '/api/agent/v1/none',
    '/none',
    '/',
    '/sign-in',
    '/developers/agent',
    '/favicon.svg',
    '/board',
  ])('every response has the headers that prevent MIME sniffing: %s', async (path) => {
    const { headers } = await harness.current.call('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe(path === '/favicon.svg' ? 'cross-origin' : 'same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('has them when the parser made it', async () => {
    expect((await send(broken('/')))?.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });
});
