import { isNothingRead, type ReportReading } from '#modules/documents';
import { isSameMake, mayBeSameModel, computeCheckDigit, toModelKey, type VehicleOfVin } from '#modules/vehicles';

/** The facts that a case may have, each with the type of its value; money is whole cents. */
export type FactValues = {
  /** All seventeen characters if any source gave them, otherwise the known part. */
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly odometer: number;
  /** Clean, or the brand. */
  readonly title: string;
  /** The condition of the vehicle as described to the team. */
  readonly condition: string;
  readonly date_of_loss: string;
  readonly zip: string;
  readonly loss_state: string;
  readonly insurer: string;
  readonly claim_number: string;
  /** The insurer's offer for the vehicle's value; staff enter it as parts of the offer, not here. */
  readonly offer_cents: number;
  readonly payoff_cents: number;
  readonly deductible_cents: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
};

export type FactName = keyof FactValues;

/** The statements of one source; fields it did not state are absent. */
export type Said = { readonly [Name in FactName]?: FactValues[Name] | undefined };

/** What a staff member stated: a value, or null for "not known after all". */
type Stated<T> = { readonly value: T | null; readonly by: string; readonly at: string };

export type StaffSaid = { readonly [Name in FactName]?: Stated<FactValues[Name]> };

/** Facts that customers can state on their own page. */
export const customerFields = ['vin', 'odometer', 'zip', 'offer_cents'] as const satisfies readonly FactName[];
export type CustomerField = (typeof customerFields)[number];

export type CustomerSaid = {
  readonly [Name in CustomerField]?: { readonly value: FactValues[Name]; readonly at: string };
};

/** Facts found besides the submission, by source; only sources that returned something. */
export type LookedUp = {
  /** The VIN that the plate resolves to. */
  readonly plate?: { readonly vin: string };
  /** The data decoded from the VIN alone. */
  readonly decoded?: DecodedVehicle;
  /** The facts printed in the insurer's report. */
  readonly report?: ReportedFacts;
  /** Nothing could be read from the file that was sent last. */
  readonly nothing_read?: true;
  /** The trim in a listing of this very vehicle, found while its market was read. */
  readonly listing?: { readonly vin: string; readonly trim: string };
  /** What the team stated, without personal data. */
  readonly staff?: StaffSaid;
  readonly customer?: CustomerSaid;
};

/** The data decoded from the VIN alone; earlier versions of the data have fewer fields. */
export type DecodedVehicle = VehicleOfVin;

export type ReportedFacts = {
  readonly vin?: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  readonly trim?: string;
  readonly odometer?: number;
  /** Branded, if money is deducted for the history of the title. */
  readonly title?: string;
  readonly date_of_loss?: string;
  readonly insurer?: string;
  readonly claim_number?: string;
  readonly offer_cents?: number;
};

/** Who submitted the case. */
export type Submitter = 'agent' | 'institution';

/** The source of a fact, in the words the team reads. */
export type FactSource = 'staff' | 'customer' | 'report' | Submitter | 'plate' | 'listing' | 'VIN';

/** All statements about a case, by source. */
export type Statements = {
  readonly sent: Said;
  readonly sentBy: Submitter;
  readonly lookedUp: LookedUp;
};

export type Sourced<T> = { readonly value: T; readonly from: FactSource };

/** The facts of a case, each with its source; undefined where unknown. */
export type SourcedFacts = {
  readonly [Name in FactName]: Sourced<FactValues[Name]> | undefined;
} & {
  readonly trimCandidates: readonly string[];
  /** The data of the current VIN, if it is the vehicle that these facts are about. */
  readonly vehicleOfVin: DecodedVehicle | undefined;
};

const fullVinLength = 17;

export const isFullVin = (vin: string | null | undefined): vin is string => vin?.length === fullVinLength;

type Candidate<T> = readonly [value: T | null | undefined, from: FactSource];

