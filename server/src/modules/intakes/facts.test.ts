import { describe, expect, it } from 'vitest';
import { computeFacts, computeDifferences, type LookedUp } from './facts.ts';
import { minimalIntake } from './testing.ts';

const vin = '1HGCM82633A004352';
const decoded = {
  vin,
  year: 2003,
  make: 'HONDA',
  model: 'Accord',
  trims: ['EX-V6'],
  check_digit: 'right',
  confidence: 'high',
  data_version: 'test',
} as const;
const found: LookedUp = {
  decoded: { ...decoded, trims: [...decoded.trims] },
  report: {
    vin,
    year: 2004,
    make: 'Honda',
    model: 'Accord Coupe',
    trim: 'EX',
    odometer: 84_200,
    date_of_loss: '2026-09-02',
    insurer: 'Example Mutual',
    claim_number: 'EX-1',
    offer_cents: 612_500,
  },
};
const sent = {
  vehicle: { vin: 'KM8K2CAB4PU001140', year: 2023, make: 'Hyundai', model: 'Kona', trim: 'SE', odometer: 12 },
  loss: { date_of_loss: '2026-10-01' },
  offer: { insurer: 'Other Mutual', claim_number: 'OT-1', acv_offer_cents: 1 },
};

describe('what is known of a case', () => {
  it('is what was submitted, whatever was found out', () => {
    expect(computeFacts(minimalIntake(sent), found)).toEqual({
      vin: 'KM8K2CAB4PU001140',
      year: 2023,
      make: 'Hyundai',
      model: 'Kona',
      trim: 'SE',
      trimCandidates: [],
      odometer: 12,
      dateOfLoss: '2026-10-01',
      insurer: 'Other Mutual',
      claimNumber: 'OT-1',
      offerCents: 1,
    });
  });

  it('takes nothing from a report about another vehicle, unless the VIN that was sent is mistyped', () => {
    const request = minimalIntake({ vehicle: { vin } });
    const other = { ...found, report: { ...found.report, vin: 'KM8K2CAB4PU001140' } };
    expect(computeFacts(request, other)).toMatchObject({
      vin,
      trim: 'EX-V6',
      odometer: undefined,
      insurer: undefined,
      dateOfLoss: undefined,
      offerCents: undefined,
    });
    const mistyped: LookedUp = { ...other, decoded: { ...decoded, trims: [], check_digit: 'wrong' } };
    expect(computeFacts(request, mistyped)).toMatchObject({ vin, trim: 'EX', odometer: 84_200, offerCents: 612_500 });
    expect(computeDifferences(request, other.report)).toEqual([
      { field: 'vehicle.vin', sent: vin, read: 'KM8K2CAB4PU001140' },
    ]);
  });

  it('is what was found out where nothing was submitted: the VIN before the report, the report first for the trim', () => {
    expect(computeFacts(minimalIntake(), found)).toMatchObject({
      vin,
      year: 2003,
      make: 'HONDA',
      model: 'Accord',
      trim: 'EX',
      odometer: 84_200,
      dateOfLoss: '2026-09-02',
      insurer: 'Example Mutual',
      claimNumber: 'EX-1',
      offerCents: 612_500,
    });
  });

  it.each([
    { what: 'the whole VIN that was sent', sent: vin, plate: 'P'.repeat(17), report: 'R'.repeat(17), expected: vin },
    { what: 'the plate’s', plate: 'P'.repeat(17), report: 'R'.repeat(17), expected: 'P'.repeat(17) },
    { what: 'the plate’s before a part', sent: vin.slice(0, 11), plate: 'P'.repeat(17), expected: 'P'.repeat(17) },
    { what: 'the report’s', report: 'R'.repeat(17), expected: 'R'.repeat(17) },
    { what: 'a part, if there is no more', sent: 'abcdefghijk', expected: 'ABCDEFGHIJK' },
    { what: 'none', expected: undefined },
  ])('has as its VIN $what', ({ sent: typed, plate, report, expected }) => {
    const known = {
      ...(plate === undefined ? {} : { plate: { vin: plate } }),
      ...(report === undefined ? {} : { report: { vin: report } }),
    };
    const vehicle = typed === undefined ? {} : { vin: typed };
    expect(computeFacts(minimalIntake({ vehicle }), known).vin).toBe(expected);
  });

  it('takes nothing from the decoding of another VIN, or of a part of one', () => {
    const another = { ...found, report: {}, plate: { vin: 'KM8K2CAB4PU001140' } };
    expect(computeFacts(minimalIntake(), another).make).toBeUndefined();
    const part = { decoded: { ...decoded, vin: vin.slice(0, 11), trims: [] } };
    expect(computeFacts(minimalIntake({ vehicle: { vin: vin.slice(0, 11) } }), part).make).toBeUndefined();
  });

  it.each([
    { sent: { year: 1999, make: 'Ford', model: 'Pinto' }, expected: ['1999', 'Ford', 'Pinto', undefined, []] },
    { sent: { make: 'Ford' }, expected: [undefined, 'Ford', undefined, undefined, []] },
    { sent: { model: 'Civic' }, expected: ['2003', 'HONDA', 'Civic', undefined, []] },
    { sent: { model: 'ACCORD COUPE' }, expected: ['2003', 'HONDA', 'ACCORD COUPE', 'EX', ['EX-V6']] },
    { sent: { year: 2004 }, expected: ['2004', 'HONDA', 'Accord', 'EX', ['EX-V6']] },
    { sent: { make: '本田' }, expected: ['2003', '本田', 'Accord', 'EX', ['EX-V6']] },
  ])('joins to $sent only what does not contradict it', ({ sent: vehicle, expected }) => {
    const { year, make, model, trim, trimCandidates } = computeFacts(minimalIntake({ vehicle }), found);
    expect([year?.toString(), make, model, trim, trimCandidates]).toEqual(expected);
  });

  it('uses the make, model and trim of a report only where it names the same make', () => {
    const report = { year: 2019, make: 'Tesla', model: 'Model 3', trim: 'Standard Range', odometer: 7 };
    const of = (vehicle: object) => computeFacts(minimalIntake({ vehicle }), { report });
    expect(of({ make: 'Ford' })).toMatchObject({ year: undefined, model: undefined, trim: undefined, odometer: 7 });
    expect(of({ model: 'Model S' })).toMatchObject({ year: 2019, make: 'Tesla', model: 'Model S', trim: undefined });
    expect(of({ make: 'tesla' })).toMatchObject({ model: 'Model 3', trim: 'Standard Range' });
  });

  it('has a trim by the VIN only if the VIN allows exactly one', () => {
    const trims = ['LE', 'SE'];
    const facts = computeFacts(minimalIntake({ vehicle: { vin } }), { decoded: { ...decoded, trims } });
    expect([facts.trim, facts.trimCandidates]).toEqual([undefined, trims]);
  });
});

describe('the differences of a report', () => {
  it('are listed field by field, and words are compared as people read them', () => {
    expect(computeDifferences(minimalIntake(sent), found.report ?? {})).toHaveLength(10);
    const same = { vehicle: { vin: vin.toLowerCase(), make: 'HONDA', odometer: 84_200 }, offer: { acv_offer: 6125 } };
    expect(computeDifferences(minimalIntake(same), found.report ?? {})).toEqual([]);
  });

  it('are none where a part of the VIN was submitted and the report prints the whole of it', () => {
    const part = (sent: string) => computeDifferences(minimalIntake({ vehicle: { vin: sent } }), { vin });
    expect(part(vin.slice(0, 11).toLowerCase())).toEqual([]);
    expect(part('1HGCM82633B')).toEqual([{ field: 'vehicle.vin', sent: '1HGCM82633B', read: vin }]);
  });

  it('are none where one of the two says nothing', () => {
    expect(computeDifferences(minimalIntake(), found.report ?? {})).toEqual([]);
    expect(computeDifferences(minimalIntake(sent), {})).toEqual([]);
  });
});
