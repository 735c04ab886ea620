import type { DecodedVin } from '#modules/vehicles';
import { checkSum } from './check-sum.ts';
import { findValues, type Candidate, type Read, type Sheet } from './find-values.ts';
import { labelMaps, type LabelGroup, type Vendor } from './label-data.ts';
import type { Line, Segment } from './layout-rules.ts';
import type { ReportCheck, ReportFields } from '../schemas.ts';
import {
  hasRightCheckDigit,
  readClaimNumber,
  readDate,
  readMiles,
  readMoney,
  readName,
  readVin,
  readYear,
} from './value-rules.ts';
import { isSameName, readDescription, readMake, splitModel } from './vehicle-name-rules.ts';
import { toSheet } from './to-sheet.ts';

type Report = {
  readonly lines: readonly Line[];
  readonly vendor: Vendor;
  readonly ocr: boolean;
  /** Today's date by the business clock. */
  readonly today: string;
  readonly decode: (vin: string) => Promise<DecodedVin | undefined>;
};

type Extracted = { readonly fields: ReportFields; readonly checks: readonly ReportCheck[] };

/** Below this confidence a recognised word is a guess. */
const sureEnough = 75;

/** One value, chosen from all candidates for a field. */
type Chosen<T> = {
  readonly value: T;
  readonly high: boolean;
  /** Whether all candidates have the same value. */
  readonly agreed: boolean;
  readonly at: Segment;
  readonly from: Candidate<unknown>;
};

/** Extracts the fields of a report, each with its confidence, and checks them against each other. */
export async function extractFields(report: Report): Promise<Extracted> {
  const sheet = toSheet(report.lines);
  const map = labelMaps[report.vendor];
  const choose = <T>(groups: readonly LabelGroup[], read: Read<T>) =>
    chooseValue(findValues(sheet, groups, read), report.ocr);

  // The check digit detects every misread character, so that the OCR confidence does not matter.
  const vin = chooseValue(findValues(sheet, map.vin, readVin), false) ?? findBareVin(sheet);
  const decoded = vin === undefined ? undefined : await report.decode(vin.value);
  const described = choose(map.vehicle, readDescription);
  const year = choose(map.year, readYear) ?? part(described, ({ year }) => year);
  const make = choose(map.make, readMake) ?? part(described, ({ make }) => make);
  const split = described && splitModel(described.value.rest, decoded?.model);
  const modelAndTrim =
    choose(map.model, readModelName) ??
    (described && split ? { ...described, value: split.model, high: described.high && split.certain } : undefined);
  const trim =
    choose(map.trim, readModelName) ??
    (described && split?.trim ? { ...described, value: split.trim, high: described.high && split.certain } : undefined);
  const offer = choose(map.offer_cents, readOffer);
  const lossDate = choose(map.date_of_loss, readDate);
  const reportDate = choose(map.report_date, readDate);

  const outcomes = {
    vin_check_digit: checkValue(vin, ({ value }) => hasRightCheckDigit(value)),
    vin_make: checkValue(make, ({ value }) =>
      decoded?.make === undefined ? undefined : isSameName(decoded.make, value),
    ),
    vin_year: checkValue(year, ({ value }) => (decoded?.year === undefined ? undefined : decoded.year === value)),
    value_adds_up: offer === undefined ? 'unknown' : checkSum(sheet, offer.from as Candidate<number>),
    loss_before_report: checkValue(lossDate, ({ value }) => value <= (reportDate?.value ?? report.today)),
  } as const;
  // Two VINs are two vehicles, and then it is unknown which of them the other figures are about.
  const oneVehicle = vin?.agreed !== false;
  const vinAgrees = oneVehicle && outcomes.vin_make !== 'failed' && outcomes.vin_year !== 'failed';
  const field = fieldWriter(report.ocr);
  return {
    fields: withoutAbsent({
      vin: field(vin, vinAgrees && outcomes.vin_check_digit === 'passed'),
      year: field(year, vinAgrees),
      make: field(make, vinAgrees),
      model: field(modelAndTrim, vinAgrees),
      trim: field(trim, vinAgrees),
      odometer: field(choose(map.odometer, readMiles), oneVehicle),
      offer_cents: field(offer, oneVehicle && outcomes.value_adds_up !== 'failed'),
      insurer: field(choose(map.insurer, readCompany)),
      claim_number: field(choose(map.claim_number, readClaimNumber)),
      date_of_loss: field(lossDate, outcomes.loss_before_report === 'passed'),
    }),
    checks: (Object.keys(outcomes) as (keyof typeof outcomes)[]).map((name) => ({ name, outcome: outcomes[name] })),
  };
}

