import { describe, expect, it } from 'vitest';
import type { Comparable } from '../market/comparable-rules.ts';
import { toKey } from '#lib/text/to-key';
import { sampleComparable, sampleSubject } from '../market/testing.ts';
import { widenSearch, type Find } from './widen-search.ts';

const many = (count: number, changes: Partial<Comparable> = {}) =>
  Array.from({ length: count }, () => sampleComparable(changes));

/** The searches in order, and the result. */
async function widen(listings: readonly Comparable[], trim: string | undefined = 'EX') {
  const searches: string[] = [];
  const find: Find = async (years, trimKey) => {
    searches.push(`${years.join('+')}${trimKey === '' ? '' : ` ${trimKey}`}`);
    const comparables = listings.filter(
      (one) => years.includes(one.year) && (trimKey === '' || toKey(one.trim ?? '') === trimKey),
    );
    return { comparables, area: { kind: 'radius', miles: 50 } };
  };
  const subject = sampleSubject({ trim });
  const { comparables, sameTrim, widenings } = await widenSearch(find, { subject, rates: undefined });
  return { searches, size: comparables.length, sameTrim, widenings };
}

describe('the order of a search', () => {
  it('the search ends with the year and trim where there are five', async () => {
    expect(await widen([...many(5), ...many(40, { trim: 'LX' })])).toEqual({
      searches: ['2019 ex'],
      size: 5,
      sameTrim: true,
      widenings: [],
    });
  });

  it('the search includes other trims of the year where they cost the same', async () => {
    expect(await widen([...many(4), ...many(4, { trim: 'LX' })])).toMatchObject({
      searches: ['2019 ex', '2019'],
      size: 8,
      widenings: ['other trims'],
    });
  });

  it('the search includes the trim of newer and older years where trims matter, and mixed trims after all', async () => {
    const dear = many(9, { trim: 'LX', price: 30_000 });
    expect(await widen([...many(4), ...dear, ...many(1, { year: 2020 })])).toMatchObject({
      searches: ['2019 ex', '2019', '2019+2020 ex'],
      size: 5,
      sameTrim: true,
      widenings: ['newer years'],
    });
    expect(await widen([...many(4), ...dear, ...many(1, { year: 2018 })])).toMatchObject({
      searches: ['2019 ex', '2019', '2019+2020 ex', '2019+2020+2018 ex'],
      size: 5,
      widenings: ['older years'],
    });
    expect(await widen([...many(4), ...dear])).toMatchObject({ size: 13, sameTrim: false, widenings: ['other trims'] });
  });

  it('the search includes the base of a longer trim before mixed trims, also of the years around', async () => {
    const wording = 'Limited X (2-Luxury Group)';
    const dear = many(9, { trim: 'Overland', price: 30_000 });
    const base = { size: 18, sameTrim: false, widenings: ['base trim'] };
    expect(await widen([...many(18, { trim: 'Limited' }), ...dear], wording)).toMatchObject(base);
    const few = many(2, { trim: wording, price: 25_000 });
    expect(await widen([...many(18, { trim: 'Limited' }), ...few, ...dear], wording)).toMatchObject(base);
    expect(await widen(many(18, { trim: 'Limited' }), wording)).toMatchObject(base);
    const newer = many(6, { trim: 'Limited', year: 2020 });
    expect(await widen([...newer, ...dear], wording)).toMatchObject({
      size: 6,
      widenings: ['base trim', 'newer years'],
    });
  });

  it('the search includes every trim of three years at last', async () => {
    const rare = [...many(1), ...many(1, { trim: 'LX', year: 2020 }), ...many(1, { trim: 'LX', year: 2018 })];
    expect(await widen(rare)).toMatchObject({
      size: 3,
      sameTrim: false,
      widenings: ['other trims', 'newer years', 'older years'],
    });
    expect(await widen([])).toMatchObject({ size: 0, widenings: [] });
    // Nothing else was admitted where nothing else was found.
    expect(await widen(many(3))).toMatchObject({ size: 3, sameTrim: true, widenings: [] });
  });

  it('the search has no trim if none was stated', async () => {
    const listings = [...many(3), ...many(3, { trim: 'LX', price: 30_000 })];
    const { searches, widenings } = await widen(listings, '');
    expect([searches, widenings]).toEqual([['2019'], []]);
    expect(await widen([...many(3), ...many(9, { year: 2020 })], '')).toMatchObject({
      searches: ['2019', '2019+2020'],
      widenings: ['newer years'],
    });
  });
});
