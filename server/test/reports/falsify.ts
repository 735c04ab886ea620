// Changes one printed figure of a synthetic report, so that it contradicts the others.
import type { CccFacts } from './ccc/facts.ts';
import { diceOf, type Dice } from './facts.ts';
import type { MitchellFacts } from './mitchell/facts.ts';
import type { PlainAdjustment } from './variant-facts.ts';

type Change = readonly [name: string, apply: () => void];

/** More than any tolerance, and whole dollars, as some figures are printed. */
const byCents = (dice: Dice): number => dice.pick([-1, 1]) * dice.whole(3, 900) * 100;

function changeOne(changes: readonly Change[], dice: Dice): string {
  const [name, apply] = dice.pick(changes);
  apply();
  return name;
}

const adjustment = (adjustments: PlainAdjustment[], by: number) => (): void => {
  const index = adjustments.findIndex(({ cents }) => cents !== undefined && cents + by !== 0);
  const old = adjustments[index];
  if (old !== undefined) adjustments[index] = { ...old, cents: (old.cents ?? 0) + by };
};

export function falsifyMitchell(facts: MitchellFacts): string {
  const dice = diceOf(facts.seed + 77);
  const by = byCents(dice);
  const row = dice.pick(facts.condition) as { cents?: number };
  const comparable = dice.pick(facts.comparables);
  return changeOne(
    [
      ['base', () => void (facts.base += by)],
      ['offer', () => void (facts.market += by)],
      ['total', () => void (facts.total += by)],
      ['grade', () => void (row.cents = (row.cents ?? 0) + by)],
      ['condition total', () => void (facts.conditionTotal += by)],
      ['adjusted value', () => void (comparable.adjusted += by)],
      ['price', () => void (comparable.price += by)],
      ['total adjustments', () => void (comparable.adjustmentsTotal += by)],
      ['adjustment', adjustment(comparable.adjustments, by)],
    ],
    dice,
  );
}

export function falsifyCcc(facts: CccFacts): string {
  const dice = diceOf(facts.seed + 78);
  const by = byCents(dice);
  const graded = facts.condition.filter(({ grade }) => grade !== undefined);
  const row = dice.pick(graded);
  const grid = facts.comparables.filter(({ form }) => form === 'grid');
  const comparable = grid.length === 0 ? undefined : dice.pick(grid);
  const tax = facts.after[0];
  return changeOne(
    [
      ['base', () => void (facts.base += by)],
      ['offer', () => void (facts.adjusted += by)],
      ['total', () => void (facts.total += by)],
      ['grade', () => void (row.cents += by)],
      ['condition total', () => void (facts.conditionTotal += by)],
      ...(tax === undefined ? [] : [['tax', () => void (tax.cents += by)] as const]),
      ...(comparable === undefined
        ? []
        : [
            ['adjusted value', () => void (comparable.adjusted += by)] as const,
            ['adjustment', adjustment(comparable.adjustments, by)] as const,
          ]),
    ],
    dice,
  );
}
