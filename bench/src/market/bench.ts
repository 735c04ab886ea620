// Sales with a known value: how often a fair offer is called low, and how often the value is in the range. The sales
// come from
// the synthetic market, whose settings are printed, or from a file that the operator names.
import type { Instrument, Size } from '#bench/instrument';
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import { toKey } from '@makewhole/server/src/lib/text/to-key.ts';
import { learnRates } from '@makewhole/server/src/modules/vehicles/reads/rules.ts';
import {
  type Sale,
  type SaleSetting,
  drawListings,
  drawSale,
} from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import { type Check, conclude, printTable } from '#bench/report';
import { type Measured, measureSales, offersBelow } from './measure-sales.ts';
import { readSales } from './read-sales.ts';

const usual = { asking: { noise: 0.05, badShare: 0.08 }, ownNoise: 0.025, trimKnown: 0.7, trimUnnamed: 0.05 } as const;

/** Set so that method 2026-11.2 errs about as it did on real sales: 17 % and 27 % of fair offers called low. */
const settings: Readonly<Record<string, SaleSetting>> = {
  'Camry-like': { model: 'Camry', perYearAndTrim: 5.5, ...usual },
  'Odyssey-like': { model: 'Odyssey', perYearAndTrim: 4.5, ...usual },
};

/** More noise, fewer listings, fewer known trims. */
const harder = { asking: { noise: 0.08, badShare: 0.12 }, ownNoise: 0.04, trimKnown: 0.5, trimUnnamed: 0.15 } as const;

const harderSettings: Readonly<Record<string, SaleSetting>> = {
  'Camry-like, harder': { model: 'Camry', perYearAndTrim: 3.5, ...harder },
  'Odyssey-like, harder': { model: 'Odyssey', perYearAndTrim: 2.5, ...harder },
};

/** Shares of fair offers that may be called low by a thousand dollars or more. */
const falseLowMax: Readonly<Record<string, number>> = { Camry: 0.08, Odyssey: 0.12 };
const inRange = { atLeast: 0.8, atMost: 0.9 } as const;

type TruthOptions = { readonly size: Size; readonly salesFile: string | undefined };

async function benchMarket({ size, salesFile }: TruthOptions): Promise<boolean> {
  const count = { smoke: 2000, quick: 2000, full: 10_000 }[size];
  return salesFile === undefined ? await benchSynthetic(size, count) : await benchFile(size, { salesFile, count });
}

async function benchSynthetic(size: Size, count: number): Promise<boolean> {
  const rows: (Measured & { readonly name: string; readonly setting: SaleSetting })[] = [];
  for (const [name, setting] of Object.entries({ ...settings, ...harderSettings })) {
    const random = seededRandom(11);
    const sales: Sale[] = Array.from({ length: count }, () => drawSale(random, setting));
    rows.push({ name, setting, ...(await measureSales(sales, learnRates(drawModel(setting)))) });
  }
  console.log('Synthetic market: every price is invented, the worth of each vehicle is known.');
  for (const { name, setting } of rows) console.log(`${name}: ${JSON.stringify(setting)}`);
  printMeasured(rows);
  const checks = rows.filter(({ name }) => name in settings).flatMap(checksOf);
  return conclude({ bench: 'market', size, sales: count, rows }, checks);
}

/** What the sweep that learns a model's rates would see. */
function drawModel(setting: SaleSetting) {
  const random = seededRandom(5);
  return Array.from({ length: 12 }, (_, index) => 2014 + index).flatMap((year) =>
    drawListings(random, { ...setting, perYearAndTrim: 15 }, year).flatMap(({ trim, price, miles }) =>
      trim === undefined || miles === undefined ? [] : [{ year, trim: toKey(trim), price, miles }],
    ),
  );
}

async function benchFile(size: Size, { salesFile, count }: { salesFile: string; count: number }): Promise<boolean> {
  const models = await readSales(salesFile, count);
  const rows = await Promise.all(
    models.map(async ({ name, sales, rated }) => ({ name, ...(await measureSales(sales, learnRates(rated))) })),
  );
  console.log(
    'Sales of a file. A vehicle’s worth is what the file says; its comparables are the other sales of its state.',
  );
  printMeasured(rows);
  const checks = rows.flatMap(({ name, ...measured }) => {
    const model = Object.keys(falseLowMax).find((one) => name.endsWith(one.toLowerCase()));
    return model === undefined ? [] : checksOf({ name, ...measured, setting: { model } });
  });
  return conclude({ bench: 'market', size, file: true, rows }, checks);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function printMeasured(rows: readonly (Measured & { readonly name: string })[]): void {
  printTable(
    rows.map(({ name, ...one }) => ({
      sales: name,
      of: one.sales,
      'with a gap': percent(one.gap),
      'false low': percent(one.falseLow),
      'of all': percent(one.falseLowOfAll),
      'in the range': percent(one.inRange),
      'mean error $': Math.round(one.meanError),
    })),
  );
  console.log(
    'Of sales with good coverage: those with a figure, and those with a gap to an offer below the worth by so much.',
  );
  printTable(
    rows.map(({ name, good, figureOfGood, gapOfGood }) => ({
      sales: name,
      'good coverage': percent(good),
      figure: percent(figureOfGood),
      ...Object.fromEntries(offersBelow.map((below) => [`gap, ${below} % below`, percent(gapOfGood[`${below} %`])])),
    })),
  );
}

function checksOf({ name, setting, ...measured }: Measured & { name: string; setting: { model: string } }): Check[] {
  const atMost = falseLowMax[setting.model] ?? 1;
  return [
    { name: `${name}: fair offers called $1,000 low`, value: measured.falseLow, atMost },
    { name: `${name}: worth in the range`, value: measured.inRange, ...inRange },
    { name: `${name}: good coverage with a figure`, value: measured.figureOfGood, atLeast: 0.95 },
  ];
}

export const instrument: Instrument = {
  takes: ['sales'],
  run: (_closing, { size, sales }) => benchMarket({ size, salesFile: sales }),
};
