import { describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';

const harness = useHarness();
const intakes = '/api/agent/v1/intakes';
const json = 'Content-Type: application/json';

const send = (bytes: string | Buffer, answers?: number) =>
  exchange(harness.current.baseUrl, bytes, answers === undefined ? {} : { answers });

async function intakeCount(): Promise<number> {
  const { rows } = await harness.current.ctx.db.pool.query<{ count: number }>(
    'select count(*)::int from intakes.intakes',
  );
  return rows[0]?.count ?? 0;
}

describe('requests that proxies may interpret differently', () => {
  it.each([
    ['two Host headers', [`GET ${intakes}/x HTTP/1.1`, 'Host: a.example', 'Host: b.example']],
    ['two equal Host headers in different case', [`GET ${intakes}/x HTTP/1.1`, 'Host: a.example', 'hOST: a.example']],
    ['a target that names a host', [`GET http://b.example${intakes}/x HTTP/1.1`, 'Host: a.example']],
    ['a target with a fragment', [`GET ${intakes}/x#fragment HTTP/1.1`, 'Host: a.example']],
    ['a fragment in the query', [`GET ${intakes}/x?a=1#fragment HTTP/1.1`, 'Host: a.example']],
  ])('are refused on the agent surface: %s', async (_what, lines) => {
    const [answer] = (await send(request(lines), 1)).answers;
    expect(answer?.status).toBe(400);
    expect(answer?.body).toEqual({
      error: expect.any(String),
      code: 'invalid_request',
      issues: [{ path: '', message: expect.any(String) }],
    });
    expect(answer?.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect(answer?.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['two Host headers', ['GET /api/staff/v1/intakes/x HTTP/1.1', 'Host: a.example', 'Host: b.example']],
    ['a target that names a host', ['GET http://b.example/api/staff/v1/intakes/x HTTP/1.1', 'Host: a.example']],
  ])('the staff surface refuses a request that proxies may interpret differently: %s', async (_what, lines) => {
    const [answer] = (await send(request(lines), 1)).answers;
    expect(answer?.status).toBe(400);
    expect(answer?.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer?.body).toMatchObject({ status: 400, request_id: answer?.headers['x-request-id'] });
  });
});

describe('framing that could hide a second request', () => {
  const body = JSON.stringify(minimalIntake());
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const start = [`POST ${intakes} HTTP/1.1`, 'Host: a.example', json];

  it.each([
    ['both lengths', request([...start, `Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'], chunked)],
    ['two different lengths', request([...start, `Content-Length: ${body.length}`, 'Content-Length: 1'], body)],
    ['a length that is no number', request([...start, `Content-Length: +${body.length}`], body)],
    ['an unknown transfer encoding', request([...start, 'Transfer-Encoding: xchunked'], chunked)],
    ['an encoding after chunked', request([...start, 'Transfer-Encoding: chunked, identity'], chunked)],
    ['a space before the colon', request([...start, 'Transfer-Encoding : chunked'], chunked)],
    ['a header that goes on in the next line', request([...start, 'X-Folded: a', ' b', 'Content-Length: 0'])],
    ['a chunk size that is no number', request([...start, 'Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk longer than its size', request([...start, 'Transfer-Encoding: chunked'], `1\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk without its line end', request([...start, 'Transfer-Encoding: chunked'], `2\r\n{}0\r\n\r\n`)],
    ['bare line feeds', request([...start, `Content-Length: ${body.length}`], body).replaceAll('\r\n', '\n')],
    ['a header name with a control character', request([...start, 'X-\u0001: a', 'Content-Length: 0'])],
  ])(
    'the parser refuses framing that could hide a second request, and closes the connection: %s',
    async (_what, bytes) => {
      const before = await intakeCount();
      const hidden = request([`GET /livez HTTP/1.1`, 'Host: a.example']);
      const { answers, closedByServer } = await send(bytes + hidden);
      expect(answers.map(({ status }) => status)).toEqual([400]);
      expect(closedByServer).toBe(true);
      expect(await intakeCount()).toBe(before);
    },
  );

  it('a request without a Host header is refused', async () => {
    const { answers, closedByServer } = await send(request(['GET /livez HTTP/1.1']));
    expect([answers[0]?.status, closedByServer]).toEqual([400, true]);
  });

  it('a request with headers larger than 16 kB is refused', async () => {
    const { answers, closedByServer } = await send(
      request(['GET /livez HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(20_000)}`]),
    );
    expect([answers[0]?.status, closedByServer]).toEqual([431, true]);
  });

  it('does not affect a properly chunked body, nor a second request after it', async () => {
    const bytes = request([...start, 'Transfer-Encoding: chunked'], chunked);
    const { answers } = await send(bytes + request([`GET /livez HTTP/1.1`, 'Host: a.example']), 2);
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  });
});

describe('paths that cannot be decoded, or are very long', () => {
  it.each([
    ['no escape', '%zz'],
    ['no UTF-8', '%ff%fe'],
    ['5,000 letters', 'a'.repeat(5000)],
  ])('a path that cannot be decoded is an unknown id: %s', async (_what, id) => {
    const wanted = [`GET ${intakes}/${id} HTTP/1.1`, 'Host: a.example'];
    const [unauthorized] = (await send(request(wanted), 1)).answers;
    expect([unauthorized?.status, unauthorized?.body.code]).toEqual([401, 'unauthorized']);
    const [unknown] = (await send(request([...wanted, 'Authorization: Bearer svc_poll_wrong']), 1)).answers;
    expect([unknown?.status, unknown?.body.code]).toEqual([404, 'not_found']);
    expect(unknown?.headers['x-request-id']).toMatch(/^req_/);
  });

  it('are unknown paths elsewhere, rendered by their surface', async () => {
    const get = (path: string) => send(request([`GET ${path} HTTP/1.1`, 'Host: a.example']), 1);
    const [agent] = (await get('/api/agent/v1/%zz/%zz/%zz')).answers;
    expect([agent?.status, agent?.body]).toEqual([404, { error: expect.any(String), code: 'not_found' }]);
    const [staff] = (await get('/api/staff/v1/%zz/%zz/%zz')).answers;
    expect([staff?.status, staff?.headers['content-type'], staff?.body.code]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
      'not_found',
    ]);
  });
});
