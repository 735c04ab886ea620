import type { ModelRates } from '@makewhole/server/src/modules/vehicles/market/adjustment-rules.ts';
import { enough, selectComparables } from '@makewhole/server/src/modules/vehicles/market/comparable-rules.ts';
import { toKey } from '@makewhole/server/src/lib/text/to-key.ts';
import { widenSearch, type Find } from '@makewhole/server/src/modules/vehicles/reads/widen-search.ts';
import {
  computeFigures,
  computeGap,
  computeRange,
  methodVersion,
  type Figured,
} from '@makewhole/server/src/modules/vehicles/market/rules.ts';
import type { Sale } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';

export type Measured = {
  readonly falseLow: number;
  readonly inRange: number;
  readonly sales: number;
  /** The share of sales with a gap to a fair offer; falseLow is of these. */
  readonly gap: number;
  readonly falseLowOfAll: number;
  /** Dollars, of all sales with a figure, as inRange is. */
  readonly meanError: number;
  /** The share of sales with good coverage; the shares below are of these. */
  readonly good: number;
  readonly figureOfGood: number;
  /** With a gap, by how far the offer is below the worth. */
  readonly gapOfGood: Readonly<Record<`${(typeof offersBelow)[number]} %`, number>>;
};

/** Percent. */
export const offersBelow = [0, 10, 20, 30] as const;

/** Dollars; the owner is informed from here on. */
const low = 1000;

/** Offers each vehicle's value for it and counts what the market read reports. */
export async function measureSales(sales: readonly Sale[], rates: ModelRates | undefined): Promise<Measured> {
  const tally = { figures: 0, gaps: 0, low: 0, inside: 0, error: 0, good: 0, goodFigures: 0 };
  const goodGaps = offersBelow.map(() => 0);
  for (const sale of sales) {
    const read = await readSale(sale, rates);
    const range = computeRange(read);
    const gapTo = (offer: number) => computeGap(range, read.figures, Math.round(offer * 100));
    const gap = gapTo(sale.worth);
    tally.gaps += Number(gap !== undefined);
    tally.low += Number((gap ?? 0) >= low * 100);
    if (range !== undefined) {
      tally.figures += 1;
      tally.inside += Number(range.low <= sale.worth && sale.worth <= range.high);
      tally.error += Math.abs(range.mid - sale.worth);
    }
    if (read.figures.sampleSize >= enough) {
      tally.good += 1;
      tally.goodFigures += Number(range !== undefined);
      for (const [index, below] of offersBelow.entries())
        goodGaps[index] = (goodGaps[index] ?? 0) + Number(gapTo(sale.worth * (1 - below / 100)) !== undefined);
    }
  }
  const { length } = sales;
  return {
    sales: length,
    gap: tally.gaps / length,
    falseLow: tally.low / tally.gaps,
    falseLowOfAll: tally.low / length,
    inRange: tally.inside / tally.figures,
    meanError: tally.error / tally.figures,
    good: tally.good / length,
    figureOfGood: tally.goodFigures / tally.good,
    gapOfGood: Object.fromEntries(
      offersBelow.map((below, index) => [`${below} %`, (goodGaps[index] ?? 0) / tally.good]),
    ) as Measured['gapOfGood'],
  };
}

/** As the service reads it; only the database is missing. */
async function readSale({ subject, listings }: Sale, rates: ModelRates | undefined): Promise<Figured> {
  const find: Find = async (years, trimKey) => {
    const found = listings.filter(
      ({ year, trim = '' }) => years.includes(year) && (trimKey === '' || toKey(trim) === trimKey),
    );
    return { comparables: selectComparables(found), area: { kind: 'radius', miles: 50 } };
  };
  const { comparables } = await widenSearch(find, { subject, rates });
  return { method: methodVersion, subject, comparables, figures: computeFigures(comparables, { subject, rates }) };
}
