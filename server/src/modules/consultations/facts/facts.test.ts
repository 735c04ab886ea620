import { describe, expect, it } from 'vitest';
import { seededRandom } from '#mount/vehicles/synthetic/rules';
import type { ReportReading } from '#modules/documents';
import { computeDifferences } from './rules.ts';
import {
  learnReport,
  traceFacts,
  type FactName,
  type LookedUp,
  type Said,
  type SourcedFacts,
  type Statements,
} from './facts.ts';

const vin = '1HGCM82633A004352';
const mistyped = '1HGCM82643A004352';
const otherVin = 'KM8K2CAB4PU001140';
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
const report = {
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
};
const found: LookedUp = { decoded: { ...decoded, trims: [...decoded.trims] }, report };

const by = { by: 'stf_1', at: '2026-11-16T10:00:00.000Z' };
const stated = (said: Said, nothing: readonly FactName[] = []) => ({
  ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name, { value, ...by }])),
  ...Object.fromEntries(nothing.map((name) => [name, { value: null, ...by }])),
});

const trace = (sent: Said, lookedUp: LookedUp = {}, sentBy: Statements['sentBy'] = 'agent') =>
  traceFacts({ sent, sentBy, lookedUp });

/** Only the values; absent ones are undefined. */
const valuesOf = ({ trimCandidates, vehicleOfVin, ...facts }: SourcedFacts): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact?.value])),
  vehicleOfVin,
  trimCandidates,
});

describe('precedence, field by field', () => {
  const plain = [
    'odometer',
    'date_of_loss',
    'zip',
    'loss_state',
    'insurer',
    'claim_number',
    'payoff_cents',
    'deductible_cents',
    'title',
    'condition',
    'first_name',
    'email',
    'phone',
  ] as const;

  it.each(plain)('%s: staff outrank the report, which outranks the submission', (name) => {
    const [s, r, a] = [`${name} staff`, `${name} report`, `${name} sent`].map((value) => ({ [name]: value }) as Said);
    const random = seededRandom(plain.indexOf(name) + 1);
    // Every combination of sources with a value, with staff giving a value, nothing, or "unknown".
    for (const staff of ['value', 'silent', 'unknown'] as const)
      for (const fromReport of [true, false])
        for (const fromSender of [true, false]) {
          const sentBy = random() < 0.5 ? 'agent' : 'institution';
          const lookedUp = {
            ...(fromReport ? { report: r as LookedUp['report'] & object } : {}),
            staff: staff === 'value' ? stated(s ?? {}) : staff === 'unknown' ? stated({}, [name]) : {},
          };
          const fact = trace(fromSender ? (a ?? {}) : {}, lookedUp, sentBy)[name];
          const expected =
            staff === 'unknown'
              ? undefined
              : staff === 'value'
                ? 'staff'
                : fromReport
                  ? 'report'
                  : fromSender
                    ? sentBy
                    : undefined;
          expect(fact?.from).toBe(expected);
          if (expected !== undefined)
            expect(fact?.value).toBe(`${name} ${expected === 'staff' || expected === 'report' ? expected : 'sent'}`);
        }
  });

  it('the customer outranks the report, which outranks the submission, and staff outrank both', () => {
    const sent = { vin, year: 2002, make: 'HONDA', model: 'Accord', trim: 'SE', odometer: 12, offer_cents: 1 };
    expect(valuesOf(trace(sent, found))).toMatchObject({
      vin,
      year: 2004,
      make: 'Honda',
      model: 'Accord Coupe',
      trim: 'EX',
      odometer: 84_200,
      offer_cents: 612_500,
    });
    const staff = stated({ year: 2005, odometer: 90_000, trim: 'LX' });
    expect(valuesOf(trace(sent, { ...found, staff }))).toMatchObject({ year: 2005, odometer: 90_000, trim: 'LX' });
  });

  it('a VIN fills only the fields that have no other source', () => {
    const facts = trace({ vin, model: 'Accord Sedan' }, { decoded: found.decoded ?? never() });
    expect([facts.year, facts.make, facts.model, facts.trim]).toEqual([
      { value: 2003, from: 'VIN' },
      { value: 'HONDA', from: 'VIN' },
      { value: 'Accord Sedan', from: 'agent' },
      undefined,
    ]);
    expect(facts.trimCandidates).toEqual(['EX-V6']);
  });
});

const never = (): never => {
  throw new Error('is always there');
};

