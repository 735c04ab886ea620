import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { readMarket, type MarketRead } from '../reads/read-market.ts';
import { generateListings } from '../synthetic/synthetic.ts';
import { givenEmptyMarket, givenListings, sampleSubject } from '../market/testing.ts';
import { recomputeSnapshot, storeSnapshot } from './snapshots.ts';

const harness = useHarness();

let token: string;
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});
beforeEach(() => givenEmptyMarket(harness.current.ctx));

async function readAndKeep(changes: Parameters<typeof sampleSubject>[0] = {}) {
  const { ctx } = harness.current;
  const read = (await readMarket(ctx, sampleSubject(changes))) as MarketRead;
  return { read, id: await transact(ctx, async (tx) => storeSnapshot(tx, read)) };
}

const look = (id: string, options = {}) => harness.current.call('GET', `/api/staff/v1/snapshots/${id}`, options);

describe('a snapshot', () => {
  it('a snapshot has an id, and does not exist for an empty read [A-PRELIM-014]', async () => {
    expect((await readAndKeep()).id).toBeUndefined();
    await givenListings(harness.current.ctx, [{}]);
    expect((await readAndKeep()).id).toMatch(/^snap_[0-9A-Za-z]{24}$/);
  });

  it.each([
    ['around a ZIP', { odometer: 60_000, zip: '90012' }],
    ['of a trim', { odometer: 120_000, trim: 'XLT', zip: '10001' }],
    ['over a state', { odometer: 10_000, zip: undefined, state: 'TX' }],
    ['without an odometer', { zip: '60601' }],
  ])(
    'a snapshot %s gives the same figures when it is recomputed, whatever happened to the listings',
    async (_what, changes) => {
      const { ctx } = harness.current;
      await generateListings(ctx, { seed: 11, rows: 6000 });
      const { read, id } = await readAndKeep({ year: 2020, make: 'Ford', model: 'F-150', ...changes });
      expect(read.figures.sampleSize).toBeGreaterThan(0);
      await harness.current.owner.many({ text: 'truncate market.listings', values: [] });
      const { stored, computed } = await recomputeSnapshot(ctx, id!);
      expect(stored).toEqual(read.figures);
      expect(computed).toEqual(read.figures);
    },
  );

  it('a snapshot is recomputed by the method that it was made with', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, [
      { price: 20_000, miles: 40_000 },
      { price: 21_000, miles: undefined },
    ]);
    const { id, read } = await readAndKeep({ odometer: 50_000 });
    const { computed: now } = await recomputeSnapshot(ctx, id!);
    await ctx.db.many({ text: `update market.snapshots set method = '2026-11.1' where id = $1`, values: [id] });
    const { computed: then } = await recomputeSnapshot(ctx, id!);
    expect([now, then]).toEqual([
      read.figures,
      { ...read.figures, adjusted: { low: 19_300, mid: 19_300, high: 19_300 }, slope: -0.07, withheld: [] },
    ]);
  });

  it('a snapshot names the days of its listings and the admitted kinds, and keeps the rates of the model', async () => {
    const { ctx, clock } = harness.current;
    await givenListings(ctx, [{}, {}, { year: 2020 }, { year: 2020 }, { year: 2020 }]);
    const rates = { mileShare: -4e-6, yearShare: 0.05, listings: 900 };
    await ctx.db.many({ text: 'update market.models set rates = $1', values: [rates] });
    const { id } = await readAndKeep({ trim: 'EX', odometer: 50_000, fuel: 'Gasoline' });
    await ctx.db.many({ text: 'update market.models set rates = null', values: [] });
    const { stored, computed } = await recomputeSnapshot(ctx, id!);
    expect([computed, stored.rates]).toEqual([stored, rates]);
    const { body } = await look(id!, { token });
    expect(body).toMatchObject({
      window: { until: clock.now().toISOString().slice(0, 10) },
      widenings: ['newer years'],
      withheld: [],
      rates: 'model',
      subject: { fuel: 'Gasoline' },
      basis: expect.stringMatching(/held to what 900 listings of the model show.*moved to 2019, by \d\.\d% a year/),
      caveats: expect.arrayContaining([expect.stringContaining('Other years: 3 of 5 listings are of 2020')]),
    });
  });

  it('a snapshot of an unknown method is not recomputed', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, [{}]);
    const { id } = await readAndKeep();
    await ctx.db.many({ text: `update market.snapshots set method = 'other' where id = $1`, values: [id] });
    await expect(recomputeSnapshot(ctx, id!)).rejects.toThrow('no method other');
  });
});