/**
 * The best label decides. Two values under labels of one rank mean two vehicles or a misreading, which staff must
 * check.
 */
function chooseValue<T>(candidates: readonly Candidate<T>[], ocr: boolean): Chosen<T> | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const equals = candidates.filter(({ rank }) => rank === first.rank);
  const agreed = equals.every(({ value }) => sameValue(value, first.value));
  const surest = Math.max(...equals.map(({ at }) => at.sure));
  return {
    value: first.value,
    at: first.at,
    from: first,
    agreed,
    high: !first.weak && agreed && (!ocr || surest >= sureEnough),
  };
}

const sameValue = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? isSameName(one, other)
    : JSON.stringify(one) === JSON.stringify(other);

/** A report's only VIN is taken even without a label, with low confidence because nothing confirms it. */
function findBareVin({ lines }: Sheet): Chosen<string> | undefined {
  const candidates = lines.flat().flatMap((at) =>
    at.text.split(' ').flatMap((word) => {
      const value = word.length === 17 ? readVin(word) : undefined;
      return value === undefined || !hasRightCheckDigit(value) ? [] : [{ value, rank: 0, weak: true, at, label: at }];
    }),
  );
  return chooseValue(candidates, false);
}

function part<T, U>(chosen: Chosen<T> | undefined, pick: (value: T) => U): Chosen<U> | undefined {
  return chosen === undefined ? undefined : { ...chosen, value: pick(chosen.value) };
}

function checkValue<T>(
  chosen: Chosen<T> | undefined,
  test: (chosen: Chosen<T>) => boolean | undefined,
): ReportCheck['outcome'] {
  const verdict = chosen === undefined ? undefined : test(chosen);
  if (verdict === undefined) return 'unknown';
  return verdict ? 'passed' : 'failed';
}

/** From a wreck to a supercar; anything else is not the value of a vehicle. */
function readOffer(text: string): number | undefined {
  const cents = readMoney(text);
  return cents !== undefined && cents >= 10_000 && cents <= 100_000_000 ? cents : undefined;
}

/** As printed, and short; a sentence is not a name. */
function readModelName(text: string): string | undefined {
  const name = /^[A-Z0-9]/i.test(text) && text.length <= 40 && !/[.:$]$|^year\b/i.test(text) ? text.trim() : '';
  return name === '' ? undefined : name;
}

/** A company's name begins with a capital or a digit and is not a sentence. */
function readCompany(text: string): string | undefined {
  const name = readName(text);
  return name !== undefined && /^[A-Z0-9]/.test(name) && name.split(' ').length <= 8 ? name : undefined;
}

const fieldWriter =
  (ocr: boolean) =>
  <T>(chosen: Chosen<T> | undefined, certain = true) =>
    chosen && {
      value: chosen.value,
      confidence: chosen.high && certain ? ('high' as const) : ('low' as const),
      page: chosen.at.page,
      box: boxOf(chosen.at),
      source: ocr ? ('ocr' as const) : ('text' as const),
    };

const boxOf = ({ x, y, right, h }: Segment): number[] => [x, y, right, y + h].map((edge) => Math.round(edge * 10) / 10);

function withoutAbsent(fields: { [Name in keyof ReportFields]: ReportFields[Name] | undefined }): ReportFields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
}
