import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createService, type Service } from '#app/composition';
import { readConfig, type Env } from '#platform/config';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startMailbox, type Mailbox } from '#test/doubles/mailbox';
import type { Harness } from '#test/harness';
import { freePort, startProcess, untilReady } from '#test/processes/processes';
import { runSample } from '#test/samples/run-sample';
import { sampleAt } from '#test/samples/sample-files';
import { startPublicRelay, type PublicRelay } from '#test/samples/public-relay';

/**
 * A service that runs as an operator starts it, by the machine's own clock, and a working folder for the reader of a
 * guide.
 */
export type TriedService = {
  readonly url: string;
  readonly folder: string;
  /** The parts of a harness that prepare what the team or the portal provides. */
  readonly harness: Harness;
  write(name: string, content: string): void;
  /** Starts the processes; they end with the test. */
  start(): Promise<void>;
  /** Runs a sample and returns its output; a failing sample fails the test. */
  run(name: string, file: string, env: Readonly<Record<string, string>>): Promise<string>;
};

type Parts = {
  readonly database: TestDatabase;
  readonly mailbox: Mailbox;
  readonly relay: PublicRelay;
  readonly service: Service;
  readonly env: Env;
};

export function useService(): { readonly current: TriedService } {
  let parts: Parts | undefined;
  let tried: TriedService | undefined;
  beforeAll(async () => {
    parts = await prepare();
    tried = toTried(parts);
  });
  afterAll(async () => {
    await parts?.service.close();
    await parts?.relay.close();
    await parts?.mailbox.close();
    await parts?.database.drop();
    if (tried !== undefined) rmSync(tried.folder, { recursive: true });
  });
  return {
    get current() {
      if (tried === undefined) throw new Error('the service is not prepared yet');
      return tried;
    },
  };
}

async function prepare(): Promise<Parts> {
  const [database, mailbox, relay, port] = [
    await cloneDatabase(),
    await startMailbox(),
    await startPublicRelay(),
    await freePort(),
  ];
  relay.pointTo(`http://127.0.0.1:${port}`);
  const env = {
    DATABASE_URL: database.url.reveal(),
    DATA_KEY: 'a key for tests only with 32 characters or more',
    PUBLIC_BASE_URL: relay.url,
    PORT: String(port),
    METRICS_PORT: '0',
    SMTP_URL: mailbox.url,
    WEBHOOK_ALLOW_LOCAL: '1',
  };
  return { database, mailbox, relay, env, service: createService('makewhole-test', readConfig(env, 'cli')) };
}

function toTried({ mailbox, relay, service, env }: Parts): TriedService {
  const folder = mkdtempSync(join(tmpdir(), 'makewhole-walk-'));
  return {
    url: relay.url,
    folder,
    harness: { ...service, mailbox, config: service.ctx.config, clock: service.ctx.clock } as unknown as Harness,
    write: (name, content) => writeFileSync(join(folder, name), content),
    async start() {
      startProcess('all', env);
      await untilReady(relay.url);
    },
    async run(name, file, more) {
      const { status, printed, failed } = await runSample(sampleAt(name, file), {
        env: { MAKEWHOLE_URL: relay.url, ...more },
        cwd: folder,
      });
      if (status !== 0) throw new Error(`${name}/${file} ended with ${status}: ${failed}${printed}`);
      return printed;
    },
  };
}
