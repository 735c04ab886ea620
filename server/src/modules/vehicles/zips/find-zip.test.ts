import { describe, expect, it } from 'vitest';
import { usStates } from '#lib/calling/us-states';
import { findStateRows, findZip, listZips } from './zips.ts';

describe('a ZIP', () => {
  it.each([
    ['78701', 'TX', [30.27, -97.74]],
    ['10001', 'NY', [40.75, -74]],
    ['02108', 'MA', [42.36, -71.06]],
    ['00501', 'NY', [40.82, -73.05]],
    ['99501', 'AK', [61.22, -149.86]],
    ['96813', 'HI', [21.32, -157.85]],
    ['00901', 'PR', [18.47, -66.11]],
    ['20001', 'DC', [38.91, -77.02]],
    ['78701-1234', 'TX', [30.27, -97.74]],
  ])('the ZIP %s is in %s, at %j', (zip, state, [lat = 0, lon = 0]) => {
    expect(findZip(zip)).toEqual({ state, lat: expect.closeTo(lat, 1), lon: expect.closeTo(lon, 1) });
  });

  it.each(['00000', '09001', '99999', '1234', '123456', 'abcde', '', '78701-12', '-0001'])(
    'the ZIP %j does not exist',
    (text) => {
      expect(findZip(text)).toBeUndefined();
    },
  );

  it('a ZIP exists in each state, and each state in its cells and some around them', () => {
    for (const state of usStates) {
      const zips = listZips(new Set([state]));
      expect(zips.length).toBeGreaterThan(50);
      const rows = findStateRows(state) ?? [];
      const isIn = (lat: number, lon: number) => {
        const cell = Math.floor(lat) * 1000 + Math.floor(lon);
        return rows.filter(({ first, last }) => first <= cell && cell <= last).length === 1;
      };
      expect(zips.filter(({ lat, lon }) => !isIn(lat, lon) || !isIn(lat - 1, lon + 1))).toEqual([]);
    }
    expect(findStateRows('ZZ')).toBeUndefined();
  });
});
