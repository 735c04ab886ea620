import { randomUUID } from 'node:crypto';
import type { DestinationStream } from 'pino';
import type { Ctx } from '#context';
import { createCards } from '#gateways/cards';
import { createEgress } from '#gateways/egress';
import { createMail } from '#gateways/mail';
import { createObjects } from '#gateways/objects';
import { createPlates } from '#gateways/plates';
import { createText } from '#gateways/text';
import { systemClock, type Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { createVault } from '#platform/crypto';
import { createDatabase } from '#platform/db';
import { createLimits } from '#platform/limits';
import { createTelemetry, type Telemetry } from '#platform/telemetry';
import { createTestClock, type TestClock } from '#app/workers/test-clock';
import { metricSets } from './metrics.ts';

export type Service = {
  readonly ctx: Ctx;
  readonly telemetry: Telemetry;
  /** Only where ALLOW_TEST_CLOCK is set. */
  readonly testClock: TestClock | undefined;
  /** Identifies this process in claims and leases. */
  readonly worker: string;
  close(): Promise<void>;
};

type ServiceParts = { readonly clock?: Clock; readonly logTo?: DestinationStream };

/** Builds the context that verbs receive, by hand: one file shows every part and what it is made of. */
export function createService(name: string, config: Config, parts: ServiceParts = {}): Service {
  const telemetry = createTelemetry(name, config, parts.logTo);
  const { log, metrics } = telemetry;
  for (const set of metricSets) metrics.of(set);
  const worker = `${name}-${randomUUID()}`;
  const db = createDatabase({
    url: config.databaseUrl,
    applicationName: name,
    poolSize: config.databasePoolSize,
    onConnectionError: (error) => log.warn({ err: error }, 'db.connection-lost'),
    onDeadlock: (error) => {
      metrics.deadlocks.inc();
      log.warn({ err: error }, 'db.deadlock');
    },
  });
  const testClock = config.allowTestClock ? createTestClock(db) : undefined;
  const clock = parts.clock ?? testClock?.clock ?? systemClock;
  const limits = createLimits({ config, clock, log, metrics });
  const mail = createMail(config);
  const egress = createEgress(config);
  const objects = createObjects(config);
  return {
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
      cards: createCards(config),
      log,
      metrics,
      actor: { kind: 'system', worker },
    },
    telemetry,
    testClock,
    worker,
    async close() {
      testClock?.stop();
      mail.close();
      objects.close();
      await Promise.all([egress.close(), limits.close(), db.close(), telemetry.tracing.close()]);
    },
  };
}
