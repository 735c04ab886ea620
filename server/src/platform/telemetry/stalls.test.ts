import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cloneDatabase } from '#test/database/databases';
import { compileCache } from '#test/processes/compile-cache';
import { freePort, startProcess, watchProcess, type RunningProcess } from '#test/processes/processes';
import { until } from '#test/until';

// A busy machine stalls processes too, so no test here expects the absence of a stall.

type Line = {
  readonly event: string;
  readonly at: string;
  readonly service: string;
  readonly stalledMs: number;
  readonly cpuMs: number;
  readonly operation?: string;
  readonly operations: readonly string[];
  readonly frames: readonly string[];
};

function linesOf({ stdout }: RunningProcess, event: string): Line[] {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').filter(Boolean);
  return lines.map((line): Line => JSON.parse(line)).filter((line) => line.event === event);
}
const stalls = (process: RunningProcess) => linesOf(process, 'platform.event-loop-stalled');
const samples = (process: RunningProcess) => linesOf(process, 'platform.event-loop-sampled');

const readMetrics = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** How many stalls a process's metrics count. */
async function countStalls(port: number): Promise<number> {
  const text = await readMetrics(port);
  const values = [...text.matchAll(/^makewhole_event_loop_stalls_total\{length="(?:short|long)"\} (\d+)$/gm)];
  expect(values).toHaveLength(2);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function startStalling() {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const file = fileURLToPath(new URL('../../../test/processes/stalling-server.ts', import.meta.url));
  const env = { ...compileCache, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const server = watchProcess(spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  await until('the server to listen', () => server.stdout.includes('api.listening'));
  const url = `http://127.0.0.1:${port}`;
  /** Sends the body after the request has begun, so that it arrives on its own. */
  const post = async (path: string): Promise<number | undefined> => {
    const sent = request(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.flushHeaders();
    const begun = /^makewhole_http_requests_in_flight 1$/m;
    await until('the request to have begun', async () => begun.test(await readMetrics(metricsPort)));
    sent.end('{"text":"aaaaaaaaaaaaaa"}');
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
  return { server, metricsPort, loop: () => fetch(`${url}/loop`), post };
}

describe('a request that stalls the event loop', () => {
  it('a request that stalls the event loop is logged by operation and counted, although it has ended by then', async () => {
    const { server, metricsPort, loop } = await startStalling();
    const before = await countStalls(metricsPort);
    expect((await loop()).status).toBe(200);
    const find = () => stalls(server).find(({ operations }) => operations.includes('test.loop'));
    await until('the stall to be logged', () => find() !== undefined);
    expect(find()?.stalledMs).toBeGreaterThanOrEqual(200);
    expect(await countStalls(metricsPort)).toBeGreaterThan(before);
    server.signal('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it('a stalled request is sampled while a regular expression runs, with functions and lines but no input', async () => {
    const { server, post } = await startStalling();
    expect(await post('/match')).toBe(200);
    expect(await post('/match')).toBe(200);
    await until('both to be logged', () => stalls(server).filter(({ stalledMs }) => stalledMs > 1_000).length >= 2);
    const [sample] = samples(server);
    if (sample === undefined) throw new Error('it was not sampled');
    expect([sample.service, sample.operation]).toEqual(['makewhole-stalling', 'test.match']);
    expect(sample.stalledMs).toBeGreaterThanOrEqual(500);
    expect(sample.frames.slice(0, 2)).toEqual([
      'RegExp.test',
      expect.stringMatching(/^matchSlowly server\/test\/processes\/stalling-server\.ts:\d+$/),
    ]);
    expect(sample.frames.length).toBeLessThanOrEqual(20);
    expect(sample.frames.filter((frame) => /aaaa|file:|(?:^| )\//.test(frame))).toEqual([]);
    // Written while the loop was still stalled.
    expect(server.stdout.indexOf('event-loop-sampled')).toBeLessThan(server.stdout.indexOf('"test.match"]'));
    const times = samples(server).map(({ at }) => Date.parse(at));
    for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeGreaterThan(9_000);
    const long = stalls(server).filter(({ stalledMs }) => stalledMs > 400);
    expect(samples(server).length).toBeLessThanOrEqual(long.length);
    expect(server.stderr).toBe('');
  });

  it('a stall is attributed to the sweep that ran, and a signal during the stall still stops the process', async () => {
    const { server, post } = await startStalling();
    const answered = post('/sweep').catch(() => undefined);
    await until('the sweep to be sampled', () => samples(server).length > 0);
    expect(samples(server)[0]?.operation).toBe('test.sweep');
    server.signal('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    await answered;
  });
});

describe('a suspended process', () => {
  const start = async (entry: 'api' | 'worker' | 'all' | 'document-parser') => {
    const metricsPort = await freePort();
    if (entry === 'document-parser') {
      const directory = await mkdtemp(join(tmpdir(), 'makewhole-stalls-'));
      onTestFinished(() => rm(directory, { recursive: true }));
      return {
        process: startProcess(entry, { DOCUMENT_PARSER_SOCKET: join(directory, 'socket') }),
        started: 'document-parser.listening',
      };
    }
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const running = startProcess(entry, {
      DATABASE_URL: database.url.reveal(),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      PORT: String(await freePort()),
      METRICS_PORT: String(metricsPort),
      SHUTDOWN_DRAIN_MS: '0',
    });
    return { process: running, started: 'metrics.listening', metricsPort };
  };

  it.each(['api', 'worker', 'all', 'document-parser'] as const)(
    'a suspended process logs and counts the stall, and exits on SIGTERM: %s',
    async (entry) => {
      const { process, started, metricsPort } = await start(entry);
      await until('it has started', () => process.stdout.includes(started));
      const before = stalls(process).length;
      process.signal('SIGSTOP');
      const stoppedAt = performance.now();
      await until('it to have stood for half a second', () => performance.now() - stoppedAt > 500);
      process.signal('SIGCONT');
      await until('the stall to be logged', () => stalls(process).length > before);
      expect(stalls(process).at(-1)?.service).toBe(`makewhole-${entry}`);
      if (metricsPort !== undefined) expect(await countStalls(metricsPort)).toBeGreaterThan(before);
      process.signal('SIGTERM');
      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toBe('');
    },
  );
});
