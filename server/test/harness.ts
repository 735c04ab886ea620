import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createService, type Service } from '#app/composition';
import { createApi } from '#app/api';
import { messageOwners } from '#app/message-sources';
import type { Ctx } from '#context';
import { messageQueue } from '#mount/customers/workers';
import { manualClock } from '#platform/clock';
import { pause } from '#platform/jobs';
import { policy, type Config } from '#platform/config';
import { testVehicleDir } from '#testing/vehicles';
import { createDatabase, type Database } from '#platform/db';
import { cloneDatabase, ownerUrl, urlFor } from '#test/database/databases';
import { drainQueue } from '#test/database/drain-queue';
import { startMailbox, type Mailbox } from '#test/doubles/mailbox';
import { teamSettings } from '#test/fixtures/team-settings';
import { unlimitedPolicy, readTestConfig, type TestSettings } from '#test/fixtures/test-settings';
import { withTestOwner } from '#test/fixtures/test-messages';

/** The service as in production, on its own database, with a real mail server and a manual clock. */
export type Harness = {
  /** The context as a worker has it. */
  readonly ctx: Ctx;
  readonly service: Service;
  /** The api's database access, for tests that interfere with its statements. */
  readonly apiDb: Database;
  /** For what no process may do: schema changes, and changes to append-only rows. */
  readonly owner: Database;
  readonly clock: ReturnType<typeof manualClock>;
  readonly config: Config;
  readonly baseUrl: string;
  readonly mailbox: Mailbox;
  /** Every log line so far. */
  readonly logLines: readonly string[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The same without sockets, for tests that send a hundred thousand requests; connection limits do not apply. */
  inject(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Sends every message that is due, as the worker would. */
  sendMessages(): Promise<void>;
  close(): Promise<void>;
};

export type CallOptions = {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  readonly body: any;
  readonly text: string;
};

const testSettings = {
  NODE_ENV: 'test',
  DATA_KEY: 'a key for tests only with 32 characters or more',
  // The harness runs as a production service.
  ALLOW_INSECURE: 'DATA_KEY,PUBLIC_BASE_URL',
  PUBLIC_BASE_URL: 'http://makewhole.test',
  ...teamSettings,
  DATABASE_POOL_SIZE: '8',
  METRICS_PORT: '0',
  TRUSTED_PROXY_CIDRS: '127.0.0.0/8,::1/128',
  SHUTDOWN_DRAIN_MS: '0',
  VEHICLE_DATA_DIR: testVehicleDir,
  ...unlimitedPolicy,
  // Hashing at production cost takes longer than the rest of a sign-in.
  passwordCost: { memory: 8, passes: 1 },
  // Unlike clients, tests send thousands of concurrent requests from one address. The rest period would triple the time
  // of each page.
  admission: { ...policy.admission, waiting: 10_000, rest: 0 },
} satisfies TestSettings;

export async function startHarness(own: TestSettings = {}): Promise<Harness> {
  const database = await cloneDatabase();
  const mailbox = await startMailbox();
  const blobDir = await mkdtemp(join(tmpdir(), 'makewhole-blobs-'));
  const url = own['DATABASE_URL'] ?? database.url;
  const settings = {
    ...testSettings,
    SMTP_URL: mailbox.url,
    BLOB_DIR: blobDir,
    ...own,
    DATABASE_URL: urlFor(url, 'api').reveal(),
    WORKER_DATABASE_URL: urlFor(url, 'worker').reveal(),
  };
  const config = readTestConfig(settings);
  const clock = manualClock(new Date('2026-11-15T12:00:00.000Z'));
  const logLines: string[] = [];
  const service = createService('makewhole-test', config, {
    clock,
    logTo: lineCollector(logLines),
    // A busy machine takes longer to count than the limiter would let a client wait.
    limitWithinMs: 10_000,
  });
  const { app, drain } = await createApi(service);
  const working = service.asWorker();
  const owner = createDatabase({ url: ownerUrl(url), applicationName: 'makewhole-test-owner', poolSize: 2 });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ctx: working.ctx,
    service: working,
    apiDb: service.ctx.db,
    owner,
    clock,
    config,
    baseUrl,
    mailbox,
    logLines,
    call: (method, path, options = {}) => call(`${baseUrl}${path}`, method, options),
    inject: (method, path, options = {}) => inject(app, { method, url: path, options }),
    sendMessages: () => drainQueue(messageQueue(working.ctx, withTestOwner(messageOwners))),
    async close() {
      await inTime('the api', drain.run(0));
      await inTime('the service', service.close());
      await owner.close();
      await inTime('the mailbox', mailbox.close());
      await inTime('the database', database.drop());
      await rm(blobDir, { recursive: true, force: true });
      // In production the service retries after a deadlock; in a test it is a bug found by chance.
      const circle = logLines.find((line) => line.includes('"event":"db.deadlock"'));
      if (circle !== undefined) throw new Error(`two transactions waited for each other: ${circle}`);
    },
  };
}

/** Reports the part that does not stop, instead of only a hook timeout. */
async function inTime(what: string, ending: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const isLate = pause(30_000, ended.signal).then(() => !ended.signal.aborted);
  const late = await Promise.race([ending.then(() => false), isLate]).finally(() => ended.abort());
  if (late) throw new Error(`${what} did not close within 30 s`);
}

/** The harness for a test file: started before its tests, closed after them. */
export function useHarness(settings: TestSettings = {}): { readonly current: Harness } {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await startHarness(settings);
  });
  afterAll(async () => {
    await harness?.close();
  });
  return {
    get current() {
      if (harness === undefined) throw new Error('the harness is not started yet');
      return harness;
    },
  };
}

function requestOf({ raw, body: given, token, headers }: CallOptions) {
  const body = raw ?? (given === undefined ? undefined : JSON.stringify(given));
  return {
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

async function call(url: string, method: string, options: CallOptions): Promise<Answer> {
  const response = await fetch(url, { method, redirect: 'manual', ...requestOf(options) });
  return toAnswer(response.status, response.headers, await response.text());
}

type Injected = { readonly method: string; readonly url: string; readonly options: CallOptions };

async function inject(app: FastifyInstance, { method, url, options }: Injected): Promise<Answer> {
  const { headers, body } = requestOf(options);
  const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) };
  const answer = await app.inject({ method: method as HTTPMethods, url, headers, ...payload });
  const named = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return toAnswer(answer.statusCode, new Headers(named), answer.payload);
}

function toAnswer(status: number, headers: Headers, text: string): Answer {
  const json = headers.get('content-type')?.includes('json') === true && text !== '';
  return { status, headers, text, body: json ? JSON.parse(text) : undefined };
}

function lineCollector(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString('utf8'));
      done();
    },
  });
}
