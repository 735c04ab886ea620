import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { givenListings } from '#testing/vehicles/market';
import { useHarness, type CallOptions, type Harness } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import { givenTeam, minimalIntake, poll, submit } from '../testing.ts';

const harness = useHarness();
let key: string;

/** Prices 16,000 to 20,000 by 250, the lower the more miles: seventeen Accords around Austin, five around Denver. */
const prices = Array.from({ length: 17 }, (_, index) => 16_000 + index * 250);
const denver = { state: 'CO', lat: 39.7506, lon: -104.9966 };

beforeAll(async () => {
  key = (await givenAgent(harness.current)).key;
  await givenListings(
    harness.current.ctx,
    prices.map((price, index) => ({ price, miles: 90_000 - index * 2500, year: 2003, trim: 'EX-V6' })),
  );
  await givenListings(
    harness.current.ctx,
    [18_000, 18_500, 19_000, 19_500, 20_000].map((price) => ({ ...denver, price, year: 2003, trim: 'EX-V6' })),
  );
});

const accord = { year: 2003, make: 'Honda', model: 'Accord' };
const austin = { zip: '78701' };

async function read(changes: Partial<IntakeRequest>, options: Omit<CallOptions, 'body'> = { token: key }) {
  const { status, body } = await submit(harness.current, minimalIntake(changes), options);
  expect(status).toBe(201);
  return body.preliminary;
}

