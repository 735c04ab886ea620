import { beforeAll, describe, expect, it } from 'vitest';
import { warmVinDecoder } from '#modules/vehicles';
import { useHarness } from '#test/harness';
import { failedIdentities, listDifferences } from '#test/reports/compare-contents';
import {
  drawTwoVehicles,
  drawVariant,
  variantNames,
  type DrawnVariant,
  type VariantName,
} from '#test/reports/variants';
import { isNightly } from '#test/runs';
import { testVehicleDir } from '#testing/vehicles';
import type { ReportContents, ReportReading } from '../schemas.ts';
import { readPdf } from '../testing.ts';

const harness = useHarness({ VEHICLE_DATA_DIR: testVehicleDir });
beforeAll(() => warmVinDecoder(harness.current.ctx));

type Pair = { readonly drawn: DrawnVariant; readonly reading: ReportReading };

const read = async (drawn: DrawnVariant): Promise<Pair> => ({
  drawn,
  reading: await readPdf(harness.current.ctx, drawn.pdf),
});

const kept = new Map<string, Promise<Pair>>();

/** Drawn and read once for all tests of this file. */
function readVariant(name: VariantName, { tall, seed }: { tall: boolean; seed: number } = first): Promise<Pair> {
  const key = `${name} ${tall} ${seed}`;
  const pair = kept.get(key) ?? drawVariant(name, seed, { tall }).then((drawn) => read(drawn));
  kept.set(key, pair);
  return pair;
}

const first = { tall: false, seed: 1 };
/** One of the seeds that print other vehicles' figures under the same labels. */
const second = { tall: true, seed: 5 };

function contentsOf({ contents }: ReportReading): ReportContents {
  if (contents === undefined) throw new Error('the layout was not recognised');
  return contents;
}

/** The certain fields, and the ones that must be certain. */
function certainFields({ fields }: ReportReading, { truth }: DrawnVariant) {
  const names = Object.keys(truth) as (keyof typeof truth)[];
  const certain = names.map((name) => [name, fields[name]?.confidence === 'high' ? fields[name].value : 'nothing']);
  const expected = names.map((name) => {
    const { [name]: wanted } = truth;
    return [name, typeof wanted === 'object' ? wanted.value : 'nothing'];
  });
  return { certain, expected };
}

describe('a report drawn like a real one', () => {
  it.each(variantNames)(
    'a realistic report is read whole and with certainty, in both box metrics: %s',
    async (name) => {
      for (const how of [first, second]) {
        const { drawn, reading } = await readVariant(name, how);
        const { certain, expected } = certainFields(reading, drawn);
        expect(certain, `seed ${how.seed}`).toEqual(expected);
        expect(listDifferences(drawn.contents, contentsOf(reading)), `seed ${how.seed}`).toEqual([]);
        expect(failedIdentities(contentsOf(reading))).toEqual([]);
      }
    },
  );

  it('a realistic report has no trim where none is printed', async () => {
    const { fields } = (await readVariant('mitchell f')).reading;
    expect(fields).not.toHaveProperty('trim');
    expect(fields.model?.confidence).toBe('high');
  });

  it('a realistic report with two vehicles has no certain vehicle data', async () => {
    for (const name of ['mitchell b', 'ccc c'] as const) {
      const { fields } = await readPdf(harness.current.ctx, await drawTwoVehicles(name, 1));
      const certain = (['vin', 'model', 'trim', 'odometer', 'offer_cents'] as const).filter(
        (field) => fields[field]?.confidence === 'high',
      );
      expect([name, certain]).toEqual([name, []]);
    }
  });

  it("a realistic report's reading has the position of each figure", async () => {
    const contents = contentsOf((await readVariant('mitchell c')).reading);
    const offer = contents.sum.find(({ name }) => name === 'offer');
    expect(offer?.cents.page).toBe(1);
    // The right edge of the column, and not the larger figure next to it.
    expect(offer?.cents.box?.[2]).toBeCloseTo(304, 0);
    expect(contents.comparables[0]?.adjusted?.page).toBeGreaterThan(4);
  });

  it("a realistic report's reading keeps only the owner: no dealer, contact, phone number or note", async () => {
    const people = /SAMPLE, ROBIN|EXAMPLE, ALEX|PLACEHOLDER|SPECIMEN, JORDAN|Placeholder St|(?:Example|Sample) Person/;
    const others = /Specimen Motors|SPECIMEN MOTORS|555-01|Purchase|Wear|wear|Guideline/;
    for (const name of variantNames) {
      const { owner: _owner, ...kept } = (await readVariant(name)).reading;
      const text = JSON.stringify(kept);
      expect([name, people.exec(text)?.[0], others.exec(text)?.[0]]).toEqual([name, undefined, undefined]);
    }
  });
});

describe('a report with one figure falsified', () => {
  it.each(variantNames)(
    'a falsified figure is caught by an identity, and no false value stays certain: %s',
    async (name) => {
      const { drawn, reading } = await read(await drawVariant(name, 21, { falsify: true }));
      const certain = listDifferences(drawn.contents, contentsOf(reading)).filter((one) => one.certain);
      expect(certain, `${drawn.falsified}`).toEqual([]);
      expect(failedIdentities(contentsOf(reading)), `${drawn.falsified}`).not.toEqual([]);
      const { offer_cents: offer } = reading.fields;
      const { offer_cents: wanted } = drawn.truth;
      if (typeof wanted === 'object' && offer?.value !== wanted.value) expect(offer?.confidence).toBe('low');
    },
  );
});

/** Four pages by OCR; a reading may take no longer. */
const timeout = 100_000;

describe('a text layer of garbage', () => {
  it.runIf(isNightly)(
    'a garbage text layer is ignored and the page is read by OCR, with the right offer',
    { timeout },
    async () => {
      const { drawn, reading } = await read(await drawVariant('mitchell a', 1, { garbled: true }));
      const { offer_cents: wanted } = drawn.truth;
      expect(reading.ocr).toBe(true);
      expect(reading.fields.offer_cents?.value).toBe(typeof wanted === 'object' ? wanted.value : 0);
      const { certain, expected } = certainFields(reading, drawn);
      const wrong = certain.filter(
        ([, value], index) => value !== 'nothing' && plain(value) !== plain(expected[index]?.[1]),
      );
      expect(wrong).toEqual([]);
    },
  );
});

const plain = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
