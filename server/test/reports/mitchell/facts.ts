// The contents of a synthetic Mitchell report, by its variant and a seed: every figure that its pages print.
import { diceOf, type Dice } from '#test/reports/facts';
import {
  claimOf,
  daysAfter,
  longLines,
  maskedVin,
  serialVin,
  shortLines,
  total,
  twoWordLines,
  type Claim,
  type Line,
  type PlainAdjustment,
  type PlainConditionRow,
} from '#test/reports/variant-facts';

/** The six shapes of real reports that are drawn. */
export type MitchellVariant = 'a' | 'b' | 'c' | 'd' | 'e' | 'f';

export type MitchellComparable = {
  readonly number: number;
  readonly line: Line;
  readonly vin: string;
  readonly masked: boolean;
  readonly kind: 'list' | 'sold';
  price: number;
  readonly odometer: number;
  readonly distance: number;
  readonly date: Date;
  adjustments: PlainAdjustment[];
  adjustmentsTotal: number;
  adjusted: number;
};

export type SumRow = { readonly label: string; cents: number };

export type MitchellFacts = {
  readonly variant: MitchellVariant;
  readonly seed: number;
  readonly claim: Claim;
  readonly line: Line;
  readonly vin: string;
  readonly odometer: number;
  readonly lossType: 'COLLISION' | 'LIABILITY';
  readonly radius: number;
  readonly typicalMileage: number;
  readonly overall: string;
  readonly typical: string;
  base: number;
  /** Below the base: condition, prior damage, parts, refurbishment and, in one variant, title history. */
  readonly lines: readonly SumRow[];
  market: number;
  readonly settlement: readonly SumRow[];
  total: number;
  readonly condition: readonly (PlainConditionRow & { cents?: number })[];
  conditionTotal: number;
  readonly parts: readonly SumRow[];
  readonly comparables: readonly MitchellComparable[];
};

const groups: readonly [string, readonly string[]][] = [
  ['Interior', ['SEATS', 'DOORS/INTERIOR PANELS', 'HEADLINER', 'DASH/CONSOLE', 'CARPET', 'GLASS']],
  ['Exterior', ['TRIM', 'VINYL/CONVERTIBLE TOP', 'PAINT', 'BODY']],
  ['Mechanical', ['TRANSMISSION', 'ENGINE']],
];

const linesOf: Readonly<Record<MitchellVariant, readonly Line[]>> = {
  a: longLines,
  b: shortLines,
  c: shortLines,
  d: twoWordLines,
  e: [...longLines, ...shortLines],
  f: shortLines,
};

export function mitchellFacts(variant: MitchellVariant, seed: number): MitchellFacts {
  const dice = diceOf(seed * 31 + variant.charCodeAt(0));
  const cents = (from: number, to: number) => dice.whole(from * 100, to * 100);
  const chosen = dice.pick(linesOf[variant]);
  const line = variant === 'f' ? { ...chosen, trim: '' } : chosen;
  const claim = claimOf(dice);
  const odometer = dice.whole(8_000, 160_000);
  const value = cents(7_000, 38_000);
  const comparables = comparablesOf({ variant, dice, line, odometer, value, claim });
  const base = Math.round(total(comparables.map(({ adjusted }) => adjusted)) / comparables.length);
  const condition = conditionOf(variant, dice);
  const conditionTotal = total(condition.map((row) => row.cents ?? 0));
  const parts =
    variant === 'b' || variant === 'e' ? [{ label: 'AFTERMARKET AUDIO SYSTEM', cents: cents(50, 400) }] : [];
  const lines: SumRow[] = [
    { label: 'Condition', cents: conditionTotal },
    { label: 'Prior Damage', cents: dice.chance(0.3) ? -cents(100, 700) : 0 },
    {
      label: variant === 'e' ? 'Aftermarket/OEM Parts' : 'Aftermarket Parts',
      cents: total(parts.map((part) => part.cents)),
    },
    { label: 'Refurbishment', cents: 0 },
    ...(variant === 'd' ? [{ label: 'Title History', cents: -cents(500, 2_500) }] : []),
  ];
  const market = base + total(lines.map((row) => row.cents));
  const settlement = settlementOf(variant, dice, market);
  return {
    variant,
    seed,
    claim,
    line,
    vin: serialVin(line, dice),
    odometer,
    lossType: variant === 'a' || variant === 'f' ? 'LIABILITY' : 'COLLISION',
    radius: dice.pick([75, 100, 150, 200]),
    typicalMileage: dice.whole(30_000, 120_000),
    overall: `${dice.whole(2, 3)}.${dice.whole(10, 99)}-Good`,
    typical: `${dice.whole(2, 3)}.00`,
    base,
    lines,
    market,
    settlement,
    total: market + total(settlement.map((row) => row.cents)),
    condition,
    conditionTotal,
    parts,
    comparables,
  };
}

