import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { teamSettings } from '#test/fixtures/team-settings';
import { freePort, startProcess, untilReady } from '#test/processes/processes';
import { until } from '#test/until';
import { startRelay } from '#test/http/relay';

// Starting processes takes long on a busy machine.

describe('a process without usable settings', () => {
  it.each(['api', 'worker', 'all'] as const)(
    'a process reports everything that is missing and nothing else: %s',
    async (entry) => {
      const process = startProcess(entry, {});
      expect(await process.exited).toEqual({ code: 1, signal: null });
      expect(process.stdout).toBe('');
      const [first, ...problems] = process.stderr.trimEnd().split('\n');
      expect(first).toBe('The settings are not usable:');
      const names = problems.map((line) => /^  - ([A-Z_]+) is required: ./.exec(line)?.[1]);
      expect(names.sort()).toEqual(['DATABASE_URL', 'DATA_KEY']);
    },
  );

  it('a process names every invalid setting, and shows the value of none', async () => {
    const wrong = {
      DATABASE_URL: '',
      DATA_KEY: 'short-secret',
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      SHUTDOWN_DRAIN_MS: '-1',
    };
    const process = startProcess('api', wrong);
    expect((await process.exited).code).toBe(1);
    for (const name of Object.keys(wrong)) expect(process.stderr).toContain(`  - ${name} `);
    expect(process.stderr).not.toMatch(/short-secret|eighty|loud/);
  });
});

describe('a process in production', () => {
  it('a production process logs at startup that representation is offered nowhere, while SERVICES_BY_STATE is not set', async () => {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const port = String(await freePort());
    const api = startProcess('api', {
      ...teamSettings,
      NODE_ENV: 'production',
      ALLOW_INSECURE: 'DATA_KEY,PUBLIC_BASE_URL',
      BLOB_DIR: tmpdir(),
      DATABASE_URL: database.url.reveal(),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      PORT: port,
      METRICS_PORT: '0',
    });
    await untilReady(`http://127.0.0.1:${port}`);
    expect(api.stdout).toContain('"event":"process.representation-not-offered"');
    api.signal('SIGTERM');
    await api.exited;
  });
});

describe('a process that gets a stop signal', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  async function startApi(env: Record<string, string> = {}) {
    const port = await freePort();
    const api = startProcess('api', {
      DATABASE_URL: database.url.reveal(),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      PORT: String(port),
      METRICS_PORT: '0',
      ...env,
    });
    await untilReady(`http://127.0.0.1:${port}`);
    return api;
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('a stopped process exits with 0 after %s', async (signal) => {
    const api = await startApi({ SHUTDOWN_DRAIN_MS: '0' });
    api.signal(signal);
    expect(await api.exited).toEqual({ code: 0, signal: null });
    expect(api.stdout).toContain('"event":"process.stopped"');
  });

  it('a process exits immediately with 1 at a second signal', async () => {
    const api = await startApi({ SHUTDOWN_DRAIN_MS: '10000' });
    api.signal('SIGTERM');
    await until('the first signal to be heard', () => api.stdout.includes('process.stopping'));
    api.signal('SIGTERM');
    expect(await api.exited).toEqual({ code: 1, signal: null });
  });
});

describe('a worker whose database is unavailable when it starts', () => {
  async function startCut(entry: 'worker' | 'all') {
    const database = await cloneDatabase();
    const { hostname, port } = new URL(database.url.reveal());
    const wire = await startRelay({ host: hostname, port: Number(port || 5432) });
    await wire.cut();
    const worker = startProcess(entry, {
      DATABASE_URL: wire.through(database.url.reveal()),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      PORT: String(await freePort()),
      METRICS_PORT: '0',
      SHUTDOWN_DRAIN_MS: '0',
    });
    onTestFinished(async () => {
      worker.signal('SIGKILL');
      await worker.exited;
      await wire.close();
      await database.drop();
    });
    await until('it says so', () => worker.stdout.includes('"event":"database.unavailable"'));
    return { worker, wire };
  }

  it.each(['worker', 'all'] as const)(
    'a worker waits for its database, logs that once, and begins when it is back: %s',
    async (entry) => {
      const { worker, wire } = await startCut(entry);
      await wire.mend();
      await until('it has begun', () => worker.stdout.includes('"event":"worker.started"'));
      expect(worker.stdout.match(/database\.unavailable/g)).toHaveLength(1);
      expect(worker.stderr).toBe('');
      worker.signal('SIGTERM');
      expect(await worker.exited).toEqual({ code: 0, signal: null });
    },
  );

  it('a worker can be stopped while it waits for its database', async () => {
    const { worker } = await startCut('worker');
    worker.signal('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(worker.stdout).not.toContain('worker.started');
  });
});