describe('the preliminary', () => {
  it('the preliminary is present each time for an agent with a key, without an allowance [A-PRELIM-001]', async () => {
    for (let time = 0; time < 30; time += 1) {
      expect(await read({ vehicle: { vin: '1HGCM82633A004352' }, loss: austin })).toMatchObject({ coverage: 'good' });
    }
  });

  it('the preliminary is null without enough detail to search [A-PRELIM-002]', async () => {
    expect(await read({})).toBeNull();
    expect(await read({ vehicle: accord })).toBeNull();
    expect(await read({ loss: austin })).toBeNull();
    expect(await read({ vehicle: { year: 2003, make: 'Honda' }, loss: austin })).toBeNull();
    expect(await read({ vehicle: { vin: '1HGCM82633A' }, loss: austin })).toBeNull();
    expect(await read({ vehicle: accord, loss: { zip: '00000' } })).toBeNull();
  });

  it('the preliminary has exactly the members of the contract, of their types [A-PRELIM-003] [A-PRELIM-004] [A-PRELIM-006] [A-PRELIM-007] [A-PRELIM-010] [A-PRELIM-014] [A-PRELIM-015]', async () => {
    const found = await read({ vehicle: { ...accord, odometer: 80_000 }, loss: austin, offer: { acv_offer: 15_000 } });
    expect(found).toStrictEqual({
      vehicle_label: '2003 Honda Accord',
      coverage: 'good',
      sample_size: 17,
      market: { low: expect.any(Number), mid: expect.any(Number), high: expect.any(Number) },
      adjusted_mid: expect.any(Number),
      adjusted_range: { low: expect.any(Number), high: expect.any(Number) },
      gap_vs_offer_cents: expect.any(Number),
      snapshot_id: expect.stringMatching(/^snap_[0-9A-Za-z]{24}$/),
      disclaimer: expect.stringMatching(/not an appraisal/i),
    });
    const { market, adjusted_mid: mid, adjusted_range: range } = found;
    for (const dollars of [...Object.values(market), mid, ...Object.values(range)])
      expect(dollars).toSatisfy(Number.isInteger);
  });

  it('the preliminary has the 10th percentile, the median and the 90th percentile of the asking prices [A-PRELIM-008]', async () => {
    const { market } = await read({ vehicle: accord, loss: austin });
    expect(market).toEqual({ low: 16_400, mid: 18_000, high: 19_600 });
  });

  it('the preliminary reports the coverage: plenty, little, nothing [A-PRELIM-005] [A-PRELIM-006]', async () => {
    const plenty = await read({ vehicle: accord, loss: austin });
    const little = await read({ vehicle: accord, loss: { zip: '80202' } });
    const nothing = await read({ vehicle: { year: 2003, make: 'Honda', model: 'Civic' }, loss: austin });
    expect([plenty.coverage, little.coverage, nothing.coverage]).toEqual(['good', 'thin', 'none']);
    expect([plenty.sample_size, little.sample_size, nothing.sample_size]).toEqual([17, 5, 0]);
    expect(nothing).toMatchObject({
      market: { low: null, mid: null, high: null },
      adjusted_mid: null,
      adjusted_range: null,
      gap_vs_offer_cents: null,
      snapshot_id: null,
    });
  });

  it('the preliminary adjusts the median to the odometer: more miles, less money [A-PRELIM-009]', async () => {
    const of = async (odometer?: number) =>
      read({ vehicle: { ...accord, ...(odometer === undefined ? {} : { odometer }) }, loss: austin });
    const [few, many, unknown] = [await of(30_000), await of(120_000), await of()];
    expect(few.adjusted_mid).toBeGreaterThan(many.adjusted_mid);
    expect([unknown.adjusted_mid, unknown.adjusted_range]).toEqual([18_000, { low: 16_400, high: 19_600 }]);
  });

  it.each([
    { placed: 1, moved: false },
    { placed: 4, moved: false },
    { placed: 5, moved: true },
  ])(
    'the preliminary with $placed of 20 listings of known miles adjusts the median: $moved',
    async ({ placed, moved }) => {
      const model = `Odometers ${placed}`;
      const listings = Array.from({ length: 20 }, (_, index) => ({
        model,
        price: 20_500,
        miles: index < placed ? 100_000 + index : undefined,
      }));
      await givenListings(harness.current.ctx, listings);
      const found = await read({ vehicle: { year: 2019, make: 'Honda', model, odometer: 50_000 }, loss: austin });
      expect([found.coverage, found.sample_size, found.market.mid]).toEqual(['good', 20, 20_500]);
      if (moved) expect(found.adjusted_mid).toBeGreaterThan(20_500);
      else expect([found.adjusted_mid, found.adjusted_range]).toEqual([20_500, { low: 20_500, high: 20_500 }]);
    },
  );

  it('the preliminary names the vehicle consistently: a VIN of another make or model adds nothing', async () => {
    const vin = '1HGCM82633A004352';
    const label = async (sent: Partial<typeof accord>) =>
      (await read({ vehicle: { vin, ...sent }, loss: austin }))?.vehicle_label;
    expect(await label({})).toBe('2003 Honda Accord');
    expect(await label({ make: 'HONDA', model: 'accord coupe' })).toBe('2003 HONDA accord coupe');
    expect(await label({ year: 1999, make: 'Ford', model: 'Pinto' })).toBe('1999 Ford Pinto');
    expect(await label({ make: 'Honda', model: 'Civic' })).toBe('2003 Honda Civic');
    // Neither model nor year of the Ford is known.
    expect(await label({ make: 'Ford' })).toBeUndefined();
  });

  it('the preliminary gets better with every detail that is sent [A-PRELIM-016]', async () => {
    const bare = await read({ vehicle: accord, loss: austin });
    const more = await read({ vehicle: { ...accord, odometer: 120_000 }, loss: austin, offer: { acv_offer: 15_000 } });
    expect([bare.gap_vs_offer_cents, bare.adjusted_mid]).toEqual([null, bare.market.mid]);
    expect(more.adjusted_mid).not.toBe(more.market.mid);
    expect(more.gap_vs_offer_cents).toBe(more.adjusted_mid * 100 - 1_500_000);
  });

  it.each([
    [1_500_000, 1],
    [2_500_000, -1],
  ])(
    'the preliminary compares an offer of %i cents: positive means the offer looks low [A-PRELIM-011] [A-PRELIM-012]',
    async (cents, sign) => {
      const found = await read({ vehicle: accord, loss: austin, offer: { acv_offer_cents: cents } });
      expect(found.gap_vs_offer_cents).toBe(found.adjusted_mid * 100 - cents);
      expect(Math.sign(found.gap_vs_offer_cents)).toBe(sign);
    },
  );

  it('the preliminary has no gap without an offer [A-PRELIM-013]', async () => {
    expect((await read({ vehicle: accord, loss: austin })).gap_vs_offer_cents).toBeNull();
  });

  it('the preliminary treats an offer in dollars like the same in cents [A-INTAKE-058]', async () => {
    const [dollars, cents] = [
      await read({ vehicle: accord, loss: austin, offer: { acv_offer: 18_250.75 } }),
      await read({ vehicle: accord, loss: austin, offer: { acv_offer_cents: 1_825_075 } }),
    ];
    expect(dollars.gap_vs_offer_cents).toBe(cents.gap_vs_offer_cents);
    expect(cents.gap_vs_offer_cents).toBe(1_800_000 - 1_825_075);
  });

  it('the preliminary is the same when the intake is polled', async () => {
    const { body } = await submit(harness.current, minimalIntake({ vehicle: accord, loss: austin }));
    expect((await poll(harness.current, body)).body.preliminary).toEqual(body.preliminary);
    expect(body.preliminary.sample_size).toBe(17);
  });

  it('the preliminary is replayed, not read again', async () => {
    const headers = { 'idempotency-key': 'preliminary-replayed' };
    const request = minimalIntake({ vehicle: accord, loss: austin });
    const first = await submit(harness.current, request, { token: key, headers });
    const again = await submit(harness.current, request, { token: key, headers });
    expect([again.status, again.body.idempotent_replay]).toEqual([200, true]);
    expect(again.body.preliminary).toEqual(first.body.preliminary);
  });

  it('the preliminary is null in a neutral receipt', async () => {
    const request = minimalIntake({ vehicle: accord, loss: austin });
    await submit(harness.current, request, { token: key });
    const { body } = await submit(harness.current, request, { token: key });
    expect([body.status, body.preliminary]).toEqual(['duplicate', null]);
  });
});

