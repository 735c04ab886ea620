import { expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { freshAddress } from '#testing/agents';
import { minimalIntake, newEmail, newPhone, submit } from '#testing/intakes';
import { givenListings } from '#testing/vehicles/market';
import { useHarness } from '#test/harness';
import { givenTestAgent, givenTestIntake, step } from '../agent-sandbox/testing.ts';
import { purgeTestIntakes } from '../workers.ts';

const harness = useHarness();

const vehicle = { year: 2019, make: 'Honda', model: 'Accord' };
const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await harness.current.ctx.db.find<{ n: number }>({ text: `select count(*)::int as n from ${text}`, values }))?.n ??
  -1;

it('purging test intakes deletes their discounts and market reads, and no live row', async () => {
  const { ctx, clock } = harness.current;
  await givenListings(ctx, [vehicle, vehicle, vehicle]);
  const customer = { email: newEmail(), phone: newPhone() };
  const { key: token } = await givenTestAgent(harness.current);
  const given = { customer, vehicle, loss: { zip: '78701' } };
  const test = await givenTestIntake(harness.current, given, { token });
  const live = await submit(harness.current, minimalIntake(given), { headers: freshAddress() });
  expect((await step(harness.current, test, 'confirm_by_call')).status).toBe(200);
  const granted = () =>
    count(
      'customers.discounts where contact_hash = $1',
      ctx.vault.fingerprint(`sandbox/person/phone/+1${customer.phone}`),
    );
  const stored = (id: string | null | undefined) => count('market.snapshots where id = $1', id);
  const [tried, real] = [test.preliminary?.snapshot_id, live.body.preliminary.snapshot_id];
  expect([await granted(), await stored(tried), await stored(real)]).toEqual([1, 1, 1]);
  const [links, discounts] = [await count('customers.discount_links'), await count('customers.discounts')];
  expect(links).toBeGreaterThan(0);
  const stop = new URL(stopUrl(ctx, { consultationId: test.intake_id })).pathname;
  clock.advance(31 * 86_400);
  expect(await purgeTestIntakes(ctx, { limit: 100, except: [] })).toBe(1);
  expect([await granted(), await stored(tried), await stored(real)]).toEqual([0, 0, 1]);
  // The test's promise and grant are gone, and those of the live case remain.
  expect([await count('customers.discount_links'), await count('customers.discounts')]).toEqual([0, discounts - 2]);
  expect(await purgeTestIntakes(ctx, { limit: 100, except: [] })).toBe(0);
  // A link in its messages still shows that it was a test.
  expect((await harness.current.call('GET', stop)).text).toContain('This is a test.');
});
