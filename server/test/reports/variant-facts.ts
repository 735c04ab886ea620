// Shared by all drawn variants: vehicles with the words that reports print about them, claims, and expected contents. All
// of it is synthetic and follows from a seed.
import type { SumLineName } from '#modules/documents';
import { insurers, owners, vinOf, type Dice, type VinLine } from './facts.ts';

/** A vehicle line with the words of its description; `trim` is empty where none is printed. */
export type Line = VinLine & {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly body: string;
  readonly engine: string;
};

const line = (vin: string, year: number, names: readonly [string, string, string, string, string]): Line => {
  const [start = '', plant = ''] = vin.split(' ');
  const [make, model, trim, body, engine] = names;
  return { start, plant, year, make, model, trim, body, engine };
};

/** Descriptions of ordinary length. */
export const shortLines: readonly Line[] = [
  line('2T1BURHE JC', 2018, ['Toyota', 'Corolla', 'LE', '4 Door Sedan', '1.8L 4 Cyl Gas A FWD']),
  line('1HGCR2F5 HA', 2017, ['Honda', 'Accord', 'Sport', '4 Door Sedan', '2.4L 4 Cyl Gas A FWD']),
  line('1N4AL3AP HC', 2017, ['Nissan', 'Altima', '2.5 S', '4 Door Sedan', '2.5L 4 Cyl Gas A FWD']),
  line('4S4BSANC K3', 2019, ['Subaru', 'Outback', '2.5i Limited', '4 Door Wagon', '2.5L 4 Cyl Gas A AWD']),
  line('3GNAXUEV LS', 2020, [
    'Chevrolet',
    'Equinox',
    'LT (1-LT)',
    '4 Door Utility',
    '1.5L 4 Cyl Gas Turbocharged A FWD',
  ]),
  line('KMHD84LF LU', 2020, ['Hyundai', 'Elantra', 'SEL', '4 Door Sedan', '2.0L 4 Cyl Gas A FWD']),
  line('5YJ3E1EA KF', 2019, ['Tesla', 'Model 3', 'Standard Range Plus', '4 Door Sedan', 'Electric A RWD']),
  line('WBA8E9G5 GN', 2016, ['BMW', '328i', 'xDrive', '4 Door Sedan', '2.0L 4 Cyl Gas Turbocharged A AWD']),
];

/** Descriptions of more than ninety characters. */
export const longLines: readonly Line[] = [
  line('1FTEW1EP KF', 2019, [
    'Ford',
    'F-150',
    'XLT (3-Chrome Appearance)',
    '4 Door Crew Cab 145" WB 5 Foot Bed',
    '3.5L 6 Cyl Gas Turbocharged A 4WD',
  ]),
  line('1C4RJFBG LC', 2020, [
    'Jeep',
    'Grand Cherokee',
    'Limited X (2-Luxury Group)',
    '4 Door Utility 115" WB',
    '3.6L 6 Cyl Gas Flex Fuel A 4WD',
  ]),
];

/** A two-word make, and a line that wraps. */
export const twoWordLines: readonly Line[] = [
  line('SALWR2RK KA', 2019, [
    'Land Rover',
    'Range Rover Sport',
    'HSE Dynamic (3-Drive)',
    '4 Door Utility 115" WB',
    '3.0L 6 Cyl Diesel Turbocharged Intercooled A 4WD',
  ]),
];

export type Claim = {
  readonly insurer: string;
  readonly claimNumber: string;
  readonly owner: string;
  readonly lossDate: Date;
  readonly reportedDate: Date;
  readonly reportDate: Date;
};

const dayMs = 86_400_000;
export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

export function claimOf(dice: Dice): Claim {
  const lossDate = new Date(Date.UTC(2026, dice.whole(0, 8), dice.whole(1, 28)));
  return {
    insurer: dice.pick(insurers),
    claimNumber: dice.pick([
      `${dice.whole(10, 99)}-${dice.whole(100_000, 999_999)}`,
      `CLM${dice.whole(1_000_000, 9_999_999)}`,
      `${dice.whole(1, 9)}00${dice.whole(10_000_000, 99_999_999)}-01`,
    ]),
    owner: dice.pick(owners),
    lossDate,
    reportedDate: daysAfter(lossDate, dice.whole(0, 2)),
    reportDate: daysAfter(lossDate, dice.whole(3, 30)),
  };
}

export const serialVin = (of: VinLine, dice: Dice): string => vinOf(of, dice.whole(1, 999_999));

/** Eleven characters, and letters in place of the serial number. */
export const maskedVin = (vin: string): string => `${vin.slice(0, 11)}XXXXXX`;

export type PlainAdjustment = {
  readonly name: string;
  readonly own?: string;
  readonly theirs?: string;
  readonly cents?: number;
};

/** The expected reading of a comparable vehicle, without positions and certainties. */
export type PlainComparable = {
  readonly number: number;
  readonly price?: number;
  readonly price_kind?: 'list' | 'sold' | 'take';
  readonly list_price?: number;
  readonly vin?: string;
  readonly vin_masked: boolean;
  readonly odometer?: number;
  readonly distance_miles?: number;
  readonly dated?: string;
  readonly date_kind?: 'listed' | 'updated';
  readonly adjustments: readonly PlainAdjustment[];
  readonly adjustments_total?: number;
  readonly adjusted?: number;
};

export type PlainSumLine = {
  readonly name: SumLineName;
  readonly label: string;
  readonly cents: number;
  readonly rate_thousandths?: number;
};

export type PlainConditionRow = {
  readonly group?: string;
  readonly component: string;
  readonly grade?: string;
  readonly cents?: number;
};

export type PlainContents = {
  readonly loss_type?: string;
  readonly report_date?: string;
  readonly sum: readonly PlainSumLine[];
  readonly search_radius_miles?: number;
  readonly typical_mileage?: number;
  readonly overall_condition?: string;
  readonly typical_condition?: string;
  readonly condition_total?: number;
  readonly condition: readonly PlainConditionRow[];
  readonly comparables: readonly PlainComparable[];
};

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
