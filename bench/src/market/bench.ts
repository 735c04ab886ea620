// What an early market read costs and how accurate it is: on the synthetic market, whose true prices are known.
import { measureAdjustment, measureStudy } from '@makewhole/server/src/modules/market/testing.ts';
import type { RunStack } from '#bench/run-stack';
import { conclude, printTable } from '#bench/report/report';
import type { Size } from '#bench/size';
import { benchMarketIntakes } from './intakes.ts';
import { benchSearch } from './search.ts';
import { setMarketStage } from './stage.ts';
import { benchTruth } from './truth.ts';

export const marketParts = ['adjustment', 'truth', 'search', 'intakes'];

type MarketOptions = {
  readonly size: Size;
  readonly part: string | undefined;
  /** A file of sales with known worth, for the part truth. */
  readonly salesFile: string | undefined;
};

export async function benchMarket(closing: RunStack, { size, part, salesFile }: MarketOptions): Promise<boolean> {
  const wanted = (name: string) => part === undefined || part === name;
  let ok = true;
  let stage: ReturnType<typeof setMarketStage> | undefined;
  // Filling it takes minutes, so both parts that need it share one.
  const setStage = () => (stage ??= setMarketStage(closing, size));
  if (wanted('adjustment')) ok = benchAdjustment(size) && ok;
  if (wanted('truth')) ok = (await benchTruth({ size, salesFile })) && ok;
  if (wanted('search')) ok = (await benchSearch(closing, await setStage(), size)) && ok;
  if (wanted('intakes')) ok = (await benchMarketIntakes(closing, await setStage(), size)) && ok;
  return ok;
}

/** Dollars: the mean error of the shrunken robust slope in the simulation that chose it. */
const errorBounds: Readonly<Record<number, number>> = { 5: 935, 12: 614, 40: 347 };

function benchAdjustment(size: Size): boolean {
  const samples = { smoke: 50, quick: 1000, full: 10_000 }[size];
  const rows = [3, 5, 8, 12, 20, 40].map((n) => measureAdjustment(n, { samples, seed: 1 }));
  printTable(
    ['listings', 'adjusted $', 'unadjusted $', 'ratio'],
    rows.map(({ n, adjusted, unadjusted }) => [n, adjusted, unadjusted, (adjusted / unadjusted).toFixed(2)]),
  );
  const study = [5, 12, 40].map((n) => measureStudy(n, { samples, seed: 1 }));
  printTable(
    ['study: listings', 'adjusted $', 'without the bound of 20 % $', 'unadjusted $', 'cut by the bound'],
    study.map(({ n, capped, uncapped, unadjusted, cut }) => [n, capped, uncapped, unadjusted, cut.toFixed(2)]),
  );
  const checks = rows.flatMap(({ n, adjusted }) => {
    const atMost = errorBounds[n];
    return atMost === undefined ? [] : [{ name: `mean error $ at ${n} listings`, value: adjusted, atMost }];
  });
  return conclude({ bench: 'market adjustment', size, samples, rows, study }, checks);
}
