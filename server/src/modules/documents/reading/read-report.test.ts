import { beforeAll, describe, expect, it } from 'vitest';
import { warmVinDecoder } from '#modules/vehicles';
import { testVehicleDir } from '#testing/vehicles';
import { useHarness } from '#test/harness';
import { layouts, makeReport, type Truth } from '#test/reports/corpus';
import { isNightly } from '#test/runs';
import { readPdf } from '../testing.ts';

const harness = useHarness({ VEHICLE_DATA_DIR: testVehicleDir });
beforeAll(() => warmVinDecoder(harness.current.ctx));

/**
 * Reads a synthetic report and compares every field: the value with high confidence, or low confidence where it must
 * be.
 */
async function readAndExpect(layout: string, seed: number) {
  const { pdf, truth } = await makeReport(layout, seed);
  const reading = await readPdf(harness.current.ctx, pdf);
  const names = Object.keys(truth) as (keyof Truth)[];
  const actual = names.map((name) => [name, certain(reading.fields[name])]);
  const expected = names.map((name) => {
    const { [name]: wanted } = truth;
    return [name, typeof wanted === 'object' ? letters(wanted.value) : 'nothing certain'];
  });
  return { reading, actual, expected };
}

/** A scan may lose the dot of "Co.", so only letters and digits are compared. */
const letters = (value: string | number): string =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

const certain = (field: { value: string | number; confidence: string } | undefined): string =>
  field?.confidence === 'high' ? letters(field.value) : 'nothing certain';

const fast = layouts.filter(({ slow }) => slow === undefined).map(({ name }) => name);
/** Each takes a core for many seconds; in CI two of them run. */
const slow = layouts
  .filter(({ slow }) => slow === true)
  .map(({ name }) => name)
  .filter((name) => isNightly || ['ccc, scan 150 dpi', 'unknown, scan on its side'].includes(name));

describe('a report with text', () => {
  it.each(fast)('a report with text is read correctly, field by field: %s', async (layout) => {
    for (const seed of [101, 102, 103]) {
      const { actual, expected } = await readAndExpect(layout, seed);
      expect(actual, `seed ${seed}`).toEqual(expected);
    }
  });

  it("a report's reading has the position of each value, and the product that made the report", async () => {
    const { reading } = await readAndExpect('ccc', 4);
    expect(reading).toMatchObject({ vendor: 'ccc', pages: 3, ocr: false });
    expect(reading.fields.offer_cents).toMatchObject({ page: 1, source: 'text', box: expect.any(Array) });
    expect(reading.fields.vin?.page).toBe(2);
    expect(reading.checks.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'passed'));
    expect((await readAndExpect('mitchell', 4)).reading.vendor).toBe('mitchell');
    expect((await readAndExpect('unknown, grids', 4)).reading.vendor).toBe('unknown');
  });
});

describe('a scan', () => {
  it.each(slow)('a scan is read by OCR, and no wrong value of it is certain: %s', async (layout) => {
    const { reading, actual, expected } = await readAndExpect(layout, 1);
    expect(reading.ocr).toBe(true);
    expect(reading.fields.offer_cents?.source).toBe('ocr');
    const right = actual.filter(([, value], index) => value === expected[index]?.[1]);
    const open = actual.filter(([, value]) => value === 'nothing certain');
    expect(actual.length - right.length - open.length).toBe(0);
    expect(right.length).toBeGreaterThanOrEqual(8);
  });
});
