import { improvementOf, readParts, type Improvement } from '#lib/numbers/offer-parts';
import type { MoneyRow } from './figure-store.ts';
import type { Figures } from './schemas.ts';

type Settled = MoneyRow & { readonly gap_cents: number | null };

/** The parts are read as for any consultation; the source of an amount does not matter here. */
export const improvementOfRow = (row: MoneyRow): Improvement =>
  improvementOf(readParts(row.offer_parts), readParts(row.settlement_parts));

/**
 * Won is value minus value. Promised is the gap from the market read, for those cases in which it was shown; what was
 * won in the same cases is listed with it, since a withheld gap does not count as zero.
 */
export function computeImprovement(settled: readonly Settled[]): Figures['improvement'] {
  let [known, won, withGap, promised, wonWithGap] = [0, 0, 0, 0, 0];
  for (const row of settled) {
    const improvement = improvementOfRow(row);
    if (improvement.kind === 'unknown') continue;
    known += 1;
    won += improvement.cents;
    if (row.gap_cents === null) continue;
    withGap += 1;
    promised += Math.max(0, row.gap_cents);
    wonWithGap += improvement.cents;
  }
  return {
    known,
    unknown: settled.length - known,
    won_cents: won,
    with_gap: withGap,
    without_gap: known - withGap,
    promised_cents: promised,
    won_with_gap_cents: wonWithGap,
  };
}

type Outcome = {
  readonly staff_id: string;
  readonly name: string | null;
  readonly outcome: string;
  readonly count: number;
  readonly reached: boolean;
};

/** Combines rows of one caller and outcome into one entry per caller, most calls first. */
export function computePeople(rows: readonly Outcome[]): Figures['people'] {
  const people = Map.groupBy(rows, ({ staff_id }) => staff_id);
  const sum = (counted: readonly Outcome[]) => counted.reduce((total, { count }) => total + count, 0);
  return [...people]
    .map(([staff_id, own]) => ({
      staff_id,
      name: own[0]?.name ?? staff_id,
      calls: sum(own),
      reached: sum(own.filter(({ reached }) => reached)),
      outcomes: own.map(({ outcome, count }) => ({ outcome, count })),
    }))
    .toSorted((a, b) => b.calls - a.calls || a.name.localeCompare(b.name));
}
