import type { DecodedVin } from '#modules/vehicles';
import type { ReportCheck, ReportFields, ReportReading } from '../schemas.ts';
import { checkSum } from './extraction.ts';
import { findValues, type Candidate, type Read, type Sheet } from './find-values.ts';
import { chooseKnownOffer, chooseKnownVehicle, isDoubted, type KnownLayout } from './known-layout-rules.ts';
import { labelMaps, type LabelGroup, type Vendor } from './label-data.ts';
import { beginsWithLabel, startsComparables, startsOwnVehicle } from './label-rules.ts';
import type { Line, Segment } from './layout-rules.ts';
import {
  chooseValue,
  hasRightCheckDigit,
  isSameName,
  part,
  readClaimNumber,
  readDate,
  readDescription,
  readMake,
  readMiles,
  readMoney,
  readName,
  readVin,
  readYear,
  splitModel,
  type Chosen,
} from './rules.ts';

type Report = {
  readonly lines: readonly Line[];
  readonly vendor: Vendor;
  readonly ocr: boolean;
  /** Today's date by the business clock. */
  readonly today: string;
  readonly decode: (vin: string) => Promise<DecodedVin | undefined>;
  /** Data that the layout of a known product gives more reliably than labels. */
  readonly family?: KnownLayout | undefined;
};

type Extracted = Pick<ReportReading, 'fields' | 'owner'> & { readonly checks: readonly ReportCheck[] };

/** Extracts the fields of a report, each with its confidence, and checks them against each other. */
export async function extractFields(report: Report): Promise<Extracted> {
  const sheet = toSheet(report.lines);
  const map = labelMaps[report.vendor];
  const choose = <T>(groups: readonly LabelGroup[], read: Read<T>) =>
    chooseValue(findValues(sheet, groups, read), report.ocr);

  // The check digit detects every misread character, so the OCR confidence does not matter.
  const vin = chooseValue(findValues(sheet, map.vin, readVin), false) ?? findBareVin(sheet);
  const decoded = vin === undefined ? undefined : await report.decode(vin.value);
  const described = choose(map.vehicle, readDescription);
  const labelledYear = choose(map.year, readYear) ?? part(described, ({ year }) => year);
  const labelledMake = choose(map.make, readMake) ?? part(described, ({ make }) => make);
  const split = described && splitModel(described.value.rest, decoded?.model);
  const { family } = report;
  const known = chooseKnownVehicle(family, { year: labelledYear, make: labelledMake, ocr: report.ocr });
  const year = labelledYear ?? known?.year;
  const make = labelledMake ?? known?.make;
  const modelAndTrim =
    known?.model ??
    choose(map.model, readModelName) ??
    (described && split ? { ...described, value: split.model, high: described.high && split.certain } : undefined);
  const trim = known
    ? known.trim
    : (choose(map.trim, readModelName) ??
      (described && split?.trim
        ? { ...described, value: split.trim, high: described.high && split.certain }
        : undefined));
  const offer = family === undefined ? choose(map.offer_cents, readOffer) : chooseKnownOffer(family.contents);
  const lossDate = choose(map.date_of_loss, readDate);
  const reportDate = choose(map.report_date, readDate);

  const outcomes = {
    vin_check_digit: checkValue(vin, ({ value }) => hasRightCheckDigit(value)),
    vin_make: checkValue(make, ({ value }) =>
      decoded?.make === undefined ? undefined : isSameName(decoded.make, value),
    ),
    vin_year: checkValue(year, ({ value }) => (decoded?.year === undefined ? undefined : decoded.year === value)),
    value_adds_up: family === undefined ? checkOffer(sheet, offer) : outcomeIn(family, 'offer_adds_up'),
    loss_before_report: checkValue(lossDate, ({ value }) => value <= (reportDate?.value ?? report.today)),
  } as const;
  // Two VINs are two vehicles, and then it is unknown which of them the other figures belong to.
  const oneVehicle = vin?.agreed !== false;
  const vinAgrees = oneVehicle && outcomes.vin_make !== 'failed' && outcomes.vin_year !== 'failed';
  // In a known layout without its own source of the names, nothing else about them is certain.
  const named = vinAgrees && (family === undefined || known?.agrees === true);
  const sameOdometer = family === undefined || !isDoubted(family, 'own_odometer_repeats');
  const field = fieldWriter(report.ocr);
  const owner = field(choose(map.owner, readPerson), oneVehicle);
  return {
    ...(owner === undefined ? {} : { owner }),
    fields: withoutAbsent({
      vin: field(vin, vinAgrees && outcomes.vin_check_digit === 'passed'),
      year: field(year, vinAgrees && known?.agrees !== false),
      make: field(make, vinAgrees && known?.agrees !== false),
      model: field(modelAndTrim, named),
      trim: field(trim, named),
      odometer: field(choose(map.odometer, readMiles), oneVehicle && sameOdometer),
      offer_cents: field(offer, oneVehicle && outcomes.value_adds_up !== 'failed'),
      // No other value confirms a company's name, so a recognized one is never certain.
      insurer: field(choose(map.insurer, readCompany), !report.ocr),
      claim_number: field(choose(map.claim_number, readClaimNumber)),
      date_of_loss: field(lossDate, outcomes.loss_before_report === 'passed'),
    }),
    checks: (Object.keys(outcomes) as (keyof typeof outcomes)[]).map((name) => ({ name, outcome: outcomes[name] })),
  };
}

/** A report's only VIN is used even without a label, with low confidence because it is not confirmed. */
function findBareVin({ lines }: Sheet): Chosen<string> | undefined {
  const candidates = lines.flat().flatMap((at) =>
    at.text.split(' ').flatMap((word) => {
      const value = word.length === 17 ? readVin(word) : undefined;
      return value === undefined || !hasRightCheckDigit(value) ? [] : [{ value, rank: 0, weak: true, at, label: at }];
    }),
  );
  return chooseValue(candidates, false);
}

function checkOffer(sheet: Sheet, offer: Chosen<number> | undefined): ReportCheck['outcome'] {
  return offer?.from === undefined ? 'unknown' : checkSum(sheet, offer.from as Candidate<number>);
}

const outcomeIn = ({ contents }: KnownLayout, name: string): ReportCheck['outcome'] =>
  contents.identities.find((identity) => identity.name === name)?.outcome ?? 'unknown';

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

/** A person's name has two to six words and no digits; an address below it has. */
function readPerson(text: string): string | undefined {
  const name = readName(text);
  const words = name?.split(' ').length ?? 0;
  return words >= 2 && words <= 6 && !/\d/.test(name ?? '') ? name : undefined;
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

/** The longest reports have about two hundred labels. */
const maxLabels = 800;

export function toSheet(all: readonly Line[]): Sheet {
  let others = false;
  const lines = all.map((line) => {
    const tableOfContents = line.some(({ text }) => /^\d{1,3}$/.test(text));
    if (line.some(({ text }) => startsComparables(text)) && !tableOfContents) others = true;
    else if (line.some(({ text }) => startsOwnVehicle(text))) others = false;
    return others ? [] : line;
  });
  const labelled = lines.flat().filter(({ text }) => beginsWithLabel(text));
  return { lines, labelled: labelled.slice(0, maxLabels) };
}