function settlementOf(variant: MitchellVariant, dice: Dice, market: number): SumRow[] {
  const taxes = { label: 'Taxes', cents: Math.round(market * 0.0625) };
  const fees = { label: 'Fees', cents: variant === 'f' ? 0 : dice.whole(2_000, 15_000) };
  const deductible = { label: 'Deductible', cents: -dice.pick([25_000, 50_000, 100_000]) };
  if (variant === 'a' || variant === 'f') return [taxes, fees];
  return variant === 'b' || variant === 'e' ? [deductible] : [taxes, fees, deductible];
}

function conditionOf(variant: MitchellVariant, dice: Dice): (PlainConditionRow & { cents?: number })[] {
  const graded = (group: string, component: string) => {
    const grade = dice.pick(['3 Good', '3 Good', 'Typical', '2 Fair', '1 Poor']);
    const poor = grade === '2 Fair' || grade === '1 Poor';
    return { group, component, grade, cents: poor ? -dice.whole(2_000, 30_000) : 0 };
  };
  const rows = groups.flatMap(([group, components]) => {
    // One report grades the group itself.
    if (group === 'Mechanical' && variant === 'c') return [graded(group, group)];
    return shuffled(components, dice).map((component) => graded(group, component));
  });
  return [...rows, graded('Tire', 'Tire')];
}

function shuffled<T>(things: readonly T[], dice: Dice): T[] {
  return things
    .map((thing) => ({ thing, key: dice.whole(0, 1_000_000) }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ thing }) => thing);
}

type About = {
  readonly variant: MitchellVariant;
  readonly dice: Dice;
  readonly line: Line;
  readonly odometer: number;
  readonly value: number;
  readonly claim: Claim;
};

function comparablesOf(about: About): MitchellComparable[] {
  const { variant, dice } = about;
  const counts = { a: [3, 4], b: [2, 3], c: [3, 5], d: [4, 5], e: [7, 7], f: [2, 4] } as const;
  const [least, most] = counts[variant];
  return Array.from({ length: dice.whole(least, most) }, (_, index) => comparableOf(about, index + 1));
}

const items = [
  'Heated Front Seats',
  'Power Sunroof',
  'Navigation System',
  'Premium Sound System With Subwoofer And Satellite Radio',
  'Remote Engine Start',
  // Ends five points before the next cell.
  'Trailer Hitch Receiver With Wiring Kit',
  'Rear Entertainment',
  'Technology Package',
];

/** A package is followed by its parts, without amounts. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  'Technology Package': ['Blind Spot Monitor', 'Lane Keeping'],
};

/** Some cells are longer than their column. */
const longCells: Readonly<Record<string, string>> = { 'Rear Entertainment': 'Yes With Two Screens' };

function comparableOf({ variant, dice, line, odometer, value, claim }: About, number: number): MitchellComparable {
  const kind = variant === 'c' || (variant !== 'e' && number % 3 === 0) ? 'sold' : 'list';
  const vin = serialVin(line, dice);
  const masked = kind === 'sold' && dice.chance(0.65);
  const theirs = Math.max(900, odometer + dice.whole(-30_000, 30_000));
  const miles = (count: number) => count.toLocaleString('en-US');
  const price = Math.round((value * (85 + dice.whole(0, 30))) / 10_000) * 100 + dice.pick([0, 0, 95]);
  const projected = kind === 'list' && variant !== 'e' ? [-Math.round(price * 0.041)] : [];
  const equipment = shuffled(items, dice).slice(0, dice.whole(0, 4));
  const adjustments: PlainAdjustment[] = [
    ...projected.map((cents) => ({ name: 'Projected Sold Adjustment', cents })),
    ...(variant === 'b' ? [{ name: 'Vehicle Configuration Adjustment', cents: dice.whole(-90_000, 90_000) }] : []),
    {
      name: 'Mileage',
      own: miles(odometer),
      theirs: miles(theirs),
      cents: Math.round((theirs - odometer) * 6.13),
    },
    ...(equipment.length === 0 ? [] : [{ name: 'Equipment' }]),
    ...equipment.flatMap((name): PlainAdjustment[] => {
      const owned = dice.chance(0.5);
      const cents = dice.whole(3_000, 45_000);
      const cells = { own: owned ? 'Yes' : 'No', theirs: owned ? 'No' : (longCells[name] ?? 'Yes') };
      const parts = partsOf[name] ?? [];
      return [{ name, ...cells, cents: owned ? cents : -cents }, ...parts.map((part) => ({ name: part, ...cells }))];
    }),
  ];
  const adjustmentsTotal = total(adjustments.map(({ cents }) => cents ?? 0));
  return {
    number,
    line,
    vin: masked ? maskedVin(vin) : vin,
    masked,
    kind,
    price,
    odometer: theirs,
    distance: dice.whole(1, 74),
    date: daysAfter(claim.lossDate, -dice.whole(5, 80)),
    adjustments,
    adjustmentsTotal,
    adjusted: price + adjustmentsTotal,
  };
}
