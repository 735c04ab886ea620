import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/processes/processes';
import { createMetrics } from './metrics.ts';
import type { MetricFactory } from './metric-factory.ts';
import { serveMetrics } from './serve-metrics.ts';

const set = ({ counter, gauge }: MetricFactory) => ({
  answers: counter({
    name: 'makewhole_test_answers_total',
    help: 'Of two labels.',
    labelNames: ['kind', 'outcome'],
    values: { kind: ['a', 'b'], outcome: ['done', 'failed'] },
  }),
  free: gauge({ name: 'makewhole_test_free_bytes', help: 'Measured by some processes only.' }),
});

describe('a counter with known labels', () => {
  it('a counter with known labels is served as 0 in every combination from the start', async () => {
    const metrics = createMetrics();
    const { answers } = metrics.of(set);
    const served = async () => (await metrics.registry.metrics()).match(/^makewhole_test_answers_total\{.*$/gm);
    expect(await served()).toEqual([
      'makewhole_test_answers_total{kind="a",outcome="done"} 0',
      'makewhole_test_answers_total{kind="a",outcome="failed"} 0',
      'makewhole_test_answers_total{kind="b",outcome="done"} 0',
      'makewhole_test_answers_total{kind="b",outcome="failed"} 0',
    ]);
    answers.inc({ kind: 'b', outcome: 'failed' });
    expect(await served()).toContain('makewhole_test_answers_total{kind="b",outcome="failed"} 1');
  });
});

describe('a gauge', () => {
  it('a gauge is absent until it is measured, so that it is not mistaken for 0', async () => {
    const metrics = createMetrics();
    const { free } = metrics.of(set);
    expect(await metrics.registry.metrics()).not.toMatch(/^makewhole_test_free_bytes/m);
    free.set(7);
    expect(await metrics.registry.metrics()).toMatch(/^makewhole_test_free_bytes 7$/m);
  });
});

describe('the metrics port', () => {
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });

  const occupy = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        opened.push(server);
        resolve(server);
      });
    });

  it('the metrics port is the next free one when it is in use', async () => {
    const port = await freePort();
    await occupy(port);
    const server = await serveMetrics(createMetrics(), { host: '127.0.0.1', port });
    if (server === undefined) throw new Error('it is not served');
    opened.push(server);
    expect(server.port).toBeGreaterThan(port);
    expect(server.port).toBeLessThan(port + 10);
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(200);
  });

  it('the metrics port reports whether a serving process is ready, and the alarm counts it', async () => {
    let missing: string[] = [];
    const metrics = createMetrics();
    const describeReadiness = async () => ({ status: missing.length === 0 ? 200 : 503, body: { missing } });
    const server = await serveMetrics(metrics, { host: '127.0.0.1', port: await freePort(), describeReadiness });
    const worker = await serveMetrics(createMetrics(), { host: '127.0.0.1', port: await freePort() });
    if (server === undefined || worker === undefined) throw new Error('it is not served');
    opened.push(server, worker);
    const ask = (path: string, port = server.port) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await ask('/readyz')).status).toBe(200);
    missing = ['database'];
    const answer = await ask('/readyz');
    expect([answer.status, await answer.json()]).toEqual([503, { missing: ['database'] }]);
    expect(await metrics.registry.metrics()).toMatch(
      /makewhole_http_request_seconds_count\{method="GET",route="\/readyz",status="503"\} 1/,
    );
    expect([(await ask('/livez')).status, (await ask('/none')).status]).toEqual([200, 404]);
    expect((await ask('/readyz', worker.port)).status).toBe(404);
  });

  it('a process without a free metrics port keeps running', async () => {
    await occupy(65_535).catch(() => undefined);
    expect(await serveMetrics(createMetrics(), { host: '127.0.0.1', port: 65_535 })).toBeUndefined();
  });

  it('the process stops when the metrics address is not on this machine', async () => {
    await expect(serveMetrics(createMetrics(), { host: '192.0.2.1', port: await freePort() })).rejects.toThrow(
      'EADDRNOTAVAIL',
    );
  });
});
