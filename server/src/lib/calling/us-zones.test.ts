import { parsePhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { stateOfPhone } from './us-zones.ts';

const territories = ['PR', 'VI', 'GU', 'MP', 'AS'];
const served = ['US', ...territories];

/** Local numbers of several kinds, because some territories use few of their exchanges. */
const locals = ['2345678', '9201234', '7271234', '4441234', '5451234', '6331234', '7331234', '7751234'];

const ordinary = new Set<string | undefined>(['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** The country to which the library assigns ordinary numbers of an area code. */
const countriesOf = (code: number): string[] => [
  ...new Set(
    locals
      .map((local) => parsePhoneNumber(`+1${code}${local}`))
      .filter((number) => number.isValid() && ordinary.has(number.getType()))
      .flatMap(({ country }) => (country !== undefined && served.includes(country) ? [country] : [])),
  ),
];

const ours = (code: number): string[] => {
  const state = stateOfPhone(`+1${code}5550142`);
  return state === undefined ? [] : [territories.includes(state) ? state : 'US'];
};

const codes = Array.from({ length: 800 }, (_, index) => 200 + index);

describe('the table of area codes', () => {
  const known = codes.filter((code) => countriesOf(code).length > 0);

  it('the table has every code that libphonenumber assigns to the country and its territories, in the right one', () => {
    expect(known.length).toBeGreaterThan(360);
    expect(known.filter((code) => ours(code).join() !== countriesOf(code).join())).toEqual([]);
  });

  // Assigned by the administrator of the numbering plan, and not yet in this version's metadata.
  it('the only additional codes in the table are recently assigned ones', () => {
    const others = codes.filter((code) => ours(code).length > 0 && !known.includes(code));
    expect(others).toEqual([357, 436, 457, 471, 621, 624, 679, 837, 861, 924]);
  });

  it('the table has no code of the plan’s other countries, and no toll-free or premium code', () => {
    const others = [416, 604, 876, 473, 242, 809, 500, 800, 833, 888, 900, 976].filter((code) => ours(code).length > 0);
    expect(others).toEqual([]);
  });
});
