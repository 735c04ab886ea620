import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#lib/time/dates';
import { useHarness } from '#test/harness';
import type { Listing } from '../listings/read-listing.ts';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { computePreliminary } from './compute-preliminary.ts';
import { readMarket } from './read-market.ts';

const harness = useHarness();

beforeEach(() => givenEmptyMarket(harness.current.ctx));

const given = (...listings: Partial<Listing>[]) => givenListings(harness.current.ctx, listings);
const many = (count: number, changes: Partial<Listing> = {}) =>
  Array.from({ length: count }, (_, index) => ({ price: 20_000 + index * 100, ...changes }));
const read = (changes: Parameters<typeof sampleSubject>[0] = {}) =>
  readMarket(harness.current.ctx, sampleSubject(changes));

describe('the preliminary', () => {
  it.each([
    [0, 'none'],
    [1, 'thin'],
    [11, 'thin'],
    [12, 'good'],
  ])(
    'the preliminary of %d listings has %s coverage and exactly the members of the contract [A-PRELIM-003, A-PRELIM-005, A-PRELIM-006]',
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

  it.each<[string, Partial<Listing>[], Parameters<typeof sampleSubject>[0]]>([
    ['of four listings', many(4), { trim: 'EX' }],
    ['of a branded title', many(8, { branded: true }), { trim: 'EX', titleBranded: true }],
    ['of a few of trims that differ', [...many(5), ...many(5, { trim: 'LX', price: 25_000 })], {}],
    ['of a few of another fuel', many(8, { fuel: 'gasoline' }), { trim: 'EX', fuel: 'Electric' }],
  ])('the preliminary %s shows the market and no figure next to the offer', async (_what, listings, changes) => {
    await given(...listings);
    const found = (await read({ odometer: 60_000, ...changes }))!;
    const preliminary = computePreliminary(found, { snapshotId: 'snap_x', offerCents: 1_800_000 });
    expect(preliminary).toMatchObject({
      market: { low: expect.any(Number), mid: expect.any(Number), high: expect.any(Number) },
      adjusted_mid: null,
      adjusted_range: null,
      gap_vs_offer_cents: null,
      disclaimer: expect.stringContaining('No value is put beside the offer, because'),
    });
  });

  it.each<[string, Partial<Listing>[], Parameters<typeof sampleSubject>[0], string]>([
    ['of a branded title', many(12, { branded: true }), { trim: 'EX', titleBranded: true }, 'No gap is given, because'],
    ['of a trim that no listing has', many(12, { trim: 'LX' }), { trim: 'Made Up' }, 'none of them is of the trim'],
    [
      'of another fuel',
      many(12, { fuel: 'gasoline' }),
      { trim: 'EX', fuel: 'Electric' },
      'the same fuel as the vehicle',
    ],
    [
      'of an unknown trim',
      [...many(12), ...many(12, { trim: 'LX', price: 25_000 })],
      {},
      'The offer is within that range',
    ],
  ])(
    'the preliminary of good coverage %s has a value, no gap, and the reason',
    async (...[, listings, changes, why]) => {
      await given(...listings);
      const found = (await read({ odometer: 50_000, ...changes }))!;
      const {
        adjusted_mid: mid,
        adjusted_range: range,
        ...rest
      } = computePreliminary(found, {
        snapshotId: 'snap_x',
        offerCents: 2_050_000,
      });
      expect(rest).toMatchObject({
        coverage: 'good',
        gap_vs_offer_cents: null,
        disclaimer: expect.stringContaining(why),
      });
      expect(range?.low).toBeLessThanOrEqual(20_500);
      expect(mid).toSatisfy(Number.isInteger);
    },
  );

  it('the preliminary of an unknown trim has a gap to an offer below every trim, and a range that covers them', async () => {
    await given(...many(12), ...many(12, { trim: 'LX', price: 25_000 }));
    const found = (await read({ odometer: 50_000 }))!;
    const preliminary = computePreliminary(found, { snapshotId: 'snap_x', offerCents: 1_500_000 });
    expect(preliminary.gap_vs_offer_cents).toBe((preliminary.adjusted_mid ?? 0) * 100 - 1_500_000);
    expect(preliminary.adjusted_range?.low).toBeGreaterThan(15_000);
    expect(preliminary.adjusted_range?.high).toBeGreaterThanOrEqual(25_000);
    expect(preliminary.disclaimer).toContain('so the range covers them all.');
  });

  it('the preliminary of a trim with its package is read from listings of the base trim, with a note', async () => {
    await given(...many(18, { trim: 'Limited' }), ...many(14, { trim: 'Laredo', price: 14_000 }));
    const found = (await read({ odometer: 50_000, trim: 'Limited X (2-Luxury Group)' }))!;
    const preliminary = computePreliminary(found, { snapshotId: 'snap_x', offerCents: 1_800_000 });
    expect(preliminary).toMatchObject({ sample_size: 18, gap_vs_offer_cents: expect.any(Number) });
    expect(preliminary.disclaimer).toContain('so they are of its base trim');
  });

  it('the preliminary of one listing has its price and no range', async () => {
    await given({ price: 20_000 });
    const preliminary = computePreliminary((await read())!, { snapshotId: undefined, offerCents: undefined });
    expect(preliminary.market).toEqual({ low: null, mid: 20_000, high: null });
  });

  it('the preliminary names every widening and the days of a past market', async () => {
    const now = harness.current.clock.now();
    const then = { firstSeenAt: addDays(now, -100), lastSeenAt: addDays(now, -80) };
    await given(...many(3, then), ...many(3, { ...then, year: 2020 }));
    const dateOfLoss = dayOf(addDays(now, -90));
    const { disclaimer } = computePreliminary((await read({ dateOfLoss }))!, {
      snapshotId: undefined,
      offerCents: undefined,
    });
    expect(disclaimer).toContain('Listings of the next model year are among them, adjusted for the year.');
    expect(disclaimer).toContain(`between ${dayOf(addDays(now, -119))} and ${dayOf(addDays(now, -75))}`);
  });

  it('the preliminary of no listings is empty', async () => {
    const preliminary = computePreliminary((await read())!, { snapshotId: undefined, offerCents: 1_800_000 });
    expect(preliminary).toMatchObject({
      market: { low: null, mid: null, high: null },
      adjusted_mid: null,
      adjusted_range: null,
      gap_vs_offer_cents: null,
      snapshot_id: null,
      disclaimer: expect.stringContaining('No comparable listings were found'),
    });
  });

  it('the preliminary is positive where the offer looks low, and has no gap without an offer [A-PRELIM-011, A-PRELIM-012, A-PRELIM-013]', async () => {
    await given(...many(12, { price: 20_000 }));
    const found = (await read())!;
    const gap = (offerCents: number | undefined) =>
      computePreliminary(found, { snapshotId: undefined, offerCents }).gap_vs_offer_cents;
    expect([gap(1_800_000), gap(2_100_050), gap(undefined)]).toEqual([200_000, -100_050, null]);
  });

  it('the preliminary names the vehicle with the known trim, and says that it is not an appraisal [A-PRELIM-004, A-PRELIM-015]', async () => {
    await given({});
    const label = async (changes: Parameters<typeof sampleSubject>[0]) =>
      computePreliminary((await read(changes))!, { snapshotId: undefined, offerCents: undefined });
    expect((await label({ trim: 'EX' })).vehicle_label).toBe('2019 Honda Accord EX');
    // A trim that only the VIN allows is not a fact.
    expect((await label({ trimCandidates: ['LX'] })).vehicle_label).toBe('2019 Honda Accord');
    const { vehicle_label, disclaimer } = await label({ trimCandidates: ['LX', 'EX'] });
    expect(vehicle_label).toBe('2019 Honda Accord');
    expect(disclaimer).toMatch(/asking prices of comparable listings.*not an appraisal/);
    expect(disclaimer).not.toContain('synthetic');
  });

  it('the preliminary says so where it was made from synthetic listings', async () => {
    await given({ source: 'synthetic' }, {});
    const { disclaimer } = computePreliminary((await read())!, { snapshotId: undefined, offerCents: undefined });
    expect(disclaimer).toContain('synthetic listings');
  });
});
