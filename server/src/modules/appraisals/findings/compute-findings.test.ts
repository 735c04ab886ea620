import { describe, expect, it } from 'vitest';
import { drawReading, type SyntheticReading } from '#test/fixtures/report-contents';
import { checkClean, checkFaulty } from '../report-checks/testing.ts';
import { computeFindings } from './compute-findings.ts';
import type { FiledFacts } from './finding-facts.ts';

const seeds = (count: number) => Array.from({ length: count }, (_, index) => 7000 + index);
const find = (drawn: SyntheticReading, filed: FiledFacts = {}) =>
  computeFindings({ documentId: 'doc_synthetic', ...drawn, filed });
const codes = (drawn: SyntheticReading, filed?: FiledFacts) => find(drawn, filed).map(({ code }) => code);
const mean = (values: readonly number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

describe('the report check', () => {
  it('the check finds nothing in reports whose figures agree', () => {
    const found = seeds(30).flatMap(checkClean);
    expect(found.filter(({ kind }) => kind !== 'worth_asking')).toEqual([]);
    expect(new Set(found.map(({ code }) => code))).toEqual(
      new Set(['projected_sold', 'uniform_condition', 'take_price']),
    );
  });

  it('the check finds one injected fault, and nothing else', () => {
    const checked = seeds(66).map(checkFaulty);
    expect(checked.filter(({ isFound }) => !isFound).map(({ fault }) => fault.name)).toEqual([]);
    expect(checked.flatMap(({ others }) => others)).toEqual([]);
    expect(new Set(checked.map(({ fault }) => fault.name)).size).toBeGreaterThan(24);
  });

  it('the check is never certain of a finding based on an uncertain figure', () => {
    const drawn = drawReading(3, 'mitchell');
    const offer = drawn.reading.contents.sum.find(({ name }) => name === 'offer');
    if (offer === undefined) throw new Error('no offer was drawn');
    offer.cents.value += 100_000;
    const certain = find(drawn).filter(({ kind }) => kind === 'arithmetic');
    expect(certain.map(({ code, certain: sure }) => [code, sure])).toEqual([
      ['offer_sum', true],
      ['total_sum', true],
    ]);
    offer.cents.confidence = 'low';
    const doubted = find(drawn).filter(({ kind }) => kind === 'arithmetic');
    expect(doubted.map(({ certain: sure, moves_cents: cents }) => [sure, cents])).toEqual([
      [false, null],
      [false, null],
    ]);
  });

  it('the check neither confirms nor contradicts missing figures', () => {
    const drawn = drawReading(4, 'mitchell');
    const { contents } = drawn.reading;
    contents.sum = contents.sum.filter(({ name }) => name !== 'base' && name !== 'offer');
    contents.condition = [];
    for (const one of contents.comparables) {
      delete one.price;
      one.adjustments = [];
    }
    expect(find(drawn).filter(({ kind }) => kind === 'arithmetic')).toEqual([]);
    const { contents: _none, ...bare } = drawn.reading;
    expect(computeFindings({ documentId: 'doc_synthetic', reading: bare, decoded: new Map(), filed: {} })).toEqual([]);
  });

  it('the check moves the base by exactly the sum of the projected adjustments', () => {
    const moved = seeds(20).flatMap((seed) => {
      const drawn = drawReading(seed, 'mitchell');
      const finding = find(drawn).find(({ code }) => code === 'projected_sold');
      if (finding === undefined) return [];
      const { comparables, sum } = drawn.reading.contents;
      // Recomputed: every adjusted value as if the adjustment had never been made.
      const without = comparables.map(({ adjusted, adjustments }) => {
        const projected = adjustments.find(({ name }) => name.startsWith('Projected'))?.cents?.value ?? 0;
        return (adjusted?.value ?? 0) - projected;
      });
      const base = sum.find(({ name }) => name === 'base')?.cents.value ?? 0;
      return [Math.abs(mean(without) - base - (finding.moves_cents ?? Number.NaN))];
    });
    expect(moved.length).toBeGreaterThan(14);
    // Both means are rounded to a cent.
    expect(Math.max(...moved)).toBeLessThanOrEqual(1);
  });

  it('the check moves an average of unknown weights only by amounts that apply to every vehicle', () => {
    const drawn = seeds(40)
      .map((seed) => drawReading(seed, 'ccc'))
      .find((one) => find(one).some(({ code, moves_cents: cents }) => code === 'uniform_condition' && cents !== null));
    if (drawn === undefined) throw new Error('no uniform deduction was drawn');
    const [first] = drawn.reading.contents.comparables;
    const row = first?.adjustments.find(({ name }) => name === 'Condition');
    const finding = find(drawn).find(({ code }) => code === 'uniform_condition');
    expect(finding?.moves_cents).toBe(-(row?.cents?.value ?? 0));
    // One vehicle without the amount: the change of the average depends on its weight.
    if (first !== undefined) first.adjustments = [];
    expect(find(drawn).find(({ code }) => code === 'uniform_condition')?.moves_cents).toBeNull();
    expect(find(drawn).find(({ code }) => code === 'take_price')?.moves_cents ?? null).toBeNull();
  });

  it('the check compares the report with facts in our file from other sources', () => {
    const drawn = drawReading(8, 'ccc');
    const { year, odometer, trim, vin } = drawn.reading.fields;
    const same = { year: year?.value, odometer: (odometer?.value ?? 0) + 900, trim: `${trim?.value} Sedan` };
    expect(codes(drawn, same).filter((code) => code.startsWith('case_'))).toEqual([]);
    const other = { year: (year?.value ?? 0) - 1, odometer: (odometer?.value ?? 0) - 30_000, trim: 'Synthetic' };
    expect(codes(drawn, other).filter((code) => code.startsWith('case_'))).toEqual([
      'case_year',
      'case_trim',
      'case_odometer',
    ]);
    // A report about another vehicle differs in everything, so one sentence is enough.
    expect(codes(drawn, { ...other, vin: '1HGCM82633A004352' }).filter((code) => code.startsWith('case_'))).toEqual([
      'case_vin',
    ]);
    expect(codes(drawn, { vin: vin?.value.toLowerCase() })).not.toContain('case_vin');
  });

  it('the check takes no fact from a VIN that is masked, has a doubtful digit or fits several models', () => {
    const drawn = drawReading(9, 'mitchell');
    const [one] = drawn.reading.contents.comparables;
    const vin = one?.vin?.value ?? '';
    const theirs = drawn.decoded.get(vin);
    if (theirs === undefined || one === undefined) throw new Error('no comparable was drawn');
    const told = { ...theirs, year: 1999, trims: ['Synthetic'] };
    drawn.decoded.set(vin, told);
    expect(codes(drawn)).toEqual(expect.arrayContaining(['comparable_vin_year', 'other_trim']));
    for (const doubtful of [{ checkDigit: 'wrong' as const }, { confidence: 'medium' as const }, { complete: false }]) {
      drawn.decoded.set(vin, { ...told, ...doubtful });
      expect(codes(drawn)).not.toContain('comparable_vin_year');
    }
    drawn.decoded.set(vin, told);
    one.vin_masked = true;
    expect(codes(drawn)).not.toContain('comparable_vin_year');
  });

  it('the check is never certain that a figure printed twice differs, because the reading has only one of them', () => {
    const drawn = drawReading(12, 'mitchell');
    const { identities } = drawn.reading.contents;
    identities.push({ name: 'base_repeats', outcome: 'failed' }, { name: 'comparables_repeat', outcome: 'passed' });
    const twice = find(drawn).filter(({ code }) => code === 'printed_twice');
    expect(twice.map(({ certain, marks }) => [certain, marks.map(({ label }) => label)])).toEqual([
      [false, ['Base Value']],
    ]);
  });

  it.each([
    ['3 Series', '328i', true],
    ['C-Class', 'C300', true],
    ['MAZDA3', '3', true],
    ['F150', 'F-150', true],
    ['Accord', 'Civic', false],
    ['Outback', 'Corolla', false],
  ])('%s and %s count as one model: %s', (printed, told, isOne) => {
    const drawn = drawReading(11, 'ccc');
    const { model, vin } = drawn.reading.fields;
    const own = drawn.decoded.get(vin?.value ?? '');
    if (model === undefined || own === undefined) throw new Error('no vehicle was drawn');
    model.value = printed;
    drawn.decoded.set(own.vin, { ...own, model: told, trims: [] });
    expect(codes(drawn).includes('vin_model')).toBe(!isOne);
  });

  it('each finding has a unique id, even where two comparables were read with one number', () => {
    const drawn = drawReading(13, 'ccc');
    for (const one of drawn.reading.contents.comparables) {
      one.number = 1;
      if (one.distance_miles !== undefined) one.distance_miles.value = 300;
    }
    const ids = find(drawn).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('the check asks about few comparables, and about other years and trims', () => {
    const drawn = drawReading(10, 'mitchell');
    drawn.reading.contents.comparables.splice(2);
    expect(codes(drawn)).toContain('few_comparables');
    const [one] = drawn.reading.contents.comparables;
    if (one?.description !== undefined) one.description.value = `1999 ${one.description.value.slice(5)}`;
    expect(codes(drawn)).toContain('other_year');
  });

  it('the check passes on no control characters and no long text of an untrusted file', () => {
    const drawn = drawReading(14, 'ccc');
    const { trim } = drawn.reading.fields;
    if (trim !== undefined) trim.value = `LE\u202e\u0007${'x'.repeat(500)}`;
    const found = find(drawn, { trim: `Other\u200b${'y'.repeat(500)}` }).find(({ code }) => code === 'case_trim');
    expect(found?.sentence.en.length).toBeLessThan(250);
    expect(JSON.stringify(found)).not.toMatch(/[\u202e\u200b]|\\u0007|\\u202e/);
  });

  it('the check accuses no one, and fills every sentence', () => {
    const sentences = seeds(16).flatMap((seed) => [
      ...checkClean(seed),
      ...find(drawReading(seed, 'ccc'), { odometer: 1, trim: 'Synthetic' }),
    ]);
    const texts = sentences.flatMap(({ sentence }) => [sentence.en, sentence.es]);
    expect(
      texts.filter((text) => /wrong|incorrect|mistake|illegal|violat|unfair|fraud|incorrect|ilegal/i.test(text)),
    ).toEqual([]);
    expect(texts.filter((text) => /undefined|NaN| {2}|“”| [.,]/.test(text))).toEqual([]);
  });
});
