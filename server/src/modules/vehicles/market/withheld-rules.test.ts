import { describe, expect, it } from 'vitest';
import type { Comparable } from './comparable-rules.ts';
import type { Subject } from './subject-rules.ts';
import { sampleComparable, sampleSubject } from './testing.ts';
import { listWithheld } from './withheld-rules.ts';

const many = (count: number, changes: Partial<Comparable> = {}) =>
  Array.from({ length: count }, () => sampleComparable(changes));
const of = (comparables: readonly Comparable[], subject: Partial<Subject> = { trim: 'EX' }) =>
  listWithheld({ comparables, subject: sampleSubject(subject), rates: undefined }, { spansTrims: true });

describe('a figure is withheld', () => {
  it.each([
    [4, ['few']],
    [5, []],
  ])('a figure of %d listings is withheld: %j', (count, withheld) => {
    expect(of(many(count))).toEqual(withheld);
  });

  it.each([
    [21_000, []],
    [21_001, ['trims']],
    [18_999, ['trims']],
  ])('a figure is withheld where another trim costs $%d and the vehicle’s own 20,000: %j', (price, withheld) => {
    expect(of([...many(6), ...many(6, { trim: 'LX', price })])).toEqual(withheld);
  });

  it('a figure is withheld by the prices of trims at the same miles and of the same year', () => {
    const rich = many(6, { trim: 'LX', miles: 20_000, price: 22_100, year: 2019 });
    expect(of([...many(6, { miles: 50_000 }), ...rich])).toEqual([]);
    expect(of([...many(6), ...many(6, { trim: 'LX', year: 2020, price: 21_100 })])).toEqual([]);
    expect(of([...many(6), ...many(6, { trim: 'LX', year: 2020, price: 23_500 })])).toEqual(['trims']);
  });

  it.each<[string, Partial<Subject>, Comparable[], string[]]>([
    ['several trims at one price', {}, [...many(6), ...many(6, { trim: 'LX' })], []],
    ['several trims apart', {}, [...many(6), ...many(6, { trim: 'LX', price: 22_000 })], ['trims']],
    ['one trim', {}, many(6), []],
    ['listings without a trim', {}, many(6, { trim: undefined }), ['trims']],
    ['a single trim by its VIN that is not theirs', { trimCandidates: ['LX'] }, many(6), ['trims']],
    ['a single trim by its VIN that is theirs', { trimCandidates: ['ex'] }, many(6), []],
    ['several trims by its VIN', { trimCandidates: ['EX', 'LX'] }, many(6), ['trims']],
  ])('a figure without a stated trim is withheld where there are %s', (...[, subject, comparables, withheld]) => {
    expect(of(comparables, subject)).toEqual(withheld);
  });

  it.each<[string, Comparable[]]>([
    ['one other trim', many(6, { trim: 'LX' })],
    ['other trims at one price', [...many(6, { trim: 'LX' }), ...many(6, { trim: 'Sport' })]],
    ['no word of it', many(6, { trim: undefined })],
  ])('a figure is withheld where the stated trim is not listed: %s', (_which, comparables) => {
    expect(of(comparables, { trim: 'Made Up' })).toEqual(['unlisted trim']);
  });

  it.each([
    ['Limited X (2-Luxury Group)', []],
    ['2.5i Limited', []],
    ['Limited', []],
    ['Unlimited', ['unlisted trim']],
  ])('the wording %s is compared with listings of its base trim: %j', (trim, withheld) => {
    expect(of(many(6, { trim: 'Limited' }), { trim })).toEqual(withheld);
  });

  it('a figure of a branded title is always withheld', () => {
    expect(of(many(20), { trim: 'EX', titleBranded: true })).toEqual(['title']);
    expect(of(many(20), { trim: 'EX', titleBranded: false })).toEqual([]);
  });

  it.each<[string, string | undefined, Comparable[], string[]]>([
    ['the same fuel', 'Gasoline', many(6, { fuel: 'gasoline' }), []],
    ['another fuel', 'Electric', many(6, { fuel: 'gasoline' }), ['fuel']],
    ['some of another', 'Gasoline', [...many(6, { fuel: 'gasoline' }), ...many(1, { fuel: 'hybrid' })], ['fuel']],
    ['no word beside a gasoline car', 'Gasoline', many(6), []],
    ['no word beside an electric one', 'Electric', many(6), ['fuel']],
    [
      'two fuels beside an unknown one',
      undefined,
      [...many(3, { fuel: 'gasoline' }), ...many(3, { fuel: 'hybrid' })],
      ['fuel'],
    ],
    ['one fuel beside an unknown one', undefined, many(6, { fuel: 'electric' }), []],
    ['some hybrids beside an unknown one', undefined, [...many(6), ...many(1, { fuel: 'hybrid' })], ['fuel']],
    ['some that say gasoline beside an unknown one', undefined, [...many(6), ...many(1, { fuel: 'gasoline' })], []],
  ])('a figure is withheld by fuel: %s', (...[, fuel, comparables, withheld]) => {
    expect(of(comparables, { trim: 'EX', fuel })).toEqual(withheld);
  });

  it('a figure is withheld for every existing reason', () => {
    expect(of(many(2), { titleBranded: true, fuel: 'Electric', trimCandidates: ['LX'] })).toEqual([
      'few',
      'trims',
      'title',
      'fuel',
    ]);
  });
});
