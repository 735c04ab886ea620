import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { givenListings } from '#testing/vehicles/market';
import { useHarness } from '#test/harness';
import { vinOfPattern } from '#test/vehicles/known-vins';
import type { IntakeRequest } from '../schemas.ts';
import { givenTeam, minimalIntake, submit } from '../testing.ts';

const harness = useHarness();
const vin = '1HGCM82633A004352';
let key: string;

beforeAll(async () => {
  key = (await givenAgent(harness.current)).key;
});

async function send(vehicle: NonNullable<IntakeRequest['vehicle']>, zip: string) {
  const { body } = await submit(harness.current, minimalIntake({ vehicle, loss: { zip } }), { token: key });
  const { found } = await (await givenTeam(harness.current)).record(body.intake_id);
  return { label: body.preliminary?.vehicle_label, found };
}

describe('the vehicle of a VIN', () => {
  it('the vehicle is passed on with body, engine and fuel, and its trim is a candidate [A-INTAKE-037]', async () => {
    const { label, found } = await send({ vin }, '78701');
    expect(label).toBe('2003 Honda Accord');
    expect(found.decoded).toMatchObject({
      trims: ['EX-V6'],
      body: 'Coupe',
      fuel: 'Gasoline',
      powertrain: 'engine',
      cylinders: 6,
    });
  });

  it('the vehicle has the trim that a listing of the same VIN names, if the VIN allows it', async () => {
    const seattle = { state: 'WA', lat: 47.6114, lon: -122.3305 };
    const own = { ...seattle, sourceId: 'own', vin, year: 2003, price: 18_000, miles: 60_000 };
    await givenListings(harness.current.ctx, [{ ...own, trim: 'LX' }]);
    expect((await send({ vin }, '98101')).label).toBe('2003 Honda Accord');
    await givenListings(harness.current.ctx, [{ ...own, trim: 'EX V6' }]);
    const { label, found } = await send({ vin }, '98101');
    expect([label, found.listing]).toEqual(['2003 Honda Accord EX V6', { vin, trim: 'EX V6' }]);
    expect((await send({ vin, trim: 'EX' }, '98101')).label).toBe('2003 Honda Accord EX');
  });

  it('the vehicle is the electric one, whatever the agent called it', async () => {
    // Synthetic: the pattern of a 2022 F-150 Lightning with a made-up serial number.
    const lightning = vinOfPattern('1FTVW1EL_NW');
    const { label, found } = await send({ vin: lightning, make: 'Ford', model: 'F-150' }, '78701');
    expect(label).toBe('2022 Ford F-150 Lightning');
    expect(found.decoded).toMatchObject({ model: 'F-150 Lightning', fuel: 'Electric', powertrain: 'battery' });
  });

  it('the electric vehicle matches no listing of its gasoline version', async () => {
    const truck = { year: 2022, make: 'Ford', model: 'F-150', price: 40_000, miles: 20_000 };
    await givenListings(
      harness.current.ctx,
      Array.from({ length: 12 }, () => truck),
    );
    const electric = { vin: vinOfPattern('1FTVW1EL_NW') };
    const request = minimalIntake({ vehicle: electric, loss: { zip: '78701' } });
    const { body } = await submit(harness.current, request, { token: key });
    expect(body.preliminary).toMatchObject({ coverage: 'none', sample_size: 0 });
  });
});
