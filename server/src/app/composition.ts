import { randomUUID } from 'node:crypto';
import type { DestinationStream } from 'pino';
import type { Ctx } from '#context';
import { createCards, joinCards } from '#gateways/cards';
import { createEgress } from '#gateways/egress';
import { createMail } from '#gateways/mail';
import { createObjects } from '#gateways/objects';
import { createPlates } from '#gateways/plates';
import { createText } from '#gateways/text';
import { createTestCards } from '#mount/checkout/test-cards/create-test-cards';
import { systemClock, type Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { createVault } from '#platform/crypto';
import { createDatabase, type Database } from '#platform/db';
import { Pulse } from '#platform/jobs';
import { createLimits } from '#platform/limits';
import { createIdleTelemetry, createTelemetry, type Telemetry } from '#platform/telemetry';
import { createTestClock, type TestClock } from '#app/workers/test-clock';
import { metricSets } from './metrics.ts';

export type Service = {
  readonly ctx: Ctx;
  readonly telemetry: Telemetry;
  /** The database without a pooler, for work that needs its own sessions. */
  readonly direct: Database;
  /** Whether the database works, and what it lacks. */
  readonly pulse: Pulse;
  /** Only where a test's policy allows it. */
  readonly testClock: TestClock | undefined;
  /** The same service on connections of the worker's role, for a process that is both API and worker. */
  asWorker(): Service;
  /** Identifies this process in claims and leases. */
  readonly worker: string;
  close(): Promise<void>;
};

type ServiceParts = {
  readonly clock?: Clock;
  readonly logTo?: DestinationStream;
  /** How long a limit may take to count a call; set by tests so that they do not depend on the machine's speed. */
  readonly limitWithinMs?: number;
  /** For a command: it logs and measures nothing. */
  readonly unobserved?: true;
};

/** Builds the context that verbs receive, by hand, so that one file shows all parts and their dependencies. */
export function createService(name: string, config: Config, parts: ServiceParts = {}): Service {
  const telemetry = parts.unobserved === true ? createIdleTelemetry() : createTelemetry(name, config, parts.logTo);
  const { log, metrics } = telemetry;
  for (const set of metricSets) metrics.of(set);
  const worker = `${name}-${randomUUID()}`;
  const { db, direct } = openDatabases(name, config, telemetry);
  const opened = new Set([db, direct]);
  const pulse = new Pulse({
    url: config.databaseUrl,
    name,
    databases: [...opened],
    leastRole: config.production,
    log,
    metrics,
  });
  const testClock = config.allowTestClock ? createTestClock(db) : undefined;
  const clock = parts.clock ?? testClock?.clock ?? systemClock;
  const limits = createLimits({ config, clock, log, metrics, limitWithinMs: parts.limitWithinMs });
  const mail = createMail(config);
  const egress = createEgress(config);
  const objects = createObjects(config);
  const service: Service = {
    ctx: {
      config,
      db,
      clock,
      vault: createVault(config.dataKeys),
      limits,
      mail,
      text: createText(config),
      egress,
      objects,
      plates: createPlates(config),
      cards: createCardHolds({ config, db, clock }),
      log,
      metrics,
      actor: { kind: 'system', worker },
    },
    telemetry,
    direct,
    pulse,
    testClock,
    worker,
    asWorker: () => {
      const connections = openForWorker(name, config, telemetry);
      if (connections === undefined) return service;
      opened.add(connections.db);
      return { ...service, ctx: withCards({ ...service.ctx, ...connections }), direct: connections.db };
    },
    async close() {
      testClock?.stop();
      mail.close();
      objects.close();
      pulse.close();
      const pools = [...opened].map((one) => one.close());
      await Promise.all([egress.close(), limits.close(), ...pools, telemetry.tracing.close()]);
    },
  };
  return service;
}

/** Stripe for live cases, test cards for the sandbox; a development service without an account has test cards for both. */
function createCardHolds(parts: Pick<Ctx, 'config' | 'db' | 'clock'>): Ctx['cards'] {
  const test = createTestCards(parts);
  return joinCards(parts.config.testCards ? test : createCards(parts.config), test);
}

const withCards = (ctx: Ctx): Ctx => ({ ...ctx, cards: createCardHolds(ctx) });

/** Connections as the worker's role, where it has its own address. */
function openForWorker(name: string, config: Config, telemetry: Telemetry) {
  const { workerDatabaseUrl: url } = config;
  if (url === undefined) return undefined;
  const own = { ...config, databaseUrl: url, directDatabaseUrl: url, databasePooled: false };
  return { config: own, db: openDatabase(`${name}-worker`, own, telemetry) };
}

function openDatabases(name: string, config: Config, telemetry: Telemetry) {
  const db = openDatabase(name, config, telemetry);
  return { db, direct: config.databasePooled ? openDirect(name, config, telemetry) : db };
}

function openDatabase(name: string, config: Config, { log, metrics }: Telemetry): Database {
  const db = createDatabase({
    url: config.databaseUrl,
    directUrl: config.directDatabaseUrl,
    pooled: config.databasePooled,
    applicationName: name,
    poolSize: config.databasePoolSize,
    onConnectionError: (error) => log.warn({ err: error }, 'db.connection-lost'),
    onDeadlock: (error) => {
      metrics.deadlocks.inc();
      log.warn({ err: error }, 'db.deadlock');
    },
    onRetry: (error) => {
      metrics.lostTransactions.inc();
      log.warn({ err: error }, 'db.transaction-repeated');
    },
  });
  metrics.observePool(name, db.pool);
  return db;
}

/** The job engine listens on one connection, and its workers use two. */
const directPoolSize = 4;

function openDirect(name: string, config: Config, { log, metrics }: Telemetry): Database {
  const applicationName = `${name}-direct`;
  const direct = createDatabase({
    url: config.directDatabaseUrl,
    applicationName,
    poolSize: directPoolSize,
    onConnectionError: (error) => log.warn({ err: error }, 'db.connection-lost'),
  });
  metrics.observePool(applicationName, direct.pool);
  return direct;
}