describe('the VIN', () => {
  const [P, R] = ['P'.repeat(17), 'R'.repeat(17)];
  it.each([
    { what: 'staff’s', staff: otherVin, sent: vin, plate: P, report: R, expected: otherVin },
    { what: 'what was sent, before a report about another vehicle', sent: vin, plate: P, report: R, expected: vin },
    { what: 'the report’s, if the one that was sent is mistyped', sent: mistyped, report: vin, expected: vin },
    { what: 'the report’s before the plate’s', plate: P, report: R, expected: R },
    { what: 'the report’s not before a plate’s that is right', plate: vin, report: R, expected: vin },
    { what: 'the plate’s before a part', sent: vin.slice(0, 11), plate: P, expected: P },
    { what: 'the report’s', report: R, expected: R },
    { what: 'a part, if there is no more', sent: 'abcdefghijk', expected: 'ABCDEFGHIJK' },
    { what: 'none', expected: undefined },
  ])('the VIN is $what', ({ staff, sent, plate, report: printed, expected }) => {
    const lookedUp = {
      ...(staff === undefined ? {} : { staff: stated({ vin: staff }) }),
      ...(plate === undefined ? {} : { plate: { vin: plate } }),
      ...(printed === undefined ? {} : { report: { vin: printed } }),
    };
    expect(trace(sent === undefined ? {} : { vin: sent }, lookedUp).vin?.value).toBe(expected);
  });

  it('a VIN that staff mark as unknown removes its vehicle too', () => {
    const facts = trace({ vin }, { decoded: found.decoded ?? never(), staff: stated({}, ['vin']) });
    expect([facts.vin, facts.make]).toEqual([undefined, undefined]);
  });

  it('the decoding of another VIN, or of part of a VIN, is ignored', () => {
    expect(trace({}, { ...found, report: {}, plate: { vin: otherVin } }).make).toBeUndefined();
    const part = { decoded: { ...decoded, vin: vin.slice(0, 11), trims: [] } };
    expect(trace({ vin: vin.slice(0, 11) }, part).make).toBeUndefined();
  });
});

describe('a report about another vehicle', () => {
  it('a report about another vehicle is ignored, unless the known VIN is mistyped', () => {
    const other = { ...found, report: { ...report, vin: otherVin } };
    expect(valuesOf(trace({ vin }, other))).toMatchObject({
      vin,
      trim: undefined,
      trimCandidates: ['EX-V6'],
      odometer: undefined,
      insurer: undefined,
      date_of_loss: undefined,
      offer_cents: undefined,
    });
    expect(valuesOf(trace({ vin: mistyped }, { report }))).toMatchObject({ vin, trim: 'EX', odometer: 84_200 });
    expect(computeDifferences({ vin }, other.report)).toEqual([{ field: 'vehicle.vin', sent: vin, read: otherVin }]);
  });

  it('a report counts as about another vehicle when its VIN differs from the VIN that staff stated', () => {
    const facts = trace({}, { report, staff: stated({ vin: otherVin }) });
    expect([facts.vin?.value, facts.odometer, facts.make]).toEqual([otherVin, undefined, undefined]);
  });

  it('a report about another vehicle does not remove known facts', () => {
    const reading = { vendor: 'ccc', pages: 1, ocr: false, checks: [] } as const;
    const field = { value: otherVin, confidence: 'high', page: 1, source: 'text' } as const;
    const another = { ...reading, checks: [], fields: { vin: field } };
    expect(learnReport({ sent: { vin }, lookedUp: found }, another)).toBe(found);
  });

  it.each([
    [-75_000, 'high', 'branded'],
    [-75_000, 'low', undefined],
    [0, 'high', undefined],
  ] as const)("a report's title deduction of %d, read with %s confidence, gives the title %s", (...told) => {
    const [value, confidence, title] = told;
    const cents = { value, confidence, page: 1, source: 'text' } as const;
    const contents = { sum: [{ name: 'title_history', label: 'Title History', cents }] };
    const field = { value: vin, confidence: 'high', page: 1, source: 'text' } as const;
    const reading = { vendor: 'mitchell', pages: 1, ocr: false, checks: [], fields: { vin: field }, contents };
    const { report } = learnReport({ sent: { vin }, lookedUp: {} }, reading as unknown as ReportReading);
    expect(report?.title).toBe(title);
  });
});

