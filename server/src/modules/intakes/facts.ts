import type { Difference, ReportReading } from '#modules/documents';
import { dollarsToCents } from '#lib/money';
import type { IntakeRequest } from './schemas.ts';

/** What was found out about a case, by where it came from; only the sources that said something. */
export type Found = {
  /** The VIN that the plate stands for. */
  readonly plate?: { readonly vin: string };
  /** What the VIN says by itself. */
  readonly decoded?: DecodedVehicle;
  /** What the insurer's report prints. */
  readonly report?: ReportedFacts;
};

export type DecodedVehicle = {
  readonly vin: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  /** Every trim that shares the VIN's characters. */
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

/** What is known of a case, whoever said it. */
export type Facts = {
  /** Seventeen characters if anybody gave them, else what there is. */
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

const fullVinLength = 17;

export const isFullVin = (vin: string | null | undefined): vin is string => vin?.length === fullVinLength;

/** What was sent counts; where nothing was sent, what was found fills in (decisions 19, 20 and 51). */
export function computeFacts({ vehicle = {}, loss = {}, offer = {} }: IntakeRequest, found: Found): Facts {
  const vin = knownVin(vehicle.vin, found);
  const report = (isAboutAnother(found, vin) ? undefined : found.report) ?? {};
  // A VIN tells about its own vehicle only: what an earlier one said is void once another is known.
  const decoded = found.decoded?.vin === vin && isFullVin(vin) ? found.decoded : undefined;
  return {
    vin,
    year: vehicle.year ?? decoded?.year ?? report.year,
    make: vehicle.make ?? decoded?.make ?? report.make,
    model: vehicle.model ?? decoded?.model ?? report.model,
    trim: vehicle.trim ?? report.trim ?? onlyOne(decoded?.trims),
    trimCandidates: decoded?.trims ?? [],
    odometer: vehicle.odometer ?? report.odometer,
    dateOfLoss: loss.date_of_loss ?? report.date_of_loss,
    insurer: offer.insurer ?? report.insurer,
    claimNumber: offer.claim_number ?? report.claim_number,
    offerCents: sentOfferCents(offer) ?? report.offer_cents,
  };
}

/**
 * A report about another vehicle fills in nothing: its offer and odometer would be a stranger's. The VIN that is known must
 * be right in itself; a mistyped one says nothing against the report. The team sees it among the differences.
 */
const isAboutAnother = ({ report, decoded }: Found, vin: string | undefined): boolean =>
  report?.vin !== undefined && report.vin !== vin && decoded?.vin === vin && decoded?.check_digit === 'right';

export function knownVin(
  sent: string | undefined,
  { plate, report }: Pick<Found, 'plate' | 'report'>,
): string | undefined {
  const vin = sent?.toUpperCase();
  return isFullVin(vin) ? vin : (plate?.vin ?? report?.vin ?? vin);
}

const onlyOne = (trims: readonly string[] | undefined): string | undefined =>
  trims?.length === 1 ? trims[0] : undefined;

const sentOfferCents = (offer: NonNullable<IntakeRequest['offer']>): number | undefined =>
  offer.acv_offer_cents ?? (offer.acv_offer === undefined ? undefined : dollarsToCents(offer.acv_offer));

/** What a report says for certain; the rest is for people to look at. */
export function certainFacts({ fields }: ReportReading): ReportedFacts {
  const certain = Object.entries(fields).filter(([, field]) => field.confidence === 'high');
  return Object.fromEntries(certain.map(([name, { value }]) => [name, value]));
}

/** Where the report says otherwise than the caller; kept for the team, nothing follows from it. */
export function listDifferences(request: IntakeRequest, report: ReportedFacts): Difference[] {
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

/** A part of a VIN is held against the same part of the report's; where they differ, the whole one is shown. */
const beginningLike = (vin: string | undefined, sent: string | undefined): string | undefined =>
  sent !== undefined && vin?.startsWith(sent.toUpperCase()) === true ? sent.toUpperCase() : vin;

/** Words are compared as people read them: CAMRY is Camry. */
const isSame = (a: string | number, b: string | number): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.trim().toLowerCase() === b.trim().toLowerCase() : a === b;
