import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { computePreliminary } from './compute-preliminary.ts';
import type { Listing } from '../listings/read-listing.ts';
import { readMarket } from './read-market.ts';
import { givenListings, sampleSubject } from '../testing.ts';
import { marketMetrics } from '../metrics.ts';

const harness = useHarness();

beforeEach(() => harness.current.ctx.db.many({ text: 'truncate market.listings', values: [] }));

const given = (...listings: Partial<Listing>[]) => givenListings(harness.current.ctx, listings);
const many = (count: number, changes: Partial<Listing> = {}) =>
  Array.from({ length: count }, (_, index) => ({ price: 20_000 + index * 100, ...changes }));
const read = (changes: Parameters<typeof sampleSubject>[0] = {}) =>
  readMarket(harness.current.ctx, sampleSubject(changes));

/** Degrees of latitude north of Austin. */
const north = (miles: number) => 30.2706 + miles / 69.1;

describe('a search', () => {
  it('finds the same make and model, of the year and one year around it', async () => {
    const others = [{ make: 'Toyota' }, { model: 'Civic' }, { year: 2017 }, { year: 2021 }];
    await given({ year: 2018 }, { year: 2019 }, { year: 2020 }, ...others);
    expect((await read())?.figures.sampleSize).toBe(3);
  });

  it.each([
    ['FORD, f150', 'Ford, F-150'],
    ['ford, F 150', 'FORD, F-150'],
    ['Mercedes-Benz, C-Class', 'MERCEDES BENZ, c class'],
    ['Mercedes, GLC', 'Mercedes-Benz, GLC'],
    ['Chevy, Silverado 1500', 'Chevrolet, Silverado-1500'],
    ['Citroën, C4', 'CITROEN, c4'],
  ])('treats "%s" as "%s"', async (subject, listed) => {
    const named = (text: string) => {
      const [make = '', model = ''] = text.split(', ');
      return { make, model };
    };
    await given(named(listed));
    expect((await read(named(subject)))?.figures.sampleSize).toBe(1);
  });

  it('drops prices under $500, branded titles, and what was not seen for 45 days', async () => {
    const now = harness.current.clock.now();
    await given(
      { price: 500 },
      { price: 499 },
      { branded: true },
      { price: 501, lastSeenAt: addSeconds(addDays(now, -45), 1) },
      { lastSeenAt: addDays(now, -45) },
      { lastSeenAt: addDays(now, -46) },
    );
    const found = await read();
    expect(found?.comparables.map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([500, 501]);
  });

  it('counts a vehicle once that two sources list', async () => {
    const vin = 'SYNTHETIC99999999';
    await given({ vin, source: 'one', price: 21_000 }, { vin, source: 'two', price: 20_000 });
    expect((await read())?.comparables).toEqual([expect.objectContaining({ source: 'two', price: 20_000 })]);
  });

  it.each([
    [50, 49],
    [100, 99],
    [150, 149],
    [250, 249],
  ])('widens to %d miles where that first gives twelve, at %d', async (radius, distance) => {
    await given(...many(12, { lat: north(distance) }), ...many(5, { lat: north(280) }));
    const found = await read();
    expect(found?.area).toEqual({ kind: 'radius', miles: radius });
    expect(found?.figures.sampleSize).toBe(12);
  });

  it('measures along the earth, in every direction', async () => {
    // Houston is 146 miles from the center of 78701, Dallas 182, San Antonio 74.
    await given({ lat: 29.7604, lon: -95.3698 }, { lat: 32.7767, lon: -96.797 }, { lat: 29.4241, lon: -98.4936 });
    const distances = (await read())?.comparables.map(({ distanceMiles = 0 }) => Math.round(distanceMiles));
    expect(distances?.toSorted((a, b) => a - b)).toEqual([74, 146, 182]);
  });

  it('uses the subject’s trim alone where it gives twelve, even farther away, and says so', async () => {
    await given(...many(30, { trim: 'LX', price: 15_000 }), ...many(12, { trim: 'EX', lat: north(140) }));
    const found = await read({ trim: 'ex' });
    expect([found?.sameTrim, found?.area, found?.figures.sampleSize]).toEqual([
      true,
      { kind: 'radius', miles: 150 },
      12,
    ]);
    const unknown = await read();
    expect([unknown?.sameTrim, unknown?.figures.sampleSize]).toEqual([false, 30]);
  });

  it('uses every trim where the subject’s is too rare', async () => {
    await given(...many(30, { trim: 'LX' }), ...many(11, { trim: 'EX' }));
    const found = await read({ trim: 'EX' });
    expect([found?.sameTrim, found?.figures.sampleSize]).toEqual([false, 41]);
  });

  it('uses any of the trims that the VIN allows', async () => {
    await given(...many(6, { trim: 'EX' }), ...many(6, { trim: 'EX-L' }), ...many(20, { trim: 'LX' }));
    const found = await read({ trimCandidates: ['EX', 'EXL'] });
    expect([found?.sameTrim, found?.figures.sampleSize]).toEqual([true, 12]);
  });

  it('reads the five hundred nearest where there are more', async () => {
    await given(...many(400, { lat: north(5) }), ...many(400, { lat: north(20) }));
    const found = await read();
    const near = found?.comparables.filter(({ distanceMiles = 0 }) => distanceMiles < 10);
    expect(near).toHaveLength(400);
    expect(found?.comparables.length).toBeLessThanOrEqual(500);
  });
});

describe('the location', () => {
  it('is the state where no ZIP is known, and then the five hundred most recently seen count', async () => {
    const now = harness.current.clock.now();
    const old = addDays(now, -10);
    await given(
      ...many(450, { lat: 32.7767, lon: -96.797, price: 20_000 }),
      ...many(100, { price: 21_000, lastSeenAt: old }),
      ...many(20, { state: 'OK' }),
    );
    const found = await read({ zip: undefined, state: 'tx' });
    expect(found?.area).toEqual({ kind: 'state', state: 'TX' });
    expect(found?.figures.sampleSize).toBe(500);
    expect(found?.comparables.filter(({ price }) => price === 21_000)).toHaveLength(50);
  });

  it('is the state where the ZIP does not exist, and the ZIP where both are known', async () => {
    await given(...many(12), ...many(3, { lat: 32.7767, lon: -96.797 }));
    expect((await read({ zip: '00000', state: 'TX' }))?.figures.sampleSize).toBe(15);
    expect((await read({ zip: '78701-1234', state: 'NY' }))?.area).toEqual({ kind: 'radius', miles: 50 });
  });

  it.each([
    ['nothing', undefined, undefined],
    ['a ZIP that does not exist', '00000', undefined],
    ['a state that is none', undefined, 'ZZ'],
    ['a territory without a ZIP', undefined, 'PR'],
  ])('that is %s gives no read [A-PRELIM-002]', async (_what, zip, state) => {
    await given({});
    expect(await read({ zip, state })).toBeUndefined();
  });

  it('gives no read for a vehicle without letters or digits in its name', async () => {
    expect(await read({ make: '—' })).toBeUndefined();
    expect(await read({ model: '!!!' })).toBeUndefined();
  });
});

describe('the preliminary', () => {
  it.each([
    [0, 'none'],
    [1, 'thin'],
    [11, 'thin'],
    [12, 'good'],
  ])(
    'of %d listings has %s coverage and exactly the members of the contract [A-PRELIM-003, A-PRELIM-005, A-PRELIM-006]',
    async (count, coverage) => {
      await given(...many(count));
      const found = await read({ odometer: 60_000 });
      const preliminary = computePreliminary(found!, { snapshotId: 'snap_x', offerCents: 1_800_000 });
      expect(preliminary).toMatchObject({ coverage, sample_size: count, vehicle_label: '2019 Honda Accord' });
      expect(Object.keys(preliminary)).toEqual([
        'vehicle_label',
        'coverage',
        'sample_size',
        'market',
        'adjusted_mid',
        'adjusted_range',
        'gap_vs_offer_cents',
        'snapshot_id',
        'disclaimer',
      ]);
    },
  );

  it('of nothing contains nothing', async () => {
    const preliminary = computePreliminary((await read())!, { snapshotId: undefined, offerCents: 1_800_000 });
    expect(preliminary).toMatchObject({
      market: { low: null, mid: null, high: null },
      adjusted_mid: null,
      adjusted_range: null,
      gap_vs_offer_cents: null,
      snapshot_id: null,
    });
  });

  it('compares with the offer: positive where the offer looks low, nothing where there is none [A-PRELIM-011, A-PRELIM-012, A-PRELIM-013]', async () => {
    await given(...many(12, { price: 20_000 }));
    const found = (await read())!;
    const gap = (offerCents: number | undefined) =>
      computePreliminary(found, { snapshotId: undefined, offerCents }).gap_vs_offer_cents;
    expect([gap(1_800_000), gap(2_100_050), gap(undefined)]).toEqual([200_000, -100_050, null]);
  });

  it('names the vehicle with the trim that is known, and says that it is no appraisal [A-PRELIM-004, A-PRELIM-015]', async () => {
    await given({});
    const label = async (changes: Parameters<typeof sampleSubject>[0]) =>
      computePreliminary((await read(changes))!, { snapshotId: undefined, offerCents: undefined });
    expect((await label({ trim: 'EX' })).vehicle_label).toBe('2019 Honda Accord EX');
    expect((await label({ trimCandidates: ['LX'] })).vehicle_label).toBe('2019 Honda Accord LX');
    const { vehicle_label, disclaimer } = await label({ trimCandidates: ['LX', 'EX'] });
    expect(vehicle_label).toBe('2019 Honda Accord');
    expect(disclaimer).toMatch(/asking prices of comparable listings.*not an appraisal/);
    expect(disclaimer).not.toContain('synthetic');
  });

  it('says so where it was made from synthetic listings', async () => {
    await given({ source: 'synthetic' }, {});
    const { disclaimer } = computePreliminary((await read())!, { snapshotId: undefined, offerCents: undefined });
    expect(disclaimer).toContain('synthetic listings');
  });
});

describe('a search that fails', () => {
  const count = async (outcome: string) => {
    const { values } = await harness.current.ctx.metrics.of(marketMetrics).reads.get();
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };

  it('gives no read, is logged without the vehicle, and is counted', async () => {
    const { ctx, logLines } = harness.current;
    const before = await count('failed');
    await ctx.db.many({ text: 'alter table market.listings rename to away', values: [] });
    expect(await read({ make: 'Zastava' })).toBeUndefined();
    await ctx.db.many({ text: 'alter table market.away rename to listings', values: [] });
    expect(await count('failed')).toBe(before + 1);
    const lines = logLines.filter((line) => line.includes('market.search-failed'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('astava');
  });

  it('is given up after a second', async () => {
    const { ctx } = harness.current;
    await transact(ctx, async (tx) => {
      tx.db.write({ text: 'lock table market.listings in access exclusive mode', values: [] });
      await tx.db.many({ text: 'select 1', values: [] });
      const startedAt = performance.now();
      expect(await read()).toBeUndefined();
      const tookMs = performance.now() - startedAt;
      expect(tookMs).toBeGreaterThan(900);
      expect(tookMs).toBeLessThan(5000);
    });
  });
});
