import type { Difference, ReportReading } from '#modules/documents';
import { isSameMake, mayBeSameModel } from '#modules/market';
import { dollarsToCents } from '#lib/numbers/money';
import type { IntakeRequest } from './schemas.ts';

/** What was found out about a case, by source; only sources that gave something. */
export type LookedUp = {
  /** The VIN that the plate resolves to. */
  readonly plate?: { readonly vin: string };
  /** What the VIN alone tells. */
  readonly decoded?: DecodedVehicle;
  /** What the insurer's report prints. */
  readonly report?: ReportedFacts;
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

type ReportedFacts = {
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

/** What is known of a case, from any source. */
export type Facts = {
  /** All seventeen characters if any source gave them, otherwise the part that is known. */
  readonly vin: string | undefined;
  readonly year: number | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly trim: string | undefined;
  readonly trimCandidates: readonly string[];
  readonly odometer: number | undefined;
  readonly dateOfLoss: string | undefined;
  readonly insurer: string | undefined;
  readonly claimNumber: string | undefined;
  readonly offerCents: number | undefined;
};

/** Where a fact came from, in the words the team reads. */
type FactSource = 'agent' | 'plate' | 'VIN' | 'report';

export type Sourced<T> = { readonly value: T; readonly from: FactSource };

/** The same facts, each with its source. */
type SourcedFacts = {
  readonly [Name in Exclude<keyof Facts, 'trimCandidates'>]: Sourced<NonNullable<Facts[Name]>> | undefined;
} & Pick<Facts, 'trimCandidates'>;

/** The members of a submission that say something about the case. */
export type Submitted = Pick<IntakeRequest, 'vehicle' | 'loss' | 'offer'>;

const fullVinLength = 17;

export const isFullVin = (vin: string | null | undefined): vin is string => vin?.length === fullVinLength;

export function computeFacts(submitted: Submitted, lookedUp: LookedUp): Facts {
  const facts = traceFacts(submitted, lookedUp);
  return {
    vin: facts.vin?.value,
    year: facts.year?.value,
    make: facts.make?.value,
    model: facts.model?.value,
    trim: facts.trim?.value,
    trimCandidates: facts.trimCandidates,
    odometer: facts.odometer?.value,
    dateOfLoss: facts.dateOfLoss?.value,
    insurer: facts.insurer?.value,
    claimNumber: facts.claimNumber?.value,
    offerCents: facts.offerCents?.value,
  };
}

/** What was submitted wins; where nothing was submitted, what was found out fills in (D-019, D-020 and D-051). */
export function traceFacts({ vehicle = {}, loss = {}, offer = {} }: Submitted, lookedUp: LookedUp): SourcedFacts {
  const vin = traceVin(vehicle.vin, lookedUp);
  const report = (isAboutAnother(lookedUp, vin?.value) ? undefined : lookedUp.report) ?? {};
  return {
    vin,
    ...traceKind(vehicle, decodedOf(lookedUp, vin?.value), report),
    odometer: firstOf([vehicle.odometer, 'agent'], [report.odometer, 'report']),
    dateOfLoss: firstOf([loss.date_of_loss, 'agent'], [report.date_of_loss, 'report']),
    insurer: firstOf([offer.insurer, 'agent'], [report.insurer, 'report']),
    claimNumber: firstOf([offer.claim_number, 'agent'], [report.claim_number, 'report']),
    offerCents: firstOf([sentOfferCents(offer), 'agent'], [report.offer_cents, 'report']),
  };
}

type Kind = Pick<ReportedFacts, 'year' | 'make' | 'model' | 'trim'>;

/**
 * The kind of vehicle. Sources are combined only where they agree: one that names another make says nothing about this
 * vehicle, and one that names another model nothing about its trim.
 */
function traceKind(sent: Kind, decoded: DecodedVehicle | undefined, report: Kind) {
  const ofVin = isSameMake(sent.make, decoded?.make) ? decoded : undefined;
  const make = firstOf([sent.make, 'agent'], [ofVin?.make, 'VIN'], [report.make, 'report']);
  const reported = isSameMake(make?.value, report.make) ? report : {};
  const model = firstOf([sent.model, 'agent'], [ofVin?.model, 'VIN'], [reported.model, 'report']);
  const trimsOfVin = mayBeSameModel(model?.value, ofVin?.model) ? (ofVin?.trims ?? []) : [];
  const reportedTrim = mayBeSameModel(model?.value, reported.model) ? reported.trim : undefined;
  return {
    year: firstOf([sent.year, 'agent'], [ofVin?.year, 'VIN'], [reported.year, 'report']),
    make,
    model,
    trim: firstOf([sent.trim, 'agent'], [reportedTrim, 'report'], [onlyOne(trimsOfVin), 'VIN']),
    trimCandidates: trimsOfVin,
  };
}

/** The first source that gave a value. */
function firstOf<T>(...candidates: readonly (readonly [T | undefined, FactSource])[]): Sourced<T> | undefined {
  for (const [value, from] of candidates) if (value !== undefined) return { value, from };
  return undefined;
}

/** A decoded VIN describes its own vehicle only: it is ignored once another VIN is known. */
const decodedOf = ({ decoded }: LookedUp, vin: string | undefined): DecodedVehicle | undefined =>
  decoded?.vin === vin && isFullVin(vin) ? decoded : undefined;

/**
 * A report about another vehicle fills in nothing, because its offer and odometer belong to somebody else's car. A
 * known VIN with a wrong check digit does not contradict the report; the team sees both.
 */
const isAboutAnother = ({ report, decoded }: LookedUp, vin: string | undefined): boolean =>
  report?.vin !== undefined && report.vin !== vin && decoded?.vin === vin && decoded?.check_digit === 'right';

/** The VIN of the report's vehicle, where that is not the vehicle of the case. */
export function findOtherVehicle(submitted: Submitted, lookedUp: LookedUp, reading: ReportReading): string | undefined {
  const report = certainFacts(reading);
  return isAboutAnother({ ...lookedUp, report }, knownVin(submitted.vehicle?.vin, lookedUp)) ? report.vin : undefined;
}

export const knownVin = (sent: string | undefined, lookedUp: Pick<LookedUp, 'plate' | 'report'>): string | undefined =>
  traceVin(sent, lookedUp)?.value;

function traceVin(
  sent: string | undefined,
  { plate, report }: Pick<LookedUp, 'plate' | 'report'>,
): Sourced<string> | undefined {
  const vin = sent?.toUpperCase();
  const whole = isFullVin(vin) ? vin : undefined;
  return firstOf([whole, 'agent'], [plate?.vin, 'plate'], [report?.vin, 'report'], [vin, 'agent']);
}

const onlyOne = (trims: readonly string[]): string | undefined => (trims.length === 1 ? trims[0] : undefined);

const sentOfferCents = (offer: NonNullable<IntakeRequest['offer']>): number | undefined =>
  offer.acv_offer_cents ?? (offer.acv_offer === undefined ? undefined : dollarsToCents(offer.acv_offer));

/** What a report says for certain; the rest is for people to review. */
export function certainFacts({ fields }: ReportReading): ReportedFacts {
  const certain = Object.entries(fields).filter(([, field]) => field.confidence === 'high');
  return Object.fromEntries(certain.map(([name, { value }]) => [name, value]));
}

/** Where the report contradicts the submission; stored for the team, with no other effect. */
export function computeDifferences(request: IntakeRequest, report: ReportedFacts): Difference[] {
  const { vehicle = {}, loss = {}, offer = {} } = request;
  const pairs: readonly [string, string | number | undefined, string | number | undefined][] = [
    ['vehicle.vin', vehicle.vin?.toUpperCase(), beginningLike(report.vin, vehicle.vin)],
    ['vehicle.year', vehicle.year, report.year],
    ['vehicle.make', vehicle.make, report.make],
    ['vehicle.model', vehicle.model, report.model],
    ['vehicle.trim', vehicle.trim, report.trim],
    ['vehicle.odometer', vehicle.odometer, report.odometer],
    ['loss.date_of_loss', loss.date_of_loss, report.date_of_loss],
    ['offer.insurer', offer.insurer, report.insurer],
    ['offer.claim_number', offer.claim_number, report.claim_number],
    ['offer.acv_offer_cents', sentOfferCents(offer), report.offer_cents],
  ];
  return pairs.flatMap(([field, sent, read]) =>
    sent === undefined || read === undefined || isSame(sent, read) ? [] : [{ field, sent, read }],
  );
}

/** A part of a VIN is compared with the same part of the report's; where they differ, the whole VIN is shown. */
const beginningLike = (vin: string | undefined, sent: string | undefined): string | undefined =>
  sent !== undefined && vin?.startsWith(sent.toUpperCase()) === true ? sent.toUpperCase() : vin;

/** Words are compared as people read them: CAMRY equals Camry. */
const isSame = (a: string | number, b: string | number): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.trim().toLowerCase() === b.trim().toLowerCase() : a === b;