describe('the vehicle of a preliminary', () => {
  it("the preliminary's vehicle comes from a full VIN alone [A-INTAKE-037]", async () => {
    const { body } = await submit(
      harness.current,
      minimalIntake({ vehicle: { vin: '1hgcm82633a004352' }, loss: austin }),
      { token: key },
    );
    expect(body.preliminary).toMatchObject({ vehicle_label: '2003 Honda Accord', sample_size: 17 });
    for (const member of ['vin', 'year', 'make', 'model'])
      expect(body.missing_fields).not.toContain(`vehicle.${member}`);
    // The trim of a VIN is a candidate: the team sees it, and it is never presented as a fact.
    const { found } = await (await givenTeam(harness.current)).record(body.intake_id);
    expect(found.decoded).toMatchObject({ trims: ['EX-V6'], body: 'Coupe', fuel: 'Gasoline', cylinders: 6 });
  });

  it("the preliminary's vehicle comes from year, make and model without a VIN [A-INTAKE-046]", async () => {
    expect(await read({ vehicle: accord, loss: austin })).toMatchObject({ vehicle_label: '2003 Honda Accord' });
  });

  it("the preliminary's vehicle is the submitted one where the VIN contradicts it", async () => {
    const vehicle = { vin: '1HGCM82633A004352', year: 2004, trim: 'LX' };
    expect(await read({ vehicle, loss: austin })).toMatchObject({ vehicle_label: '2004 Honda Accord LX' });
  });

  it("the preliminary's vehicle is read although the check digit is wrong, which the team sees", async () => {
    const { current } = harness;
    const { body } = await submit(current, minimalIntake({ vehicle: { vin: '1HGCM82643A004352' }, loss: austin }), {
      token: key,
    });
    expect(body.preliminary).toMatchObject({ vehicle_label: '2003 Honda Accord' });
    const record = await (await givenTeam(current)).record(body.intake_id);
    expect(record.found.decoded).toMatchObject({ check_digit: 'wrong', confidence: 'medium' });
    expect(record.vehicle).toEqual({ vin: '1HGCM82643A004352' });
    expect(record.preliminary).toEqual(body.preliminary);
  });
});

describe('the location of a preliminary', () => {
  it("the preliminary's location is the ZIP, with or without its four extra digits [A-INTAKE-052]", async () => {
    const [here, there, whole] = await Promise.all(
      ['78701', '80202', '78701-1234'].map((zip) => read({ vehicle: accord, loss: { zip } })),
    );
    expect([here.sample_size, there.sample_size, whole.sample_size]).toEqual([17, 5, 17]);
    expect(here.market).not.toEqual(there.market);
    const { body } = await submit(harness.current, minimalIntake({ vehicle: accord }), { token: key });
    expect(body.missing_fields).toContain('loss.zip');
  });

  it("the preliminary's location is the state when there is no ZIP", async () => {
    expect(await read({ vehicle: accord, loss: { loss_state: 'co' } })).toMatchObject({ sample_size: 5 });
  });
});

describe('an agent without a key', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const withDetail = { vehicle: accord, loss: austin };

  it('an agent without a key has twenty-five reads in any 24 hours, whatever their results', async () => {
    const caller = from('203.0.113.7');
    const nothing = { vehicle: { year: 2003, make: 'Honda', model: 'Civic' }, loss: austin };
    for (let time = 0; time < 24; time += 1) expect(await read(withDetail, caller)).not.toBeNull();
    expect(await read({}, caller)).toBeNull();
    expect(await read(nothing, caller)).toMatchObject({ coverage: 'none' });
    expect(await read(withDetail, caller)).toBeNull();
    expect(await read(withDetail, from('203.0.113.8'))).not.toBeNull();
    harness.current.clock.advance(86_400);
    expect(await read(withDetail, caller)).not.toBeNull();
  });

  it('an agent without a key gets no more reads by parallel requests', async () => {
    const caller = from('203.0.113.9');
    const answers = await Promise.all(Array.from({ length: 40 }, () => read(withDetail, caller)));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(25);
  });

  it('an agent without a key spends no read on a replay or a duplicate', async () => {
    const caller = { headers: { 'x-forwarded-for': '203.0.113.10', 'idempotency-key': 'k' } };
    const request = minimalIntake(withDetail);
    for (let time = 0; time < 5; time += 1) await submit(harness.current, request, caller);
    for (let time = 0; time < 5; time += 1) await submit(harness.current, request, from('203.0.113.10'));
    const answers = await Promise.all(Array.from({ length: 26 }, () => read(withDetail, from('203.0.113.10'))));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(24);
  });
});

describe('a market that cannot be read', () => {
  const broken = useHarness();

  it('an unreadable market costs the agent the preliminary and nothing else', async () => {
    await breakMarket(broken.current);
    const { status, body } = await submit(broken.current, minimalIntake({ vehicle: accord, loss: austin }), {
      headers: { 'x-forwarded-for': '203.0.113.20' },
    });
    expect([status, body.preliminary]).toEqual([201, null]);
    expect(broken.current.logLines.join('')).toContain('market.search-failed');
  });
});

const breakMarket = ({ owner }: Harness) =>
  owner.many({ text: 'alter table market.listings rename to listings_gone', values: [] });
