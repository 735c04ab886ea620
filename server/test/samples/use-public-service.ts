import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Makewhole } from '../../../sdk/src/index.ts';
import { registrationBody } from '#testing/agents';
import { agentSandboxCode } from '#lib/api/agent-sandbox';
import { startHarness, type Harness } from '#test/harness';
import { maintainHistory, maintainPartitions } from '#modules/webhooks';
import { maintainLog } from '#modules/portal';
import type { TestSettings } from '#test/fixtures/test-settings';
import { startPublicRelay, type PublicRelay } from './public-relay.ts';

/** A service at its public address and at today's time, as readers of a page have it, and a working folder. */
export type PublicService = {
  readonly harness: Harness;
  readonly relay: PublicRelay;
  /** The URL that the pages call MAKEWHOLE_URL. */
  readonly url: string;
  readonly folder: string;
  write(name: string, content: string | Uint8Array): void;
  forget(name: string): void;
  newAgentKey(): Promise<string>;
};

export function usePublicService(env: TestSettings = {}): { readonly current: PublicService } {
  let running: PublicService | undefined;
  beforeAll(async () => {
    running = await openService(env);
  });
  // Programs sign and verify by the machine's own clock.
  beforeEach(() => running && setToNow(running.harness));
  afterAll(async () => {
    await running?.harness.close();
    await running?.relay.close();
    if (running !== undefined) rmSync(running.folder, { recursive: true });
  });
  return {
    get current() {
      if (running === undefined) throw new Error('the service does not run yet');
      return running;
    },
  };
}

async function openService(env: TestSettings): Promise<PublicService> {
  const relay = await startPublicRelay();
  const harness = await startHarness({ PUBLIC_BASE_URL: relay.url, ...env });
  relay.pointTo(harness.baseUrl);
  setToNow(harness);
  for (const maintain of [maintainPartitions, maintainHistory, maintainLog]) await maintain(harness.ctx);
  const folder = mkdtempSync(join(tmpdir(), 'makewhole-samples-'));
  return {
    harness,
    relay,
    url: relay.url,
    folder,
    write: (name, content) => writeFileSync(join(folder, name), content),
    forget: (name) => rmSync(join(folder, name), { force: true }),
    async newAgentKey() {
      const agent = Makewhole.agent({ baseUrl: `${relay.url}/sandbox` });
      const request = registrationBody();
      const { registration_id: id } = await agent.registration.start(request);
      return (await agent.registration.verify({ registration_id: id, code: agentSandboxCode })).api_key;
    },
  };
}

const setToNow = ({ clock }: Harness): void => clock.advance((Date.now() - clock.now().getTime()) / 1000);