describe('the kind of vehicle', () => {
  it.each([
    { sent: { year: 1999, make: 'Ford', model: 'Pinto' }, expected: ['1999', 'Ford', 'Pinto', undefined, []] },
    { sent: { make: 'Ford' }, expected: [undefined, 'Ford', undefined, undefined, []] },
    { sent: { model: 'Civic' }, expected: ['2003', 'HONDA', 'Civic', undefined, []] },
    { sent: { model: 'ACCORD COUPE' }, expected: ['2003', 'HONDA', 'ACCORD COUPE', undefined, ['EX-V6']] },
    { sent: { year: 2004 }, expected: ['2004', 'HONDA', 'Accord', undefined, ['EX-V6']] },
    { sent: { make: '本田' }, expected: ['2003', '本田', 'Accord', undefined, ['EX-V6']] },
  ])('sources are combined with $sent only where they do not contradict it', ({ sent, expected }) => {
    const facts = trace({ vin, ...sent }, { decoded: found.decoded ?? never() });
    const { year, make, model, trim, trimCandidates } = facts;
    expect([year?.value.toString(), make?.value, model?.value, trim?.value, trimCandidates]).toEqual(expected);
  });

  it('a submission or VIN with another make is ignored next to staff or the report', () => {
    const tesla = { year: 2019, make: 'Tesla', model: 'Model 3', trim: 'Standard Range', odometer: 7 };
    const of = (sent: Said, staff: Said = {}) => valuesOf(trace(sent, { report: tesla, staff: stated(staff) }));
    expect(of({ make: 'Ford', model: 'F-150' })).toMatchObject({ make: 'Tesla', model: 'Model 3', odometer: 7 });
    expect(of({ trim: 'XL' }, { make: 'Ford' })).toMatchObject({ make: 'Ford', model: undefined, year: undefined });
    expect(of({}, { model: 'Model S' })).toMatchObject({
      year: 2019,
      make: 'Tesla',
      model: 'Model S',
      trim: undefined,
    });
  });

  it.each([[['LE', 'SE']], [['LE']], [[]]])('the trim is unknown from a VIN alone that allows %j', (trims) => {
    const facts = trace({ vin }, { decoded: { ...decoded, trims } });
    expect([facts.trim, facts.trimCandidates]).toEqual([undefined, trims]);
  });

  it('the trim comes from staff, the report, the sender or its own listing, in this order', () => {
    const listing = { vin, trim: 'listed' };
    const named = { decoded: { ...decoded, trims: ['LE'] }, listing, report: { vin, trim: 'printed' } };
    expect(trace({ vin }, { ...named, staff: stated({ trim: 'stated' }) }).trim).toEqual({
      value: 'stated',
      from: 'staff',
    });
    expect(trace({ vin, trim: 'sent' }, named).trim).toEqual({ value: 'printed', from: 'report' });
    expect(trace({ vin, trim: 'sent' }, { ...named, report: {} }).trim).toEqual({ value: 'sent', from: 'agent' });
    expect(trace({ vin }, { ...named, report: {} }).trim).toEqual({ value: 'listed', from: 'listing' });
    expect(trace({ vin: otherVin }, { listing }).trim).toBeUndefined();
    expect(trace({ vin }, { ...named, report: {}, staff: stated({}, ['trim']) }).trim).toBeUndefined();
  });

  it('VIN data is kept only for the vehicle that the facts are about', () => {
    const bmw = { ...decoded, make: 'BMW', model: '328i', trims: ['328i'] };
    const of = (sent: Said) => trace({ vin, ...sent }, { decoded: bmw }).vehicleOfVin?.model;
    expect([of({}), of({ make: 'BMW', model: '3 Series' }), of({ model: '5 Series' }), of({ make: 'Ford' })]).toEqual([
      '328i',
      '328i',
      undefined,
      undefined,
    ]);
  });
});

describe('the differences of a report', () => {
  const sent = {
    vin: otherVin,
    year: 2023,
    make: 'Hyundai',
    model: 'Kona',
    trim: 'SE',
    odometer: 12,
    date_of_loss: '2026-10-01',
    insurer: 'Other Mutual',
    claim_number: 'OT-1',
    offer_cents: 1,
  };

  it('differences are listed field by field, and words are compared as people read them', () => {
    expect(computeDifferences(sent, report)).toHaveLength(10);
    const same = { vin: vin.toLowerCase(), make: 'HONDA', odometer: 84_200, offer_cents: 612_500 };
    expect(computeDifferences(same, report)).toEqual([]);
  });

  it("a submitted part of a VIN that matches the report's whole VIN is not a difference", () => {
    const part = (typed: string) => computeDifferences({ vin: typed }, { vin });
    expect(part(vin.slice(0, 11).toLowerCase())).toEqual([]);
    expect(part('1HGCM82633B')).toEqual([{ field: 'vehicle.vin', sent: '1HGCM82633B', read: vin }]);
  });

  it('a field that one of the two leaves out is not a difference', () => {
    expect(computeDifferences({}, report)).toEqual([]);
    expect(computeDifferences(sent, {})).toEqual([]);
  });
});