describe('staff', () => {
  it('staff see every listing behind a snapshot, and how it was computed', async () => {
    const now = harness.current.clock.now().toISOString();
    await givenListings(harness.current.ctx, [
      { sourceId: 'a', price: 20_000, miles: 40_000 },
      { sourceId: 'b', price: 21_000, miles: undefined, vin: undefined, trim: undefined, dealer: undefined },
    ]);
    const { id } = await readAndKeep({ odometer: 50_000, trimCandidates: ['EX', 'LX'] });
    const { status, body } = await look(id!, { token });
    expect([status, body]).toEqual([
      200,
      {
        id,
        method: '2026-11.4',
        vehicle_label: '2019 Honda Accord',
        subject: {
          year: 2019,
          make: 'Honda',
          model: 'Accord',
          trim: null,
          trim_candidates: ['EX', 'LX'],
          odometer: 50_000,
          zip: '78701',
          state: null,
          fuel: null,
          body: null,
          drive: null,
          title_branded: null,
          date_of_loss: null,
        },
        radius_miles: 250,
        same_trim: false,
        window: { from: expect.any(String), until: now.slice(0, 10) },
        widenings: [],
        withheld: ['few', 'trims'],
        synthetic: false,
        sample_size: 2,
        market: { low: 20_100, mid: 20_500, high: 20_900 },
        adjusted: null,
        slope_dollars_per_mile: null,
        year_share: null,
        rates: 'general',
        capped: 0,
        taken_at: now,
        coverage: 'thin',
        basis: 'The figures are the listed prices as they are: no value is given, so nothing is adjusted.',
        caveats: [
          'No figure to compare with the offer: fewer than 5 listings; other trims, which may differ in price, or an unknown trim.',
          'Only 2 listings in 45 days: too few for a market figure. Tell the owner how few, and promise nothing.',
          'The trim of this vehicle is not known: the listings are of every trim (EX). By the VIN it may be EX, LX. Ask which it is.',
          'The listings are from up to 250 miles away.',
        ],
        comparables: [
          {
            source: 'test',
            source_id: 'a',
            vin: expect.stringMatching(/^SYNTHETIC/),
            year: 2019,
            trim: 'EX',
            price: 20_000,
            miles: 40_000,
            distance_miles: 0.01,
            state: 'TX',
            dealer: 'Synthetic Motors',
            first_seen_at: now,
            last_seen_at: now,
            fuel: null,
            url: null,
            adjustment: 0,
            adjusted_price: 20_000,
            adjustment_capped: false,
          },
          expect.objectContaining({ source_id: 'b', vin: null, trim: null, miles: null, dealer: null }),
        ],
      },
    ]);
  });

  it('staff get 404 for a snapshot that does not exist', async () => {
    const { status, body } = await look('snap_000000000000000000000000', { token });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect((await look('x'.repeat(65), { token })).status).toBe(400);
  });

  it('only staff see a snapshot', async () => {
    await givenListings(harness.current.ctx, [{}]);
    const { id } = await readAndKeep();
    expect((await look(id!)).status).toBe(401);
    expect((await look(id!, { token: 'svc_agent_00000000000000000000000000000000' })).status).toBe(401);
  });
});