/** The first source with a statement. Null counts as a statement: the fact is unknown, whatever later sources have. */
function firstOf<T>(...candidates: readonly Candidate<T>[]): Sourced<T> | undefined {
  for (const [value, from] of candidates) {
    if (value === null) return undefined;
    if (value !== undefined) return { value, from };
  }
  return undefined;
}

/**
 * The one rule of precedence, field by field: staff over the customer over the report over the submission; the VIN of
 * a plate and the data of a VIN fill gaps (D-019, D-020 and D-051). For the offer, the insurer's own document
 * outranks the customer. A report about another vehicle is ignored.
 */
export function traceFacts({ sent, sentBy, lookedUp }: Statements): SourcedFacts {
  const { staff = {}, customer = {}, decoded } = lookedUp;
  const report: Said = isAboutAnother({ sent, lookedUp }) ? {} : (lookedUp.report ?? {});
  const vin = traceVin({ sent, sentBy, lookedUp: { ...lookedUp, report: report as ReportedFacts } });
  const said = <Name extends FactName>(name: Name) =>
    firstOf<FactValues[Name]>([staff[name]?.value, 'staff'], [report[name], 'report'], [sent[name], sentBy]);
  const corrected = <Name extends 'odometer' | 'zip'>(name: Name) =>
    staff[name] === undefined
      ? (firstOf<FactValues[Name]>([customer[name]?.value, 'customer']) ?? said(name))
      : said(name);
  const ofVin = decoded?.vin === vin?.value && isFullVin(vin?.value) ? decoded : undefined;
  const { listing } = lookedUp;
  const kind = traceKind([
    ['staff', kindOf(staff)],
    ['report', report],
    [sentBy, sent],
    ['listing', listing?.vin === vin?.value ? { trim: listing?.trim } : {}],
    ['VIN', ofVin ?? {}],
  ]);
  return {
    vin,
    ...kind,
    vehicleOfVin: ofVin !== undefined && isOfKind(ofVin, kind) ? ofVin : undefined,
    odometer: corrected('odometer'),
    title: said('title'),
    condition: said('condition'),
    date_of_loss: said('date_of_loss'),
    zip: corrected('zip'),
    loss_state: said('loss_state'),
    insurer: said('insurer'),
    claim_number: said('claim_number'),
    offer_cents: firstOf(
      [staff.offer_cents?.value, 'staff'],
      [report.offer_cents, 'report'],
      [customer.offer_cents?.value, 'customer'],
      [sent.offer_cents, sentBy],
    ),
    payoff_cents: said('payoff_cents'),
    deductible_cents: said('deductible_cents'),
    first_name: said('first_name'),
    last_name: said('last_name'),
    email: said('email'),
    phone: said('phone'),
  };
}

/** One source's kind of vehicle; a VIN only lists the possible trims. */
type Kind = { readonly [Name in 'year' | 'make' | 'model' | 'trim']?: FactValues[Name] | null | undefined } & {
  readonly trims?: readonly string[];
};

const kindOf = ({ year, make, model, trim }: StaffSaid): Kind => ({
  year: year?.value,
  make: make?.value,
  model: model?.value,
  trim: trim?.value,
});

/**
 * The kind of vehicle. Sources are combined only where they agree: a source with another make is ignored, and one with another model
 * does not count for the trim. The trims of a VIN stay candidates: vPIC's single one was wrong for 329 of 565 Camrys.
 */
function traceKind(sources: readonly (readonly [FactSource, Kind])[]) {
  const make = firstOf(...sources.map(([from, kind]): Candidate<string> => [kind.make, from]));
  const agreeing = sources.filter(([, kind]) => isSameMake(make?.value, kind.make ?? undefined));
  const model = firstOf(...agreeing.map(([from, kind]): Candidate<string> => [kind.model, from]));
  const alike = agreeing.filter(([, kind]) => isOfKind(kind, { make, model }));
  return {
    year: firstOf(...agreeing.map(([from, kind]): Candidate<number> => [kind.year, from])),
    make,
    model,
    trim: firstOf(...alike.map(([from, kind]): Candidate<string> => [kind.trim, from])),
    trimCandidates: alike.flatMap(([, kind]) => kind.trims ?? []),
  };
}

