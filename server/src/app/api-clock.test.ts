import { describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '#app/api';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';

const harness = useHarness();

async function givenApi() {
  let inSync = true;
  const { app } = await createApi(harness.current.service, { isInSync: () => inSync });
  onTestFinished(() => app.close());
  const ask = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await app.inject({ method, url, ...(body === undefined ? {} : { body }) });
    const type = answer.headers['content-type'] ?? '';
    return {
      status: answer.statusCode,
      retryAfter: answer.headers['retry-after'],
      body: String(type).includes('json') ? answer.json() : answer.body,
    };
  };
  return { ask, setClock: (right: boolean) => (inSync = right) };
}

describe('an API with a wrong clock', () => {
  it('an API with a wrong clock is not ready and names the clock, is alive, and is ready again when the clock is right', async () => {
    const { ask, setClock } = await givenApi();
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, body: { missing: [] } });
    setClock(false);
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, body: { ok: false, missing: ['clock'] } });
    expect([(await ask('GET', '/livez')).status, (await ask('GET', '/healthz')).status]).toEqual([200, 200]);
    setClock(true);
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  it('an API with a wrong clock refuses requests on all surfaces, each in its own format, and writes nothing', async () => {
    const { ask, setClock } = await givenApi();
    const intakes = async () => (await harness.current.ctx.db.pool.query('select from intakes.intakes')).rows.length;
    const before = await intakes();
    setClock(false);
    const refused = await ask('POST', '/api/agent/v1/intakes', minimalIntake());
    expect(refused).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'internal' } });
    for (const path of ['/api/gap/v1/referrals', '/api/staff/v1/consultations', '/', '/c/x', '/nothing'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 503]);
    expect(await intakes()).toBe(before);
    setClock(true);
    expect((await ask('POST', '/api/agent/v1/intakes', minimalIntake())).status).toBe(201);
  });
});
