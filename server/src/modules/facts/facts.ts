import type { Difference, ReportReading } from '#modules/documents';
import { isSameMake, mayBeSameModel } from '#modules/market';
import { computeCheckDigit } from '#modules/vehicles';

/** What may be known of a case, each with the type of its value; money is whole cents. */
export type FactValues = {
  /** All seventeen characters if any source gave them, otherwise the part that is known. */
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly odometer: number;
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

/** What was found out about a case beside the submission, by source; only sources that gave something. */
export type LookedUp = {
  /** The VIN that the plate resolves to. */
  readonly plate?: { readonly vin: string };
  /** What the VIN alone tells. */
  readonly decoded?: DecodedVehicle;
  /** What the insurer's report prints. */
  readonly report?: ReportedFacts;
  /** What the team stated, without personal data. */
  readonly staff?: StaffSaid;
};

export type DecodedVehicle = {
  readonly vin: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  /** Every trim that fits the VIN's characters. */
  readonly trims: string[];
  readonly check_digit: 'right' | 'wrong' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly data_version: string;
};

export type ReportedFacts = {
  readonly vin?: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  readonly trim?: string;
  readonly odometer?: number;
  readonly date_of_loss?: string;
  readonly insurer?: string;
  readonly claim_number?: string;
  readonly offer_cents?: number;
};

/** Who submitted the case. */
export type Submitter = 'agent' | 'institution';

/** Where a fact came from, in the words the team reads. */
export type FactSource = 'staff' | 'report' | Submitter | 'plate' | 'VIN';

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
} & { readonly trimCandidates: readonly string[] };

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
 * The one rule of precedence, field by field: staff over the report over what was submitted; the VIN of a plate and what
 * a VIN tells fill gaps (D-019, D-020 and D-051). A report about another vehicle says nothing about this one.
 */
export function traceFacts({ sent, sentBy, lookedUp }: Statements): SourcedFacts {
  const { staff = {}, decoded } = lookedUp;
  const report: Said = isAboutAnother({ sent, lookedUp }) ? {} : (lookedUp.report ?? {});
  const vin = traceVin({ sent, sentBy, lookedUp: { ...lookedUp, report: report as ReportedFacts } });
  const said = <Name extends FactName>(name: Name) =>
    firstOf<FactValues[Name]>([staff[name]?.value, 'staff'], [report[name], 'report'], [sent[name], sentBy]);
  const ofVin = decoded?.vin === vin?.value && isFullVin(vin?.value) ? decoded : undefined;
  return {
    vin,
    ...traceKind([
      ['staff', kindOf(staff)],
      ['report', report],
      [sentBy, sent],
      ['VIN', ofVin ?? {}],
    ]),
    odometer: said('odometer'),
    condition: said('condition'),
    date_of_loss: said('date_of_loss'),
    zip: said('zip'),
    loss_state: said('loss_state'),
    insurer: said('insurer'),
    claim_number: said('claim_number'),
    offer_cents: said('offer_cents'),
    payoff_cents: said('payoff_cents'),
    deductible_cents: said('deductible_cents'),
    first_name: said('first_name'),
    last_name: said('last_name'),
    email: said('email'),
    phone: said('phone'),
  };
}

/** What one source says about the kind of vehicle; a VIN may allow several trims. */
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
 * vehicle, and one that names another model nothing about its trim.
 */
function traceKind(sources: readonly (readonly [FactSource, Kind])[]) {
  const make = firstOf(...sources.map(([from, kind]): Candidate<string> => [kind.make, from]));
  const agreeing = sources.filter(([, kind]) => isSameMake(make?.value, kind.make ?? undefined));
  const model = firstOf(...agreeing.map(([from, kind]): Candidate<string> => [kind.model, from]));
  const alike = agreeing.filter(([, kind]) => mayBeSameModel(model?.value, kind.model ?? undefined));
  const trimCandidates = alike.flatMap(([, kind]) => kind.trims ?? []);
  return {
    year: firstOf(...agreeing.map(([from, kind]): Candidate<number> => [kind.year, from])),
    make,
    model,
    trim: firstOf(...alike.map(([from, kind]): Candidate<string> => [kind.trim ?? onlyOne(kind), from])),
    trimCandidates,
  };
}

