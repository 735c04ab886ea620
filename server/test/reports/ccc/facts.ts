// The contents of a synthetic CCC report, by its variant and a seed: every figure that its pages print.
import { diceOf, type Dice } from '#test/reports/facts';
import {
  claimOf,
  daysAfter,
  longLines,
  serialVin,
  shortLines,
  total,
  type Claim,
  type Line,
  type PlainAdjustment,
} from '#test/reports/variant-facts';

/** The five shapes of real reports that are drawn. */
export type CccVariant = 'a' | 'b' | 'c' | 'd' | 'e';

export type CccComparable = {
  readonly number: number;
  readonly line: Line;
  readonly form: 'grid' | 'list';
  readonly vin: string;
  readonly listPrice: number;
  /** In a list the price is printed with its kind; in a grid it has its own row under inspected vehicles. */
  readonly take: number | undefined;
  readonly odometer: number;
  readonly distance: number;
  readonly updated: Date;
  adjustments: PlainAdjustment[];
  adjusted: number;
};

export type CccRow = {
  readonly group?: string;
  readonly component: string;
  readonly grade?: string;
  readonly notes: readonly string[];
  cents: number;
};

export type CccLine = { readonly label: string; cents: number; readonly rateThousandths?: number };

export type CccFacts = {
  readonly variant: CccVariant;
  readonly seed: number;
  readonly claim: Claim;
  readonly line: Line;
  readonly vin: string;
  readonly odometer: number;
  readonly updated: Date;
  readonly statewide: CccLine | undefined;
  base: number;
  valuation: number | undefined;
  readonly lines: readonly CccLine[];
  adjusted: number;
  readonly after: readonly CccLine[];
  beforeDeductible: number | undefined;
  deductible: number;
  total: number;
  readonly condition: readonly CccRow[];
  conditionTotal: number;
  readonly comparables: readonly CccComparable[];
};

const coupe: Line = {
  start: '1HGCM826',
  plant: '3A',
  year: 2003,
  make: 'Honda',
  model: 'Accord',
  trim: 'EX Coupe',
  body: '2 Door Coupe',
  engine: '3.0L 6 Cyl Gas A FWD',
};

const isStatewide = (variant: CccVariant): boolean => variant === 'a' || variant === 'c';

export function cccFacts(variant: CccVariant, seed: number): CccFacts {
  const dice = diceOf(seed * 37 + 5_000 + variant.charCodeAt(0));
  const claim = claimOf(dice);
  const line = dice.pick(variant === 'b' ? [...longLines, ...shortLines] : [...shortLines, coupe]);
  const odometer = dice.whole(8_000, 160_000);
  const value = dice.whole(7_000, 38_000);
  const condition = conditionOf(variant, dice);
  const graded = condition.filter(({ grade }) => grade !== undefined);
  const conditionTotal = total(graded.map(({ cents }) => cents));
  const refurbishment = total(condition.filter(({ grade }) => grade === undefined).map(({ cents }) => cents));
  const comparables = comparablesOf({ variant, dice, line, odometer, value, claim });
  const adjustedValues = comparables.map(({ adjusted }) => adjusted);
  const [low, high] = [Math.min(...adjustedValues), Math.max(...adjustedValues)];
  const base = dice.whole(low, high);
  const statewide = isStatewide(variant)
    ? {
        label: `${dice.pick(['Florida', 'New Jersey', 'Texas'])} Statewide Value`,
        cents: base + dice.whole(-40_000, 40_000),
      }
    : undefined;
  const valuation = statewide === undefined ? undefined : Math.round((statewide.cents + base) / 2);
  const lines: CccLine[] = [
    ...(conditionTotal === 0 ? [] : [{ label: 'Condition Adjustment', cents: conditionTotal }]),
    ...(refurbishment === 0 ? [] : [{ label: 'Refurbishments', cents: refurbishment }]),
  ];
  const adjusted = (valuation ?? base) + total(lines.map(({ cents }) => cents));
  const after = afterOf(variant, dice, adjusted);
  const before = adjusted + total(after.map(({ cents }) => cents));
  const deductible = variant === 'c' ? 0 : -dice.pick([25_000, 50_000, 100_000]);
  return {
    variant,
    seed,
    claim,
    line,
    vin: serialVin(line, dice),
    odometer,
    updated: claim.reportDate,
    statewide,
    base,
    valuation,
    lines,
    adjusted,
    after,
    beforeDeductible: variant === 'c' ? undefined : before,
    deductible,
    total: before + deductible,
    condition,
    conditionTotal,
    comparables,
  };
}

