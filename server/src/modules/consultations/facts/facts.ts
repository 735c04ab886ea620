import { isNothingRead, type ReportReading } from '#modules/documents';
import { isSameMake, mayBeSameModel, computeCheckDigit, toModelKey, type VehicleOfVin } from '#modules/vehicles';

/** What may be known of a case, each with the type of its value; money is whole cents. */
export type FactValues = {
  /** All seventeen characters if any source gave them, otherwise the part that is known. */
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly odometer: number;
  /** Clean, or by what it is branded. */
  readonly title: string;
  /** What the team was told about the condition of the vehicle. */
  readonly condition: string;
  readonly date_of_loss: string;
  readonly zip: string;
  readonly loss_state: string;
  readonly insurer: string;
  readonly claim_number: string;
  /** What the insurer offers as the vehicle's value; staff state it as parts of the offer, not here. */
  readonly offer_cents: number;
  readonly payoff_cents: number;
  readonly deductible_cents: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
};

export type FactName = keyof FactValues;

/** What one source says; what it does not say is absent. */
export type Said = { readonly [Name in FactName]?: FactValues[Name] | undefined };

/** What a staff member stated: a value, or null for "not known after all". */
type Stated<T> = { readonly value: T | null; readonly by: string; readonly at: string };

export type StaffSaid = { readonly [Name in FactName]?: Stated<FactValues[Name]> };

/** What customers say themselves, on their own page. */
export const customerFields = ['vin', 'odometer', 'zip', 'offer_cents'] as const satisfies readonly FactName[];
export type CustomerField = (typeof customerFields)[number];

export type CustomerSaid = {
  readonly [Name in CustomerField]?: { readonly value: FactValues[Name]; readonly at: string };
};

/** What was found out about a case beside the submission, by source; only sources that gave something. */
export type LookedUp = {
  /** The VIN that the plate resolves to. */
  readonly plate?: { readonly vin: string };
  /** What the VIN alone tells. */
  readonly decoded?: DecodedVehicle;
  /** What the insurer's report prints. */
  readonly report?: ReportedFacts;
  /** Nothing could be read from the file that was sent last. */
  readonly nothing_read?: true;
  /** What a listing of this very vehicle says, seen while its market was read. */
  readonly listing?: { readonly vin: string; readonly trim: string };
  /** What the team stated, without personal data. */
  readonly staff?: StaffSaid;
  readonly customer?: CustomerSaid;
};

/** What the VIN alone tells; of an earlier version less. */
export type DecodedVehicle = VehicleOfVin;

export type ReportedFacts = {
  readonly vin?: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  readonly trim?: string;
  readonly odometer?: number;
  /** Branded, where money is taken off for the history of the title. */
  readonly title?: string;
  readonly date_of_loss?: string;
  readonly insurer?: string;
  readonly claim_number?: string;
  readonly offer_cents?: number;
};

/** Who submitted the case. */
export type Submitter = 'agent' | 'institution';

/** Where a fact came from, in the words the team reads. */
export type FactSource = 'staff' | 'customer' | 'report' | Submitter | 'plate' | 'listing' | 'VIN';

/** Everything anybody said about a case. */
export type Statements = {
  readonly sent: Said;
  readonly sentBy: Submitter;
  readonly lookedUp: LookedUp;
};

export type Sourced<T> = { readonly value: T; readonly from: FactSource };

/** The facts of a case, each with its source; undefined where nobody knows. */
export type SourcedFacts = {
  readonly [Name in FactName]: Sourced<FactValues[Name]> | undefined;
} & {
  readonly trimCandidates: readonly string[];
  /** What the VIN in force tells, where that is the vehicle these facts are about. */
  readonly vehicleOfVin: DecodedVehicle | undefined;
};

const fullVinLength = 17;

export const isFullVin = (vin: string | null | undefined): vin is string => vin?.length === fullVinLength;

type Candidate<T> = readonly [value: T | null | undefined, from: FactSource];

/** The first source that said something. Null is a statement too: it is not known, whatever the later ones say. */
function firstOf<T>(...candidates: readonly Candidate<T>[]): Sourced<T> | undefined {
  for (const [value, from] of candidates) {
    if (value === null) return undefined;
    if (value !== undefined) return { value, from };
  }
  return undefined;
}

/**
 * The one rule of precedence, field by field: staff over the customer over the report over what was submitted; the VIN of
 * a plate and what a VIN tells fill gaps (D-019, D-020 and D-051). Of the offer the insurer's own paper counts before what
 * the customer says of it. A report about another vehicle says nothing about this one.
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

/** What one source says about the kind of vehicle; a VIN only says which trims there are. */
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
 * The kind of vehicle. Sources are combined only where they agree: one that names another make says nothing about this
 * vehicle, and one that names another model nothing about its trim. The trims of a VIN stay candidates: vPIC's single one
 * was wrong for 329 of 565 Camrys.
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

/** Whether a source may speak of a vehicle of this make and model, which people spell in several ways. */
function isOfKind(kind: Kind, { make, model }: NamedKind): boolean {
  const keyOf = (name = '') => (make === undefined ? name : toModelKey(make.value, name));
  return (
    isSameMake(make?.value, kind.make ?? undefined) &&
    mayBeSameModel(keyOf(model?.value), keyOf(kind.model ?? undefined))
  );
}

/** The VIN by what is known now, before anything else is looked up by it. */
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
 * A report about another vehicle fills in nothing, because its offer and odometer belong to somebody else's car. A VIN
 * with a wrong check digit does not contradict the report; the team sees both.
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

/** The VIN of the report's vehicle, where that is not the vehicle of the case. */
export function findOtherVehicle({ sent, lookedUp }: Omit<Statements, 'sentBy'>, reading: ReportReading) {
  const report = certainFacts(reading);
  return isAboutAnother({ sent, lookedUp: { ...lookedUp, report } }) ? report.vin : undefined;
}

/** What a report says for certain; the rest is for people to review. */
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
 * What is known once a report is read. A later one replaces an earlier; what it does not say stays, unless the earlier
 * was about another vehicle. One about another vehicle than the case's changes nothing; one that says nothing is noted.
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
