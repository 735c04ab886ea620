import { expect, it } from 'vitest';
import { statusMeasurements } from './sweeps.ts';
import { useHarness } from '#test/harness';
import { minimalIntake, submit } from '#testing/intakes';

const harness = useHarness();

it('how long due messages and deliveries have waited is measured', async () => {
  const { ctx, clock } = harness.current;
  const { messageWaitS, webhookWaitS } = statusMeasurements(ctx);
  expect([await messageWaitS(ctx), await webhookWaitS(ctx)]).toEqual([0, 0]);
  await submit(harness.current, minimalIntake());
  clock.advance(300);
  expect(await messageWaitS(ctx)).toBe(300);
  await harness.current.sendMessages();
  expect(await messageWaitS(ctx)).toBe(0);
});

it('deliveries to endpoints that fail, are slow or were turned off are not counted', async () => {
  const { ctx, clock, owner } = harness.current;
  const { webhookWaitS } = statusMeasurements(ctx);
  const endpoint = async (id: string, more: string) => {
    await owner.pool.query(
      `insert into webhooks.endpoints (id, account_id, audience, url, status, payload, secret_kind, encrypted_secret, event_types, livemode, created_at, updated_at)
       values ($1, $1, 'partner', 'https://hooks.example.com', 'enabled', 'thin', 'gap', '', '{}', true, $2, $2)`,
      [id, clock.now()],
    );
    if (more !== '') await owner.pool.query(`update webhooks.endpoints set ${more} where id = $1`, [id]);
    await owner.pool.query(
      `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, due_at, created_at)
       values ($1, $1, $1, $1, 'referral.created', '{}', $2, $2)`,
      [id, clock.now()],
    );
  };
  await endpoint('whe_fails', 'failing_since = created_at');
  await endpoint('whe_slow', 'slow = true');
  await endpoint('whe_off', `status = 'disabled'`);
  clock.advance(600);
  expect(await webhookWaitS(ctx)).toBe(0);
  await endpoint('whe_fine', '');
  expect(await webhookWaitS(ctx)).toBe(0);
  clock.advance(45);
  expect(await webhookWaitS(ctx)).toBe(45);
});
