import { describe, expect, it } from 'vitest';
import { givenSubscribedEndpoint, useDelivering } from '#testing/webhooks';
import { givenConsoleAgent, givenWorldAgent } from './testing.ts';

const given = useDelivering();
const h = () => given.current.harness;

describe('the console while a lender has 10,000 deliveries waiting', () => {
  it('the console responds to another account within 300 ms, with and without a webhook, on a server with jit=on', async () => {
    const { owner, clock } = h();
    const { endpoint, institution } = await givenSubscribedEndpoint(given.current);
    const { rowCount } = await owner.pool.query(
      `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
       select 'dlv_w' || lpad(n::text, 23, '0'), $1, $2, 'evt_w' || lpad(n::text, 23, '0'), 'referral.created', $3, '{}',
         'live', $3::timestamptz + interval '1 day', $3 from generate_series(1, 10000) as n`,
      [institution, endpoint.id, clock.now()],
    );
    expect(rowCount).toBe(10_000);
    await owner.pool.query('analyze webhooks.deliveries');
    const [without, agent] = [await givenConsoleAgent(h()), await givenWorldAgent(given.current)];
    const { rows } = await owner.pool.query('show jit');
    expect(rows).toEqual([{ jit: 'on' }]);
    for (const by of [without, agent])
      for (const path of ['/deliveries', '/deliveries?failed=yes', '/deliveries?type=intake.received']) {
        const took: number[] = [];
        // The fastest of three: other work on the machine slows single requests, while JIT compilation would slow each by seconds.
        for (let turn = 0; turn < 3; turn += 1) {
          const began = performance.now();
          expect((await by.call('GET', path)).status).toBe(200);
          took.push(performance.now() - began);
        }
        expect([path, Math.min(...took) < 300]).toEqual([path, true]);
      }
  });
});
