import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appraisalSources } from '#app/callbacks';
import { computePreliminary, figureSnapshot, readMarket, storeSnapshot } from '#modules/vehicles';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenListings, sampleSubject } from '#testing/vehicles/market';
import { checkFigure, composeInputs, hashOf, leavesOut, listingKey, natureOf, toText } from './rules.ts';
import type { AppraisalInputs } from './schemas.ts';
import { listingsOf } from './testing.ts';

const harness = useHarness();

const subject = {
  caseNumber: 'MW-1',
  owner: 'Zoë Nguyễn',
  vin: undefined,
  year: 2019,
  make: 'Honda',
  model: 'Property',
  trim: 'EX',
  odometer: 52_000,
  state: 'TX',
  dateOfLoss: undefined,
  insurer: undefined,
  claimNumber: undefined,
  offer: { cents: 1_500_000, basis: 'stated' },
  snapshotId: undefined,
} as const;

const size = 16;

async function givenSnapshot(): Promise<string> {
  const { ctx } = harness.current;
  const listings = listingsOf(size, 'Property').map((one, index) =>
    index % 5 === 4 ? { ...one, miles: undefined } : one,
  );
  await givenListings(ctx, listings);
  const read = await readMarket(ctx, sampleSubject({ model: 'Property', odometer: 52_000 }));
  const id = read && (await transact(ctx, async (tx) => storeSnapshot(tx, read)));
  if (id === undefined) throw new Error('the market was not read');
  return id;
}

async function composeOf(snapshotId: string, leftOut: readonly number[]) {
  const { ctx } = harness.current;
  const all = await figureSnapshot(ctx, { snapshotId, isLeftOut: () => false });
  const chosen = leftOut.map((index) => {
    const { comparable } = all!.lines[index]!;
    return { source: comparable.source, source_id: comparable.sourceId, reason: 'Not the same.' };
  });
  const figured = await figureSnapshot(ctx, { snapshotId, isLeftOut: leavesOut(chosen) });
  const inputs = composeInputs({
    subject,
    figured: figured!,
    leftOut: chosen,
    remarks: 'A remark.',
    signer: { name: 'Robin Synthetic', title: undefined },
    licence: undefined,
    findings: [],
  });
  return { inputs, figured: figured! };
}

/** How the page checks the stored text. */
async function checkStored(text: string, hash: Buffer, snapshotId: string) {
  const isLeftOut = leavesOut((JSON.parse(text) as AppraisalInputs).left_out);
  return checkFigure({ text, hash }, await figureSnapshot(harness.current.ctx, { snapshotId, isLeftOut }));
}

describe('the figure of an appraisal', () => {
  it('the figure is the same when recomputed with any listings left out, and any edited byte is found', async () => {
    const snapshotId = await givenSnapshot();
    const leftOut = fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: size });
    await fc.assert(
      fc.asyncProperty(leftOut, fc.nat(), fc.integer({ min: 1, max: 255 }), async (indexes, at, by) => {
        const { inputs } = await composeOf(snapshotId, indexes);
        if (indexes.length === size) return void expect(inputs).toBeUndefined();
        const text = toText(inputs!);
        const hash = hashOf(text);
        expect(await checkStored(text, hash, snapshotId)).toEqual({ kind: 'matches', valueCents: inputs!.value_cents });
        const edited = Buffer.from(text);
        edited[at % edited.length] = (edited[at % edited.length]! + by) % 256;
        expect(checkFigure({ text: edited.toString('latin1'), hash }, undefined).kind).toBe('not intact');
        const otherValue = toText({ ...inputs!, value_cents: inputs!.value_cents + by });
        expect((await checkStored(otherValue, hashOf(otherValue), snapshotId)).kind).toBe('differs');
      }),
      { numRuns: 60 },
    );
  });

  it('the figure has the range of the receipt and of the board, and one released with the percentiles still matches', async () => {
    const { ctx } = harness.current;
    await givenListings(ctx, listingsOf(8, 'One range'));
    const read = (await readMarket(ctx, sampleSubject({ model: 'One range', trim: 'EX', odometer: 52_000 })))!;
    const id = (await transact(ctx, async (tx) => storeSnapshot(tx, read)))!;
    const { inputs, figured } = await composeOf(id, []);
    const { low_cents: low = 0, high_cents: high = 0 } = inputs!;
    const range = computePreliminary(read, { snapshotId: id, offerCents: undefined }).adjusted_range;
    expect({ low: low / 100, high: high / 100 }).toEqual(range);
    const { low: tenth, high: ninetieth } = figured.figures.adjusted!;
    expect(tenth).toBeGreaterThan(low / 100);
    const earlier = toText({ ...inputs!, low_cents: tenth * 100, high_cents: ninetieth * 100 });
    expect((await checkStored(earlier, hashOf(earlier), id)).kind).toBe('matches');
  });

  it('the figure is the median of the adjusted prices that it lists', async () => {
    const { inputs, figured } = await composeOf(await givenSnapshot(), [0, 3]);
    const counted = inputs!.comparables
      .flatMap(({ adjusted_cents: cents }) => (cents === null ? [] : [cents]))
      .toSorted((a, b) => a - b);
    const middle = (counted[Math.floor((counted.length - 1) / 2)]! + counted[Math.ceil((counted.length - 1) / 2)]!) / 2;
    expect(Math.abs(inputs!.value_cents - middle)).toBeLessThanOrEqual(51);
    for (const { comparable, move } of figured.lines) {
      const one = inputs!.comparables.find(
        (used) => listingKey({ source: used.source, sourceId: used.source_id }) === listingKey(comparable),
      )!;
      expect(one.adjusted_cents).toBe(move === undefined ? null : one.price_cents + one.adjustment_cents!);
    }
    expect(inputs!.left_out).toHaveLength(2);
    expect(inputs!.limits.join(' ')).toContain('for want of an odometer reading: 3 listings');
  });
});

describe("the document's statement of what it is", () => {
  it('the statement depends on the state and on the configured license', () => {
    expect(natureOf('TX', undefined).join(' ')).toContain('not a licensed appraisal');
    expect(natureOf('ma', undefined)).toHaveLength(3);
    const licensed = natureOf('MA', { number: 'A-17', until: '2027-01-31' }).join(' ');
    expect(licensed).toContain('licence A-17, valid until 2027-01-31');
    expect(licensed).not.toContain('not a licensed');
  });

  it('the statement uses the license for research in SERVICES_BY_STATE, while it is valid', () => {
    const { ctx } = harness.current;
    const set = (endsOn: string) => ({
      ...ctx,
      config: { ...ctx.config, servicesByState: { TX: { research: { offered: true, licence: 'A-17', endsOn } } } },
    });
    const licenceOf = (endsOn: string, state: string) => appraisalSources.licenceOf(set(endsOn), state);
    expect(licenceOf('2999-12-31', 'TX')).toEqual({ number: 'A-17', until: '2999-12-31' });
    expect([licenceOf('2020-01-01', 'TX'), licenceOf('2999-12-31', 'NY')]).toEqual([undefined, undefined]);
  });
});
