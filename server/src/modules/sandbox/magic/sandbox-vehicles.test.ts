import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxGapCents, sandboxVehicles } from '#lib/api/agent-sandbox';
import { givenListings } from '#testing/vehicles/market';
import { givenTeam, minimalIntake, poll, submit } from '#testing/intakes';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { at, givenTestAgent, givenTestIntake, step } from '../agent-sandbox/testing.ts';

// As in production, with a listings feed that charges per call.
const harness = useHarness({
  NODE_ENV: 'production',
  PUBLIC_BASE_URL: 'https://makewhole.test',
  BLOB_DIR: '/tmp',
  MARKETCHECK_API_KEY: 'not a key of anybody',
});
const h = () => harness.current;
let key: string;
beforeAll(async () => {
  ({ key } = await givenTestAgent(h()));
});

const [low] = sandboxVehicles;

/** The body that the documentation says to send. */
const bodyOf = ({ vin, offerCents }: (typeof sandboxVehicles)[number]) => ({
  vehicle: { vin },
  loss: { zip: '78701' },
  offer: { acv_offer_cents: offerCents },
});

const countWanted = async () => (await h().owner.pool.query('select from market.feed_requests')).rowCount;

describe('sandbox vehicles', () => {
  it.each(sandboxVehicles)('$vin returns the market read in the table: $means', async (one) => {
    const { preliminary } = await givenTestIntake(h(), bodyOf(one), { token: key });
    expect(preliminary).toMatchObject({
      vehicle_label: `${one.year} ${one.make} ${one.model}`,
      coverage: one.coverage,
      sample_size: one.listings,
      market: { mid: one.mid },
      adjusted_mid: one.coverage === 'good' ? one.mid : null,
      gap_vs_offer_cents: sandboxGapCents(one),
      disclaimer: expect.stringContaining('synthetic'),
    });
  });

  it('a sandbox vehicle has the same gap whatever the odometer, the trim, the location and the listings for sale', async () => {
    await givenListings(
      h().ctx,
      Array.from({ length: 20 }, () => ({ make: low.make, model: low.model, trim: low.trim, price: 9_000 })),
    );
    const { offer } = bodyOf(low);
    for (const changes of [
      { vehicle: { vin: low.vin, odometer: 190_000 }, loss: { zip: '10001' } },
      { vehicle: { vin: low.vin.toLowerCase(), trim: 'XSE' }, loss: { loss_state: 'OR' } },
      { vehicle: { vin: low.vin, year: low.year, make: low.make, model: low.model }, loss: { zip: '78701' } },
    ]) {
      const { preliminary } = await givenTestIntake(h(), { ...changes, offer }, { token: key });
      expect(preliminary?.gap_vs_offer_cents).toBe(sandboxGapCents(low));
    }
  });

  it('a sandbox vehicle keeps its market read when the team changes the case, and the paid feed is never called', async () => {
    const { token } = await givenTeam(h());
    const thin = sandboxVehicles[2];
    const receipt = await givenTestIntake(h(), bodyOf(thin), { token: key });
    await step(h(), receipt, 'confirm');
    const path = `/api/staff/v1/cases/${await consultationOf(h(), receipt.intake_id)}/facts`;
    const { version } = (await h().call('GET', path, { token })).body;
    const body = { seen: version, changes: { odometer: 71_000 } };
    expect((await h().call('PATCH', path, { token, body })).status).toBe(200);
    const { body: polled } = await h().call('GET', `${at}/intakes/${receipt.intake_id}`, { token: key });
    expect(polled.preliminary).toMatchObject({ coverage: thin.coverage, market: { mid: thin.mid } });
    expect(await countWanted()).toBe(0);
  });

  it('a sandbox vehicle is an unknown vehicle outside the sandbox', async () => {
    const { body: live } = await submit(h(), minimalIntake(bodyOf(low)));
    expect([live.status, live.preliminary]).toEqual(['received', null]);
    const { vin, year, make, model } = sandboxVehicles[1];
    const named = await submit(
      h(),
      minimalIntake({ ...bodyOf(sandboxVehicles[1]), vehicle: { vin, year, make, model } }),
    );
    expect(named.body.preliminary).toMatchObject({ coverage: 'none', market: { mid: null } });
    expect((await poll(h(), named.body)).body.preliminary).toMatchObject({ coverage: 'none' });
  });
});
