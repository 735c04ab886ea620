import { randomUUID } from 'node:crypto';
import type { DestinationStream } from 'pino';
import type { Ctx } from '#context';
import { createEgress } from '#gateways/egress';
import { createMail } from '#gateways/mail';
import { createText } from '#gateways/text';
import { systemClock, type Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { createVault } from '#platform/crypto';
import { openDatabase } from '#platform/db';
import { createLimits } from '#platform/limits';
import { createTelemetry, type Telemetry } from '#platform/telemetry';
import { shareTestClock } from './test-clock.ts';

export type Service = {
  readonly ctx: Ctx;
  readonly telemetry: Telemetry;
  /** Tells this process from every other, in claims and leases. */
  readonly worker: string;
  close(): Promise<void>;
};

export type ServiceParts = { readonly clock?: Clock; readonly logTo?: DestinationStream };

/** Builds what verbs receive, by hand: one place to see every part and what it is made of. */
export function createService(name: string, config: Config, parts: ServiceParts = {}): Service {
  const telemetry = createTelemetry(name, config, parts.logTo);
  const { log, metrics } = telemetry;
  const worker = `${name}-${randomUUID()}`;
  const db = openDatabase({
    url: config.databaseUrl,
    applicationName: name,
    poolSize: config.databasePoolSize,
    onConnectionError: (error) => log.warn({ err: error }, 'db.connection-lost'),
  });
  const testClock = config.allowTestClock ? shareTestClock(db) : undefined;
  const limits = createLimits({ config, log, metrics });
  const mail = createMail(config);
  const egress = createEgress(config);
  return {
    ctx: {
      config,
      db,
      clock: parts.clock ?? testClock?.clock ?? systemClock,
      vault: createVault(config.dataKeys),
      limits,
      mail,
      text: createText(config),
      egress,
      log,
      metrics,
      actor: { kind: 'system', worker },
    },
    telemetry,
    worker,
    async close() {
      testClock?.stop();
      mail.close();
      await Promise.all([egress.close(), limits.close(), db.close(), telemetry.tracing.close()]);
    },
  };
}
