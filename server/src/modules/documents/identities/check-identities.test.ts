import { describe, expect, it } from 'vitest';
import type { SumLineName } from '../schemas.ts';
import type { Draft, Evidence } from '../contents/family-schemas.ts';
import { checkIdentities } from '../reading/reading.ts';

const cents = (value: number) => ({
  value,
  confidence: 'high' as const,
  page: 1,
  box: [0, 0, 1, 1],
  source: 'text' as const,
});
const line = (name: SumLineName, value: number) => ({ name, label: name, cents: cents(value) });

const draft: Draft = {
  sum: [
    line('base', 1_000_000),
    line('condition', -50_000),
    line('offer', 950_000),
    line('tax', 10_000),
    line('total', 960_000),
  ],
  condition: [],
  comparables: [],
};
const evidence: Evidence = { family: 'mitchell', ownOdometers: [], table: [] };

const outcomes = (one: Draft, ocr = false) =>
  Object.fromEntries(checkIdentities(one, evidence, ocr).identities.map(({ name, outcome }) => [name, outcome]));

const certainLines = (one: Draft, ocr = false) =>
  checkIdentities(one, evidence, ocr)
    .sum.filter((entry) => entry.cents.confidence === 'high')
    .map(({ name }) => name);

const changed = (name: SumLineName, value: number): Draft => ({
  ...draft,
  sum: draft.sum.map((one) => (one.name === name ? line(name, value) : one)),
});

describe('an identity', () => {
  it('an identity that holds keeps its figures certain, and without its figures it is unknown', () => {
    expect(outcomes(draft)).toMatchObject({
      offer_adds_up: 'passed',
      total_adds_up: 'passed',
      base_is_mean: 'unknown',
    });
    expect(certainLines(draft)).toEqual(['base', 'condition', 'offer', 'tax', 'total']);
  });

  it('an identity that fails makes all of its figures uncertain, and no others', () => {
    expect(certainLines(changed('condition', -60_000))).toEqual(['tax', 'total']);
    expect(certainLines(changed('total', 970_000))).toEqual(['base', 'condition', 'offer']);
    expect(certainLines(changed('offer', 940_000))).toEqual([]);
  });

  it('an identity allows a cent for each line', () => {
    expect(outcomes(changed('offer', 950_002))).toMatchObject({ offer_adds_up: 'passed' });
    expect(outcomes(changed('offer', 950_003))).toMatchObject({ offer_adds_up: 'failed' });
  });

  it('an identity that fails in a scan is not reported, but its figures are uncertain', () => {
    expect(outcomes(changed('condition', -60_000), true)).toMatchObject({ offer_adds_up: 'unknown' });
    expect(certainLines(changed('condition', -60_000), true)).toEqual(['tax', 'total']);
  });
});
