import { afterEach, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { redisUrl } from '#test/doubles/redis';
import { givenPartner } from '#testing/partners';

let harness: Harness | undefined;
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

describe.each([
  ['PostgreSQL', {}],
  ['Redis', { REDIS_URL: redisUrl }],
])('the limit on an institution’s requests, counted in %s', (_store, settings) => {
  /** A service that allows ten a minute, and an institution of it; each call returns its status and time. */
  async function start() {
    const started = await startHarness({ gapRequestsPerMin: 10, allowTestClock: true, ...settings });
    harness = started;
    const { clock } = started;
    const { key: token } = await givenPartner(started);
    const call = async () => {
      const { status, headers } = await started.call('GET', '/api/gap/v1/me', { token });
      const left = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
      return { at: clock.now().getTime(), status, retryAfterS: Number(headers.get('retry-after')), left };
    };
    return { clock, call };
  }

  it('every response has the remaining calls, and the last refusal shows that there are none', async () => {
    const { clock, call } = await start();
    const policy = '"gap";q=10;w=60';
    expect((await call()).left).toEqual([policy, '"gap";r=9;t=60']);
    clock.advance(15);
    for (let calls = 0; calls < 8; calls += 1) await call();
    expect((await call()).left).toEqual([policy, '"gap";r=0;t=45']);
    expect(await call()).toMatchObject({ status: 429, retryAfterS: 45, left: [policy, '"gap";r=0;t=45'] });
  });

  it('an institution is allowed ten requests in any sixty seconds, wherever they begin', async () => {
    const { clock, call } = await start();
    const taken: number[] = [];
    // Bursts at every position of a minute, and on both sides of its end.
    for (const waitS of [0, 55, 6, 1, 1, 52, 3, 5, 30, 29, 1, 1, 58, 2, 59, 1, 60, 61, 0.5, 0.5, 59.5]) {
      clock.advance(waitS);
      for (const { at, status } of await Promise.all(Array.from({ length: 7 }, call)))
        if (status === 200) taken.push(at);
    }
    const most = taken.map((end) => taken.filter((at) => at > end - 60_000 && at <= end).length);
    expect(Math.max(...most)).toBe(10);
  });

  it('a refusal reports exactly when the next request is allowed', async () => {
    const { clock, call } = await start();
    for (const waitS of [0, 3.2, 0.1, 7, 20, 1, 1, 4, 0, 9.7]) {
      clock.advance(waitS);
      expect((await call()).status).toBe(200);
    }
    for (let turn = 0; turn < 25; turn += 1) {
      const refused = await call();
      expect(refused.status).toBe(429);
      expect(refused.retryAfterS).toBeGreaterThan(0);
      expect(refused.retryAfterS).toBeLessThanOrEqual(60);
      clock.advance(refused.retryAfterS);
      expect((await call()).status).toBe(200);
      // Retry-After has whole seconds, so further calls may be allowed by now as well.
      while ((await call()).status === 200);
    }
  });
});