function afterOf(variant: CccVariant, dice: Dice, adjusted: number): CccLine[] {
  const [rateThousandths, shown] = dice.pick([
    [6_000, '6%'],
    [7_250, '7.25%'],
    [8_875, '8.875%'],
  ] as const);
  return [
    { label: `Vehicular Tax (${shown})`, cents: Math.round((adjusted * rateThousandths) / 100_000), rateThousandths },
    ...(variant === 'b'
      ? [
          { label: 'Title, Registration and Other Fees*', cents: dice.whole(2_000, 20_000) },
          { label: 'Prior Payment*', cents: -dice.whole(10_000, 60_000) },
        ]
      : []),
  ];
}

const grouped: readonly [string, readonly string[]][] = [
  ['INTERIOR', ['Seats', 'Carpets', 'Dashboard', 'Headliner']],
  ['EXTERIOR', ['Sheet Metal', 'Trim', 'Paint', 'Glass']],
  ['MECHANICAL', ['Engine', 'Transmission']],
  ['TIRES', ['Front Tires', 'Rear Tires']],
];

function conditionOf(variant: CccVariant, dice: Dice): CccRow[] {
  const impact = () => dice.pick([0, -dice.whole(20, 400) * 100, dice.whole(10, 150) * 100]);
  if (variant === 'd')
    return ['MECHANICAL', 'PAINT', 'TIRES', 'BODY/GLASS', 'INTERIOR'].flatMap((component, index): CccRow[] => [
      { component, grade: dice.pick(['AVERAGE PRIVATE', 'DEALER RETAIL']), notes: ['No remarks.'], cents: impact() },
      ...(index % 2 === 0
        ? [
            {
              component: index === 0 ? 'NEW BATTERY' : 'NEW TIRES',
              notes: [`Purchase Price : $ ${dice.whole(100, 900)}.56`, 'Purchase Date : 01/02/2024'],
              cents: dice.whole(20, 300) * 100,
            },
          ]
        : []),
    ]);
  const owner = variant === 'b' || variant === 'c';
  const grades = owner ? ['PRIVATE OWNER', 'DEALER'] : ['FAIR', 'GOOD', 'VERY GOOD'];
  return grouped.flatMap(([group, components]) =>
    components.map((component) => ({
      group,
      component,
      grade: dice.pick(grades),
      notes: owner
        ? ['Light wear in places.', 'Seen on 01/02/2024.']
        : ['Guideline: Minor wear', 'for the age of the', 'vehicle.'],
      // In one variant nothing deviates, so the sum on the first page has no line for it.
      cents: variant === 'e' ? 0 : impact(),
    })),
  );
}

type About = {
  readonly variant: CccVariant;
  readonly dice: Dice;
  readonly line: Line;
  readonly odometer: number;
  readonly value: number;
  readonly claim: Claim;
};

const counts: Readonly<Record<CccVariant, { grid: number; list: number }>> = {
  a: { grid: 0, list: 12 },
  b: { grid: 3, list: 3 },
  c: { grid: 6, list: 0 },
  d: { grid: 0, list: 2 },
  e: { grid: 3, list: 1 },
};

function comparablesOf(about: About): CccComparable[] {
  const { grid, list } = counts[about.variant];
  const condition = -about.dice.whole(100, 900);
  return Array.from({ length: grid + list }, (_, index) =>
    comparableOf(about, index + 1, { form: index < grid ? 'grid' : 'list', condition }),
  );
}

function comparableOf(
  { variant, dice, line, odometer, value, claim }: About,
  number: number,
  { form, condition }: { form: 'grid' | 'list'; condition: number },
): CccComparable {
  const listPrice = Math.round(value * (0.85 + dice.whole(0, 30) / 100)) * 100;
  const taken = form === 'list' ? number % 4 === 3 : variant === 'c' && number % 2 === 0;
  const take = taken ? listPrice - dice.whole(100, 900) * 100 : undefined;
  const maybe = (name: string, from: number, to: number): PlainAdjustment[] =>
    dice.chance(0.6) ? [{ name, cents: (dice.whole(from, to) || 25) * 100 }] : [];
  const adjustments: PlainAdjustment[] =
    form === 'list'
      ? []
      : [
          ...maybe('Package', -500, 500),
          ...maybe('Make/Model/Trim', -900, 900),
          ...maybe('Options', -300, 300),
          { name: 'Mileage', cents: dice.whole(10, 900) * (dice.chance(0.5) ? 100 : -100) },
          { name: 'Condition', cents: condition * 100 },
        ];
  const hidden = form === 'list' ? dice.whole(-900, 400) * 100 : 0;
  return {
    number,
    line,
    form,
    vin: serialVin(line, dice),
    listPrice,
    take,
    odometer: Math.max(900, odometer + dice.whole(-30_000, 30_000)),
    distance: dice.whole(3, 190),
    updated: daysAfter(claim.lossDate, -dice.whole(3, 60)),
    adjustments,
    adjusted: (take ?? listPrice) + total(adjustments.map(({ cents }) => cents ?? 0)) + hidden,
  };
}
