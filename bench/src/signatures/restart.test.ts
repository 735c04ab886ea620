import { expect, it } from 'vitest';
import { migrate } from '@makewhole/server/src/platform/db/index.ts';
import { Secret } from '@makewhole/server/src/platform/config/index.ts';
import { givenSignedCredential } from '@makewhole/server/src/modules/partners/testing.ts';
import { startHarness } from '@makewhole/server/test/harness.ts';
import { isNightly } from '@makewhole/server/test/runs.ts';
import { until } from '@makewhole/server/test/until.ts';
import { startCluster } from '#bench/service/cluster';

const me = '/api/gap/v1/me';

it.runIf(isNightly)(
  'a nonce stays used when the database is killed in the middle and restarts',
  async () => {
    const cluster = await startCluster({ shared_buffers: '64MB' });
    const url = await cluster.createDatabase('replay');
    await migrate(new Secret(url));
    const harness = await startHarness({ DATABASE_URL: url, GAP_REQUESTS_PER_MIN: '1000000' });
    try {
      const caller = await givenSignedCredential(harness);
      const accepted: string[] = [];
      const stop = new AbortController();
      const sendOneByOne = async (lane: number) => {
        for (let made = 0; !stop.signal.aborted; made += 1) {
          const nonce = `${lane}-${made}`;
          if ((await caller.call('GET', me, { nonce })).status === 200) accepted.push(nonce);
        }
      };
      const lanes = Array.from({ length: 8 }, (_, lane) => sendOneByOne(lane));
      await until('some requests to be accepted', () => accepted.length >= 200, 60_000);
      await cluster.crash();
      stop.abort();
      await Promise.all(lanes);
      await until('the service to be back', async () => (await harness.call('GET', '/readyz')).status === 200, 60_000);

      const again = [];
      for (const nonce of accepted) again.push((await caller.call('GET', me, { nonce })).body.code);
      expect(new Set(again)).toEqual(new Set(['nonce_replayed']));
      expect((await caller.call('GET', me, { nonce: 'new' })).status).toBe(200);
    } finally {
      await harness.close();
      await cluster.remove();
    }
  },
  240_000,
);