type NamedKind = { readonly make: Sourced<string> | undefined; readonly model: Sourced<string> | undefined };

/** Whether a source describes a vehicle of this make and model, which people spell in several ways. */
function isOfKind(kind: Kind, { make, model }: NamedKind): boolean {
  const keyOf = (name = '') => (make === undefined ? name : toModelKey(make.value, name));
  return (
    isSameMake(make?.value, kind.make ?? undefined) &&
    mayBeSameModel(keyOf(model?.value), keyOf(kind.model ?? undefined))
  );
}

/** The currently known VIN, before anything else is looked up by it. */
export const knownVin = (statements: Statements): string | undefined => {
  const { lookedUp } = statements;
  const { report: _other, ...others } = lookedUp;
  return traceVin(isAboutAnother(statements) ? { ...statements, lookedUp: others } : statements)?.value;
};

function traceVin({
  sent,
  sentBy,
  lookedUp: { staff, customer, report, plate },
}: Statements): Sourced<string> | undefined {
  const vin = sent.vin?.toUpperCase();
  return firstOf(
    [staff?.vin?.value, 'staff'],
    [customer?.vin?.value, 'customer'],
    [report?.vin, 'report'],
    [isFullVin(vin) ? vin : undefined, sentBy],
    [plate?.vin, 'plate'],
    [vin, sentBy],
  );
}

/**
 * A report about another vehicle fills in nothing, because its offer and odometer belong to another car. A VIN with a
 * wrong check digit does not contradict the report; the team sees both.
 */
function isAboutAnother({
  sent,
  lookedUp: { staff, customer, plate, report },
}: Pick<Statements, 'sent' | 'lookedUp'>): boolean {
  const whole = [staff?.vin?.value, customer?.vin?.value, sent.vin?.toUpperCase(), plate?.vin].find((vin) =>
    isFullVin(vin),
  );
  return report?.vin !== undefined && whole !== undefined && report.vin !== whole && hasRightDigit(whole);
}

const hasRightDigit = (vin: string | null): boolean => vin !== null && computeCheckDigit(vin) === 'right';

/** The VIN of the report's vehicle, if it is not the vehicle of the case. */
export function findOtherVehicle({ sent, lookedUp }: Omit<Statements, 'sentBy'>, reading: ReportReading) {
  const report = certainFacts(reading);
  return isAboutAnother({ sent, lookedUp: { ...lookedUp, report } }) ? report.vin : undefined;
}

/** The facts that a report states with certainty; the rest is for people to review. */
export function certainFacts({ fields, contents }: ReportReading): ReportedFacts {
  const certain = Object.entries(fields).filter(([, field]) => field.confidence === 'high');
  const branded = contents?.sum.some(
    ({ name, cents }) => name === 'title_history' && cents.confidence === 'high' && cents.value !== 0,
  );
  return {
    ...Object.fromEntries(certain.map(([name, { value }]) => [name, value])),
    ...(branded === true ? { title: 'branded' } : {}),
  };
}

/**
 * The facts after reading a report. A later report replaces an earlier one; fields it leaves out stay, unless the earlier report was
 * about another vehicle. A report about another vehicle than the case's changes nothing; one without readable facts is marked.
 */
export function learnReport(statements: Omit<Statements, 'sentBy'>, reading: ReportReading): LookedUp {
  const { nothing_read: _last, report: known, ...others } = statements.lookedUp;
  if (isNothingRead(reading)) return { ...statements.lookedUp, nothing_read: true };
  if (findOtherVehicle({ ...statements, lookedUp: others }, reading) !== undefined) return statements.lookedUp;
  const facts = certainFacts(reading);
  const { vin = facts.vin } = known ?? {};
  const another = facts.vin !== undefined && facts.vin !== vin;
  return { ...others, report: { ...(another ? {} : known), ...facts } };
}
