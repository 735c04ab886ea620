import type { ModelRates } from '@makewhole/server/src/modules/market/adjustment-rules.ts';
import { enough, selectComparables } from '@makewhole/server/src/modules/market/comparable-rules.ts';
import { toKey } from '@makewhole/server/src/modules/market/name-rules.ts';
import { widenSearch, type Find } from '@makewhole/server/src/modules/market/reads/widen-search.ts';
import {
  computeFigures,
  computeLikelyRange,
  methods,
  type Figures,
} from '@makewhole/server/src/modules/market/rules.ts';
import type { Sale } from '@makewhole/server/src/modules/market/synthetic/sale-rules.ts';
import { toTrimKey } from '@makewhole/server/src/modules/market/subject-rules.ts';

type Rates = { readonly falseLow: number; readonly inRange: number };

export type Measured = Rates & {
  readonly sales: number;
  /** The share of sales that a figure was put beside; the rates are of these. */
  readonly figured: number;
  readonly falseLowOfAll: number;
  /** Dollars. */
  readonly meanError: number;
  /** By the method of before, which put a figure beside every offer. */
  readonly before: Rates;
};

/** Dollars: what an owner is told about. */
const low = 1000;

/** Offers each vehicle's worth for it and counts what the market read says of that. */
export async function measureSales(sales: readonly Sale[], rates: ModelRates | undefined): Promise<Measured> {
  const tally = { figured: 0, low: 0, inside: 0, error: 0, beforeLow: 0, beforeInside: 0 };
  for (const sale of sales) {
    const adjusted = await readSale(sale, rates);
    if (adjusted !== undefined) {
      tally.figured += 1;
      tally.low += Number(adjusted.mid - sale.worth >= low);
      tally.inside += Number(adjusted.low <= sale.worth && sale.worth <= adjusted.high);
      tally.error += Math.abs(adjusted.mid - sale.worth);
    }
    const { adjusted: then } = readBefore(sale);
    tally.beforeLow += Number((then?.mid ?? 0) - sale.worth >= low);
    tally.beforeInside += Number(then !== undefined && then.low <= sale.worth && sale.worth <= then.high);
  }
  const { length } = sales;
  return {
    sales: length,
    figured: tally.figured / length,
    falseLow: tally.low / tally.figured,
    falseLowOfAll: tally.low / length,
    inRange: tally.inside / tally.figured,
    meanError: tally.error / tally.figured,
    before: { falseLow: tally.beforeLow / length, inRange: tally.beforeInside / length },
  };
}

/** As the service reads it; only the database is missing. */
async function readSale({ subject, listings }: Sale, rates: ModelRates | undefined): Promise<Figures['adjusted']> {
  const find: Find = async (years, trimKey) => {
    const found = listings.filter(
      ({ year, trim = '' }) => years.includes(year) && (trimKey === '' || toKey(trim) === trimKey),
    );
    return { comparables: selectComparables(found), area: { kind: 'radius', miles: 50 } };
  };
  const { comparables } = await widenSearch(find, { subject, rates });
  return computeLikelyRange(comparables, computeFigures(comparables, { subject, rates }));
}

/** The subject's trim where there were enough, otherwise every trim; three years without a difference. */
function readBefore({ subject, listings }: Sale): Figures {
  const trim = toTrimKey(subject);
  const same = trim === '' ? [] : selectComparables(listings.filter((one) => toKey(one.trim ?? '') === trim));
  const comparables = same.length >= enough ? same : selectComparables(listings);
  return computeFigures(comparables, { subject }, methods['2026-11.2']);
}
