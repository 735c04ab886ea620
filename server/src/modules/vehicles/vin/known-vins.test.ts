// VINs whose true decoding is known from elsewhere. Sources:
// - report: named in a public report as what NHTSA's own decoder says (the two F-150s that another decoder gets wrong);
// - vpic: recorded as the answer of NHTSA's decoder in the public tests of the Python package `vin`;
// - docs: shown with its answer in public documentation of vPIC clients and of VINs;
// - quoted: widely quoted, with the same result from two independent decoders; the check digit is wrong in most of
// these.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDecoder } from '../testing.ts';
import type { VinDecoder } from './create-vin-decoder.ts';

type Known = readonly [vin: string, year: number, make: string, model: string, trims?: readonly string[]];

const named = ([vin, year, make, model, trims]: Known) => ({ vin, year, make, model, trims });

const truths: Readonly<Record<'report' | 'vpic' | 'docs' | 'quoted', readonly Known[]>> = {
  report: [
    ['1FTFW5L86RFB45612', 2024, 'Ford', 'F-150'],
    ['1FTFW4L86RFA86622', 2024, 'Ford', 'F-150'],
  ],
  vpic: [
    ['JH4DC4340RS003205', 1994, 'Acura', 'Integra', ['RS']],
    ['1FMCU14T3JU402061', 1988, 'Ford', 'Bronco II', ['XL']],
    ['5N3ZA0NE1AN908084', 2010, 'Infiniti', 'QX56'],
    ['1G8ZF52801Z322733', 2001, 'Saturn', 'SL'],
    ['1N6SD16S6NC347945', 1992, 'Nissan', 'Pickup'],
    ['1GKLVKED6AJ152841', 2010, 'GMC', 'Acadia', ['SLE-1']],
    ['WP0CB29874U669313', 2004, 'Porsche', 'Boxster', ['S']],
    ['WBSPM9C52BE209978', 2011, 'BMW', 'M3'],
    ['4T1BB3EK5AU118081', 2010, 'Toyota', 'Camry'],
    ['5NPEB4AC9DH571382', 2013, 'Hyundai', 'Sonata', ['GLS', 'GLS Popular']],
    ['1C41JUEJ7NC002943', 2022, 'Jeep', 'Grand Wagoneer', ['Series I']],
    ['2C3CCACG6CH275007', 2012, 'Chrysler', '300', ['300C', 'Limited']],
    ['1J4BA3H12AL171413', 2010, 'Jeep', 'Wrangler', ['Unlimited X']],
    ['1B4HS28N51F542134', 2001, 'Dodge', 'Durango', ['Base']],
    ['2GCEC19Z0S1245490', 1995, 'Chevrolet', 'GMT-400'],
    ['1GCHK29U11E231511', 2001, 'Chevrolet', 'Silverado'],
    ['1FTJW36F9TEA02868', 1996, 'Ford', 'F-350'],
    ['1FTEF14N5KNB35920', 1989, 'Ford', 'F-150'],
    ['4JGAB54E11A277331', 2001, 'Mercedes-Benz', 'M-Class', ['ML320']],
    ['3VWSD29M41M067176', 2001, 'Volkswagen', 'Jetta', ['GLS']],
    ['5FNRL38297B007384', 2007, 'Honda', 'Odyssey', ['LX']],
    ['JM1FE173540134610', 2004, 'Mazda', 'RX-8'],
    ['1G4GD5ED5BF334614', 2011, 'Buick', 'LaCrosse', ['CXL']],
    ['5XYKTCA62DG346197', 2013, 'Kia', 'Sorento', ['Base', 'LX']],
    ['W06VR52R6WR227722', 1998, 'Cadillac', 'Catera'],
    ['1FMCU0GA1PK000001', 2023, 'Ford', 'Escape'],
    ['1FMJK1K84PE000001', 2023, 'Ford', 'Expedition MAX'],
    ['YT9NN1U14KA007175', 2019, 'Koenigsegg', 'Regera'],
  ],
  docs: [
    ['1HGCM82633A004352', 2003, 'Honda', 'Accord', ['EX-V6']],
    ['KM8K2CAB4PU001140', 2023, 'Hyundai', 'Kona', ['SE']],
    ['1FTMW1T88MFA00001', 2021, 'Ford', 'F-150'],
    ['3VWD07AJ5EM388202', 2014, 'Volkswagen', 'Jetta'],
    ['1M8GDM9AXKP042788', 1989, 'Motor Coach Industries', '102C3 Intercity'],
  ],
  quoted: [
    ['5GZCZ43D13S812715', 2003, 'Saturn', 'Vue'],
    ['5YJ3E1EA7KF317000', 2019, 'Tesla', 'Model 3', []],
    ['1FTFW1ET5DFC10312', 2013, 'Ford', 'F-150', []],
    ['2T1BURHE0JC074702', 2018, 'Toyota', 'Corolla', ['L', 'LE', 'SE', 'XLE', 'XSE']],
    ['WBA3A5C51CF256651', 2012, 'BMW', '328i'],
    ['1G1ZD5ST8JF134138', 2018, 'Chevrolet', 'Malibu', ['LT (1LT)']],
    ['1C4RJFBG8FC625797', 2015, 'Jeep', 'Grand Cherokee', ['Limited']],
    ['4T1BF1FK5HU382123', 2017, 'Toyota', 'Camry', ['LE', 'SE', 'XLE', 'XSE']],
  ],
};

const wrongDigits = new Set([
  '5YJ3E1EA7KF317000',
  '1FTFW1ET5DFC10312',
  '2T1BURHE0JC074702',
  'WBA3A5C51CF256651',
  '1G1ZD5ST8JF134138',
  '1C4RJFBG8FC625797',
  '4T1BF1FK5HU382123',
]);

/** The coach: both 1989 and 2019 decode, and no rule decides for buses. */
const doubtfulYears = new Set(['1M8GDM9AXKP042788']);

let decoder: VinDecoder;
beforeAll(async () => {
  decoder = await createTestDecoder();
});
afterAll(() => decoder.close());

describe.each(Object.entries(truths))('VINs known by %s', (_, known) => {
  it.each(known.map(named))('$vin is a $year $make $model', ({ vin, trims, ...vehicle }) => {
    const decoded = decoder.decode(vin);
    expect(decoded).toMatchObject({ ...vehicle, vin, complete: true, dataVersion: 'vpic 2026-03-12' });
    if (trims) expect(decoded?.trims).toEqual(trims);
    expect(decoded?.checkDigit).toBe(wrongDigits.has(vin) ? 'wrong' : 'right');
    expect(decoded?.confidence).toBe(wrongDigits.has(vin) || doubtfulYears.has(vin) ? 'medium' : 'high');
  });
});

describe('the first eleven characters', () => {
  it.each(
    Object.values(truths)
      .flat()
      // Three characters of the serial number identify its maker.
      .filter(([vin]) => vin[2] !== '9')
      .map(named),
  )('of $vin give $year $make $model as well, with less confidence', ({ vin, year, make, model }) => {
    const part = decoder.decode(vin.slice(0, 11));
    expect(part).toMatchObject({ complete: false, year, make, model, checkDigit: 'unknown' });
    expect(part?.confidence).not.toBe('high');
  });

  it('and every further one give the same, and never the highest confidence', () => {
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
  it('with a digit in seventh place is not decoded thirty years too old', () => {
    expect(decoder.decode('1FT7W2BT4GEA00001')).toMatchObject({ year: 2016, model: 'F-250', confidence: 'high' });
    expect(decoder.decode('1FT8W3BT0CEA00001')).toMatchObject({ year: 2012, model: 'F-350' });
  });
});
