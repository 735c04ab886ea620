import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doubtfulYears, quotedVins, vinOfPattern, vinPatterns, wrongDigits } from '#test/vehicles/known-vins';
import { decidePowertrain, nameModel, toMakeKey, toModelKey } from '../names/name-rules.ts';
import { createTestDecoder } from '../testing.ts';
import type { VinDecoder } from './create-vin-decoder.ts';
import { toVehicleOfVin } from './decode-vin.ts';

type Known = (typeof quotedVins)['docs'][number];

const named = ([vin, year, make, model, trims]: Known) => ({ vin, year, make, model, trims });

let decoder: VinDecoder;
beforeAll(async () => {
  decoder = await createTestDecoder();
});
afterAll(() => decoder.close());

describe.each(Object.entries(quotedVins))('VINs known by %s', (_, known) => {
  it.each(known.map(named))('the VIN $vin is a $year $make $model', ({ vin, trims, ...vehicle }) => {
    const decoded = decoder.decode(vin);
    expect(decoded).toMatchObject({ ...vehicle, vin, complete: true, dataVersion: 'vpic 2026-03-12' });
    if (trims) expect(decoded?.trims).toEqual(trims);
    expect(decoded?.checkDigit).toBe(wrongDigits.has(vin) ? 'wrong' : 'right');
    expect(decoded?.confidence).toBe(wrongDigits.has(vin) || doubtfulYears.has(vin) ? 'medium' : 'high');
  });
});

describe('a hybrid', () => {
  // A Camry, an Accord, a RAV4 and a Fusion, with synthetic serial numbers.
  it.each(['4T1B31HK0JU000001', '1HGCV3F10JA000001', '4T3RWRFV0LU000001', '3FA6P0LU0HR100001'])(
    'the hybrid %s is not its gasoline version',
    (vin) => {
      const decoded = decoder.decode(vin);
      expect(decoded && toVehicleOfVin(vin, decoded).fuel).toBe('Hybrid');
    },
  );
});

describe('the first eleven characters', () => {
  it.each(
    Object.values(quotedVins)
      .flat()
      // Three characters of the serial number identify its maker.
      .filter(([vin]) => vin[2] !== '9')
      .map(named),
  )(
    'the first eleven characters of $vin give $year $make $model as well, with less confidence',
    ({ vin, year, make, model }) => {
      const part = decoder.decode(vin.slice(0, 11));
      expect(part).toMatchObject({ complete: false, year, make, model, checkDigit: 'unknown' });
      expect(part?.confidence).not.toBe('high');
    },
  );

  it('every further character gives the same, and never the highest confidence', () => {
    for (let length = 11; length < 17; length += 1) {
      expect(decoder.decode('1HGCM82633A004352'.slice(0, length))).toMatchObject({
        year: 2003,
        make: 'Honda',
        model: 'Accord',
        trims: ['EX-V6'],
        bodyClass: 'Coupe',
        checkDigit: 'unknown',
        confidence: 'medium',
      });
    }
  });
});

describe('a heavy pickup', () => {
  // An invented VIN, since the law is the source here: the seventh character decides only up to 10,000 pounds (49 CFR
  // 565.15).
  it('a heavy pickup with a digit in seventh place is not decoded thirty years too old', () => {
    expect(decoder.decode('1FT7W2BT4GEA00001')).toMatchObject({ year: 2016, model: 'F-250', confidence: 'high' });
    expect(decoder.decode('1FT8W3BT0CEA00001')).toMatchObject({ year: 2012, model: 'F-350' });
  });
});

/** What vPIC itself has wrong or lacks; each is a vehicle for which no market is read by its VIN. */
const unknownToVpic = new Set([
  // A three-quarter-ton truck that vPIC calls half a ton.
  '1GTHK296_8E',
  // Its schema has no model for these characters.
  'JF2SKEDC_RH',
]);

describe.each(Object.entries(vinPatterns))('vehicles known by %s', (_, known) => {
  it.each(known.map(named).filter(({ vin }) => !unknownToVpic.has(vin)))(
    'listings of the $year $make $model are found by $vin',
    ({ vin: pattern, year, make, model }) => {
      const vin = vinOfPattern(pattern);
      const decoded = decoder.decode(vin);
      expect(decoded).toMatchObject({ year, checkDigit: 'right' });
      const told = { make: decoded?.make ?? '', model: decoded?.model ?? '' };
      const powertrain = decidePowertrain(decoded?.engine ?? {});
      const name = nameModel({ ...told, vin, series: decoded?.series, trims: decoded?.trims ?? [], powertrain });
      expect([toMakeKey(told.make), toModelKey(told.make, name)]).toEqual([toMakeKey(make), toModelKey(make, model)]);
    },
  );
});

describe('an electric version', () => {
  it('an electric version is searched under another name than the gasoline one', () => {
    const electric = Object.values(vinPatterns)
      .flat()
      .filter(([, , , model]) => /Lightning|E-Transit|Kona Electric|Niro EV|Blazer EV|Equinox EV|XC40/.test(model));
    expect(electric.length).toBeGreaterThanOrEqual(8);
    for (const [pattern] of electric) {
      const { make = '', model = '', engine = {} } = decoder.decode(vinOfPattern(pattern)) ?? {};
      expect(toModelKey(make, nameModel({ make, model, powertrain: 'battery' }))).not.toBe(toModelKey(make, model));
      expect(decidePowertrain(engine)).toBe('battery');
    }
  });
});
