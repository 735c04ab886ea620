import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { AppError, forbidden, rateLimited } from '#platform/errors';
import { useHarness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { problemErrors } from './problem-errors.ts';
import { createHttpServer } from '../server.ts';
import { createSurface } from '../surface.ts';

const harness = useHarness();
const publicBaseUrl = 'https://makewhole.example';
let app: FastifyInstance;
let baseUrl = '';

const note = Type.Object(
  { text: Type.String({ maxLength: 10 }), extra: Type.Optional(Type.Object({}, { additionalProperties: false })) },
  { additionalProperties: false },
);

const failures: Record<string, () => Error> = {
  forbidden,
  limited: () => rateLimited(7),
  broken: () => new Error('words-of-a-person in an error'),
  own: () => new AppError('not_now', 'Come back tomorrow.', { status: 409, details: { tomorrow: true } }),
};

// A dedicated test surface, with the limits of the staff surface and one operation of each kind.
beforeAll(async () => {
  const { service, config } = harness.current;
  app = createHttpServer({ telemetry: service.telemetry, trustedProxies: config.trustedProxies, team: config.team });
  await createSurface(app, {
    prefix: '/api/test/v1',
    errors: problemErrors({ surface: 'test', realm: 'test', publicBaseUrl }),
    bodyLimit: 1_048_576,
    metrics: service.telemetry.metrics,
    mount: async (surface) => {
      surface.post('/notes', { schema: { body: note } }, async (req) => ({ length: JSON.stringify(req.body).length }));
      surface.get<{ Params: { how: string } }>('/fail/:how', async (req) => {
        throw failures[req.params.how]?.() ?? new Error('no such failure');
      });
    },
  });
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const notes = '/api/test/v1/notes';

async function answerTo(path: string, options: RequestInit = {}) {
  const response = await fetch(`${baseUrl}${path}`, options);
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

const post = (body: string | Buffer, contentType = 'application/json') =>
  answerTo(notes, { method: 'POST', body, headers: { 'content-type': contentType } });

const problem = (code: string, status: number, detail: unknown = expect.any(String)) => ({
  error: expect.any(String),
  code,
  type: `${publicBaseUrl}/developers/errors/${code}`,
  title: expect.any(String),
  status,
  detail,
  instance: notes,
  request_id: expect.stringMatching(/^req_[0-9A-Za-z]{24}$/),
});

describe('errors as problem+json', () => {
  it.each([
    ['text/plain', 'unsupported_media_type', 415],
    ['application/xml', 'unsupported_media_type', 415],
  ])('a body of %s gets 415', async (type, code, status) => {
    const answer = await post('{"text":"a"}', type);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toEqual(problem(code, status));
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it.each([
    ['not JSON', '{"text":'],
    ['no object', '["text"]'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('a body that is %s gets 400', async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      ...problem('malformed_body', 400),
      issues: [{ path: '', message: expect.any(String) }],
    });
  });

  it('a body one byte over the limit gets 413 and closes the connection', async () => {
    const write = (bytes: number) => {
      const body = `{"text":"a"}`.replace('{', `{${' '.repeat(bytes - 12)}`);
      const head = [`POST ${notes} HTTP/1.1`, 'Host: a', 'Content-Type: application/json'];
      return request([...head, `Content-Length: ${body.length}`], body);
    };
    const fits = await exchange(baseUrl, write(1_048_576), { answers: 1 });
    expect(fits.answers[0]?.status).toBe(200);
    const over = await exchange(baseUrl, write(1_048_577));
    expect(over.answers[0]?.status).toBe(413);
    expect(over.answers[0]?.body).toEqual(problem('payload_too_large', 413));
    expect([over.answers[0]?.headers['connection'], over.closedByServer]).toEqual(['close', true]);
  });

  it('a problem lists all invalid members', async () => {
    const answer = await post(JSON.stringify({ text: 'longer than ten', extra: { a: 1 }, more: 2 }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(answer.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual(['extra.a', 'more', 'text']);
  });

  it('a problem lists 100 of 15,000 invalid members, quickly', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`member_${index}`, 'x'.repeat(20)]));
    const answers: Awaited<ReturnType<typeof post>>[] = [];
    const ms = await processorMs(async () => answers.push(await post(JSON.stringify({ text: 'a', ...wrong }))));
    expect(ms).toBeLessThan(2000);
    expect(answers[0]?.status).toBe(400);
    expect(answers[0]?.body.issues).toHaveLength(100);
  });

  it("a problem contains the error's extra members, and the time to wait as Retry-After", async () => {
    const own = await answerTo('/api/test/v1/fail/own');
    expect(own.body).toMatchObject({
      code: 'not_now',
      title: 'Not now',
      detail: 'Come back tomorrow.',
      tomorrow: true,
    });
    const limited = await answerTo('/api/test/v1/fail/limited');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await answerTo('/api/test/v1/fail/forbidden')).status).toBe(403);
  });

  it("a problem's instance has no query string", async () => {
    const answer = await answerTo('/api/test/v1/fail/own?email=jane@example.com');
    expect(answer.body.instance).toBe('/api/test/v1/fail/own');
  });

  it('say of an unexpected failure only that it happened', async () => {
    const answer = await answerTo('/api/test/v1/fail/broken');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      ...problem('internal_error', 500, 'Something went wrong on our side.'),
      instance: '/api/test/v1/fail/broken',
    });
    const line = harness.current.logLines.find((entry) => entry.includes('http.failed')) ?? '{}';
    expect(line).not.toContain('words-of-a-person');
    expect(JSON.parse(line)).toMatchObject({ err: { cause: { frames: expect.any(Array) } } });
  });
});