const onlyOne = ({ trim, trims = [] }: Kind): string | null | undefined =>
  trim === null ? null : trims.length === 1 ? trims[0] : undefined;

/** The VIN by what is known now, before anything else is looked up by it. */
export const knownVin = (statements: Statements): string | undefined => {
  const { lookedUp } = statements;
  const { report: _other, ...others } = lookedUp;
  return traceVin(isAboutAnother(statements) ? { ...statements, lookedUp: others } : statements)?.value;
};

function traceVin({ sent, sentBy, lookedUp: { staff, report, plate } }: Statements): Sourced<string> | undefined {
  const vin = sent.vin?.toUpperCase();
  return firstOf(
    [staff?.vin?.value, 'staff'],
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
function isAboutAnother({ sent, lookedUp: { staff, plate, report } }: Pick<Statements, 'sent' | 'lookedUp'>): boolean {
  const whole = [staff?.vin?.value, sent.vin?.toUpperCase(), plate?.vin].find((vin) => isFullVin(vin));
  return report?.vin !== undefined && whole !== undefined && report.vin !== whole && hasRightDigit(whole);
}

const hasRightDigit = (vin: string | null): boolean => vin !== null && computeCheckDigit(vin) === 'right';

/** The VIN of the report's vehicle, where that is not the vehicle of the case. */
export function findOtherVehicle({ sent, lookedUp }: Omit<Statements, 'sentBy'>, reading: ReportReading) {
  const report = certainFacts(reading);
  return isAboutAnother({ sent, lookedUp: { ...lookedUp, report } }) ? report.vin : undefined;
}

/** What a report says for certain; the rest is for people to review. */
export function certainFacts({ fields }: ReportReading): ReportedFacts {
  const certain = Object.entries(fields).filter(([, field]) => field.confidence === 'high');
  return Object.fromEntries(certain.map(([name, { value }]) => [name, value]));
}

/**
 * What is known once a report is read. A later report replaces an earlier one; what it does not say stays, unless the
 * earlier one was about another vehicle. A report about another vehicle than the case's changes nothing.
 */
export function learnReport(statements: Omit<Statements, 'sentBy'>, reading: ReportReading): LookedUp {
  const { report: known, ...others } = statements.lookedUp;
  if (findOtherVehicle({ ...statements, lookedUp: others }, reading) !== undefined) return statements.lookedUp;
  const facts = certainFacts(reading);
  const { vin = facts.vin } = known ?? {};
  const another = facts.vin !== undefined && facts.vin !== vin;
  const report = { ...(another ? {} : known), ...facts };
  return Object.keys(report).length === 0 ? statements.lookedUp : { ...others, report };
}

/** How differences name the facts; the names are those of an intake. */
const differenceNames = {
  vin: 'vehicle.vin',
  year: 'vehicle.year',
  make: 'vehicle.make',
  model: 'vehicle.model',
  trim: 'vehicle.trim',
  odometer: 'vehicle.odometer',
  date_of_loss: 'loss.date_of_loss',
  insurer: 'offer.insurer',
  claim_number: 'offer.claim_number',
  offer_cents: 'offer.acv_offer_cents',
} as const satisfies Partial<Record<FactName, string>>;

/** Where the report contradicts the submission; stored for the team, with no other effect. */
export function computeDifferences(sent: Said, report: ReportedFacts): Difference[] {
  const names = Object.keys(differenceNames) as (keyof typeof differenceNames)[];
  return names.flatMap((name) => {
    const said = name === 'vin' ? sent.vin?.toUpperCase() : sent[name];
    const read = name === 'vin' ? beginningLike(report.vin, sent.vin) : report[name];
    const same = said === undefined || read === undefined || isSame(said, read);
    return same ? [] : [{ field: differenceNames[name], sent: said, read }];
  });
}

/** A part of a VIN is compared with the same part of the report's; where they differ, the whole VIN is shown. */
const beginningLike = (vin: string | undefined, sent: string | undefined): string | undefined =>
  sent !== undefined && vin?.startsWith(sent.toUpperCase()) === true ? sent.toUpperCase() : vin;

/** Words are compared as people read them: CAMRY equals Camry. */
const isSame = (a: string | number, b: string | number): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.trim().toLowerCase() === b.trim().toLowerCase() : a === b;
