import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { agentErrors } from '../errors/agent-errors.ts';
import { problemErrors } from '../errors/problem-errors.ts';
import { createHttpServer } from '../server.ts';
import { createSurface } from '../surface.ts';

const harness = useHarness();
const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function givenServer(production = false): Promise<{ readonly app: FastifyInstance; readonly baseUrl: string }> {
  const { service, config } = harness.current;
  const { telemetry } = service;
  const app = createHttpServer({ telemetry, trustedProxies: config.trustedProxies, team: config.team, production });
  opened.push(app);
  const problems = problemErrors({ surface: 'test', realm: 'test', publicBaseUrl: 'https://makewhole.example' });
  for (const [prefix, errors] of [['/api/problem/v1', problems] as const, ['/api/agent/v1', agentErrors] as const])
    await createSurface(app, {
      prefix,
      errors,
      bodyLimit: 1000,
      metrics: telemetry.metrics,
      mount: async (surface) => {
        surface.get('/now', async () => ({ ok: true }));
        surface.post('/body', async () => ({ ok: true }));
      },
    });
  return { app, baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

const post = (path: string, rest = '{') =>
  request([`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', 'Content-Length: 10'], rest);

describe('a request that does not arrive in time', () => {
  it('is 408 in the form of its surface, and its connection is closed', async () => {
    const { app, baseUrl } = await givenServer();
    app.server.headersTimeout = 100;
    app.server.requestTimeout = 200;
    const [problem, agent] = await Promise.all([
      exchange(baseUrl, post('/api/problem/v1/body?a=b')),
      exchange(baseUrl, post('/api/agent/v1/body')),
    ]);
    expect(problem.answers[0]?.status).toBe(408);
    expect(problem.answers[0]?.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(problem.answers[0]?.body).toMatchObject({ status: 408, instance: '/api/problem/v1/body' });
    expect(problem.answers[0]?.body.request_id).toBe(problem.answers[0]?.headers['x-request-id']);
    expect(agent.answers[0]).toMatchObject({ status: 408, body: { code: 'invalid_request' } });
    expect([problem.closedByServer, agent.closedByServer]).toEqual([true, true]);
  });

  it('a request whose head does not arrive in time gets 408', async () => {
    const { app, baseUrl } = await givenServer();
    app.server.headersTimeout = 100;
    const { answers } = await exchange(baseUrl, 'GET /api/problem/v1/now HTTP/1.1\r\nHost: a\r\n');
    expect(answers[0]?.status).toBe(408);
  });

  it('a request has two minutes for its body and twenty seconds for its head', async () => {
    const { app } = await givenServer();
    const { requestTimeout, headersTimeout, keepAliveTimeout } = app.server;
    expect([requestTimeout, headersTimeout, keepAliveTimeout]).toEqual([120_000, 20_000, 72_000]);
  });
});

describe('browsers are told to use HTTPS', () => {
  it.each([
    [true, 'max-age=31536000; includeSubDomains'],
    [false, undefined],
  ])('in production alone, by every answer: %s', async (production, header) => {
    const { baseUrl } = await givenServer(production);
    const asked = [
      request(['GET /api/agent/v1/now HTTP/1.1', 'Host: a', 'Connection: close']),
      request(['GET /api/agent/v1/none HTTP/1.1', 'Host: a', 'Connection: close']),
      'no HTTP at all\r\n\r\n',
    ];
    const answers = await Promise.all(asked.map(async (text) => (await exchange(baseUrl, text)).answers[0]));
    expect(answers.map((answer) => answer?.status)).toEqual([200, 404, 400]);
    for (const answer of answers) expect(answer?.headers['strict-transport-security']).toBe(header);
  });
});
