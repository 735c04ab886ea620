// The contents of synthetic reports: invented claims on vehicles whose VINs decode, all from a seed.
import { seededRandom } from '#mount/vehicles/synthetic/rules';

export type Dice = {
  whole(from: number, to: number): number;
  pick<T>(things: readonly T[]): T;
  chance(share: number): boolean;
};

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  return {
    whole,
    pick: (things) => things[whole(0, things.length - 1)] as (typeof things)[number],
    chance: (share) => random() < share,
  };
}

export type VinLine = { readonly start: string; readonly plant: string };

type Kind = VinLine & {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
};

/** The first eight characters of real model lines; check digit and serial number are computed here. */
const kinds: readonly Kind[] = [
  { start: '1HGCM826', plant: '3A', year: 2003, make: 'Honda', model: 'Accord', trim: 'EX' },
  { start: '2T1BURHE', plant: 'JC', year: 2018, make: 'Toyota', model: 'Corolla', trim: 'LE' },
  { start: '1HGCR2F5', plant: 'HA', year: 2017, make: 'Honda', model: 'Accord', trim: 'Sport' },
  { start: '1FTEW1EP', plant: 'KF', year: 2019, make: 'Ford', model: 'F-150', trim: 'XLT' },
  { start: '5YJ3E1EA', plant: 'KF', year: 2019, make: 'Tesla', model: 'Model 3', trim: 'Standard Range' },
  { start: '1N4AL3AP', plant: 'HC', year: 2017, make: 'Nissan', model: 'Altima', trim: '2.5 S' },
  { start: '4S4BSANC', plant: 'K3', year: 2019, make: 'Subaru', model: 'Outback', trim: '2.5i Limited' },
  { start: '3GNAXUEV', plant: 'LS', year: 2020, make: 'Chevrolet', model: 'Equinox', trim: 'LT' },
  { start: '1C4RJFBG', plant: 'LC', year: 2020, make: 'Jeep', model: 'Grand Cherokee', trim: 'Limited' },
  { start: 'KMHD84LF', plant: 'LU', year: 2020, make: 'Hyundai', model: 'Elantra', trim: 'SEL' },
];

export const insurers = [
  'Example Mutual Insurance Company',
  'Sample Casualty Insurance',
  'Placeholder Indemnity Co.',
  'Fictional Fire & Casualty',
  'Specimen Auto Insurance Group',
  'Made-Up General Insurance',
];

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const transliteration = Object.fromEntries(
  [...'ABCDEFGHJKLMNPRSTUVWXYZ'].map((letter, index) => [letter, Number('12345678123457923456789'[index])]),
);

/** A VIN with a valid check digit. */
export function vinOf({ start, plant }: VinLine, serial: number): string {
  const blank = `${start}0${plant}${String(serial).padStart(6, '0')}`;
  const sum = [...blank].reduce(
    (total, char, index) => total + (weights[index] ?? 0) * (transliteration[char] ?? Number(char)),
    0,
  );
  return `${start}${sum % 11 === 10 ? 'X' : sum % 11}${blank.slice(9)}`;
}

export type Vehicle = {
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly odometer: number;
};

type Adjustment = { readonly name: string; readonly cents: number };

/** One claim, and the figures its report prints. */
export type Facts = {
  readonly vehicle: Vehicle;
  readonly insurer: string;
  readonly claimNumber: string;
  readonly lossDate: Date;
  readonly reportDate: Date;
  readonly baseCents: number;
  readonly adjustments: readonly Adjustment[];
  /** Base and adjustments: the value before tax, which is the offer. */
  readonly valueCents: number;
  readonly taxCents: number;
  readonly feeCents: number;
  readonly deductibleCents: number;
  readonly totalCents: number;
  readonly owner: string;
};

export const owners = ['SAMPLE, ROBIN', 'EXAMPLE, ALEX', 'PLACEHOLDER, KIM', 'SPECIMEN, JORDAN'];

export function factsOf(seed: number): Facts {
  const dice = diceOf(seed);
  const cents = (from: number, to: number) => dice.whole(from * 100, to * 100);
  const lossDate = new Date(Date.UTC(2026, dice.whole(0, 8), dice.whole(1, 28)));
  const reportDate = new Date(lossDate.getTime() + dice.whole(3, 30) * 86_400_000);
  const baseCents = cents(6000, 42_000);
  const adjustments = [
    { name: 'Condition Adjustment', cents: dice.chance(0.7) ? -cents(50, 900) : cents(50, 600) },
    ...(dice.chance(0.4) ? [{ name: 'Prior Damage', cents: -cents(100, 800) }] : []),
    ...(dice.chance(0.3) ? [{ name: 'Refurbishment', cents: cents(100, 700) }] : []),
  ];
  const valueCents = adjustments.reduce((sum, adjustment) => sum + adjustment.cents, baseCents);
  const taxCents = Math.round(valueCents * 0.0725);
  const feeCents = cents(20, 150);
  const deductibleCents = dice.pick([0, 25_000, 50_000, 100_000]);
  return {
    vehicle: vehicleOf(dice),
    insurer: dice.pick(insurers),
    claimNumber: dice.pick([
      `${dice.whole(10, 99)}-${dice.whole(100_000, 999_999)}`,
      `CLM${dice.whole(1_000_000, 9_999_999)}`,
      `${dice.whole(1, 9)}00${dice.whole(10_000_000, 99_999_999)}-01`,
    ]),
    lossDate,
    reportDate,
    baseCents,
    adjustments,
    valueCents,
    taxCents,
    feeCents,
    deductibleCents,
    totalCents: valueCents + taxCents + feeCents - deductibleCents,
    owner: dice.pick(owners),
  };
}

export function vehicleOf(dice: Dice): Vehicle {
  const kind = dice.pick(kinds);
  const { year, make, model, trim } = kind;
  return { vin: vinOf(kind, dice.whole(1, 999_999)), year, make, model, trim, odometer: dice.whole(3_000, 189_000) };
}
