import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/json/canonical-json';
import type { FiguredLine, FiguredSnapshot } from '#modules/vehicles';
import type { ReportFinding } from './finding-schemas.ts';
import type { AppraisalSubject, Licence } from './facts.ts';
import type { AppraisalInputs, LeftOutListing, UsedListing } from './schemas.ts';
import { storedWords } from './stored-messages.ts';
import { appraiserLicences } from '#lib/jurisdictions/appraiser-licence-data';

const names: Readonly<Record<string, string>> = {
  CT: 'Connecticut',
  DE: 'Delaware',
  MA: 'Massachusetts',
  NC: 'North Carolina',
  NV: 'Nevada',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
};

/**
 * States that license appraisers of motor vehicle damage for insurance claims, with the legal citation; each has its
 * source in docs/product/sources.md. For other states no such law was found, and they get the general text.
 */
const licensingStates: Readonly<Record<string, { readonly name: string; readonly law: string }>> = Object.fromEntries(
  appraiserLicences.map(({ state, citation }) => [state, { name: names[state] ?? state, law: citation }]),
);

/** Identifies a listing inside its snapshot. */
export const listingKey = ({ source, sourceId }: { readonly source: string; readonly sourceId: string }): string =>
  JSON.stringify([source, sourceId]);

type LeftOut = { readonly source: string; readonly source_id: string; readonly reason: string };

/** Which comparables an appraisal leaves out. */
export function leavesOut(leftOut: readonly Pick<LeftOut, 'source' | 'source_id'>[]) {
  const keys = new Set(leftOut.map((one) => listingKey({ source: one.source, sourceId: one.source_id })));
  return (one: { readonly source: string; readonly sourceId: string }): boolean => keys.has(listingKey(one));
}

type Composed = {
  readonly subject: AppraisalSubject;
  readonly figured: FiguredSnapshot;
  readonly leftOut: readonly LeftOut[];
  readonly remarks: string | undefined;
  readonly signer: { readonly name: string | undefined; readonly title: string | undefined };
  readonly licence: Licence | undefined;
  /** The findings about the insurer's report that the owner sees. */
  readonly findings: readonly ReportFinding[];
};

/** The full content of the appraisal; undefined where no comparable is left. */
export function composeInputs(composed: Composed): AppraisalInputs | undefined {
  const { subject, figured, remarks, signer, licence } = composed;
  const { figures } = figured;
  // Even when the listings allow no comparison with an offer, the signer may make one.
  const range = figured.range ?? figures.adjusted;
  if (range === undefined) return undefined;
  const reasons = new Map(
    composed.leftOut.map((one) => [listingKey({ source: one.source, sourceId: one.source_id }), one.reason]),
  );
  const comparables = figured.lines.map((line) =>
    toUsed(line, figures.slope !== undefined || figures.yearShare !== undefined),
  );
  return {
    format: 1,
    case_number: subject.caseNumber,
    owner: subject.owner ?? null,
    subject: toSubject(subject),
    snapshot: toSnapshot(figured),
    adjustment: {
      odometer: figured.subject.odometer ?? null,
      slope_dollars_per_mile: figures.slope ?? null,
      ...(figures.yearShare === undefined ? {} : { year_share: figures.yearShare }),
      cap_share: figured.share,
      capped: figures.capped,
    },
    comparables,
    left_out: figured.leftOut.map((one) => ({ ...toListing(one), reason: reasons.get(listingKey(one)) ?? '' })),
    value_cents: range.mid * 100,
    low_cents: range.low * 100,
    high_cents: range.high * 100,
    offer: subject.offer ?? null,
    remarks: remarks ?? null,
    limits: limitsOf({ figured, year: subject.year, leftOut: figured.leftOut.length }),
    nature: natureOf(subject.state, licence),
    ...(composed.findings.length === 0 ? {} : { insurer_report: composed.findings.map(toAnnexed) }),
    signer: { name: signer.name ?? null, title: signer.title ?? null },
    version: null,
    signed_on: null,
  };
}

/** A finding as the document prints it. */
export const toAnnexed = ({ kind, sentence, marks, arithmetic }: ReportFinding) => ({
  kind,
  sentence,
  pages: [...new Set(marks.map(({ page }) => page))].toSorted((a, b) => a - b),
  arithmetic,
});

export const toSubject = (subject: AppraisalSubject): AppraisalInputs['subject'] => ({
  vin: subject.vin ?? null,
  year: subject.year ?? null,
  make: subject.make ?? null,
  model: subject.model ?? null,
  trim: subject.trim ?? null,
  state: subject.state ?? null,
  date_of_loss: subject.dateOfLoss ?? null,
  insurer: subject.insurer ?? null,
  claim_number: subject.claimNumber ?? null,
});

const toSnapshot = (figured: FiguredSnapshot): AppraisalInputs['snapshot'] => ({
  id: figured.id,
  method: figured.method,
  taken_at: figured.takenAt.toISOString(),
  radius_miles: figured.radiusMiles ?? null,
  zip: figured.subject.zip ?? null,
  state: figured.subject.state ?? null,
  same_trim: figured.sameTrim,
  synthetic: figured.synthetic,
});

function toUsed({ comparable, move }: FiguredLine, isAdjusted: boolean): UsedListing {
  const listed = toListing(comparable);
  const unmoved = isAdjusted ? null : listed.price_cents;
  const by = move === undefined ? undefined : Math.round(move.by * 100);
  return {
    ...listed,
    adjustment_cents: by ?? null,
    adjusted_cents: by === undefined ? unmoved : listed.price_cents + by,
    capped: move?.capped ?? false,
  };
}

const toListing = (one: FiguredLine['comparable']): Omit<LeftOutListing, 'reason'> => ({
  source: one.source,
  source_id: one.sourceId,
  year: one.year,
  trim: one.trim ?? null,
  price_cents: one.price * 100,
  miles: one.miles ?? null,
  distance_miles: one.distanceMiles ?? null,
  state: one.state ?? null,
  dealer: one.dealer ?? null,
  last_seen_at: one.lastSeenAt,
});

/** The text that is stored and hashed: equal inputs, equal text. */
export const toText = (inputs: AppraisalInputs): string => canonicalJson(inputs);

export const hashOf = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/**
 * The result of recomputing the figure: it matches; the snapshot gives another; or the inputs differ from the
 * released ones, or their source is gone.
 */
export type FigureCheck =
  | { readonly kind: 'matches'; readonly valueCents: number }
  | { readonly kind: 'differs'; readonly valueCents: number | undefined }
  | { readonly kind: 'not intact' | 'no snapshot' };

type Stored = { readonly text: string; readonly hash: Buffer };

export function checkFigure({ text, hash }: Stored, figured: FiguredSnapshot | undefined): FigureCheck {
  if (!hashOf(text).equals(hash)) return { kind: 'not intact' };
  if (figured === undefined) return { kind: 'no snapshot' };
  const inputs = JSON.parse(text) as AppraisalInputs;
  const { adjusted, slope, yearShare, capped } = figured.figures;
  const valueCents = adjusted && adjusted.mid * 100;
  // Earlier appraisals have the percentiles, and not the range that receipts show.
  const isRange = [figured.range, adjusted].some(
    (range) => range !== undefined && range.low * 100 === inputs.low_cents && range.high * 100 === inputs.high_cents,
  );
  const matches =
    valueCents === inputs.value_cents &&
    isRange &&
    (slope ?? null) === inputs.adjustment.slope_dollars_per_mile &&
    yearShare === inputs.adjustment.year_share &&
    capped === inputs.adjustment.capped &&
    figured.lines.length === inputs.comparables.length;
  return matches ? { kind: 'matches', valueCents: inputs.value_cents } : { kind: 'differs', valueCents };
}

type Standing = { readonly number: number; readonly withdrawnAt: Date | undefined };

/** The current version: the newest that was not withdrawn. */
export const findCurrent = <V extends Standing>(versions: readonly V[]): V | undefined =>
  versions.filter(({ withdrawnAt }) => withdrawnAt === undefined).toSorted((a, b) => b.number - a.number)[0];

export function stateOf(version: Standing, versions: readonly Standing[]): 'current' | 'superseded' | 'withdrawn' {
  if (version.withdrawnAt !== undefined) return 'withdrawn';
  return findCurrent(versions)?.number === version.number ? 'current' : 'superseded';
}

/** The day of a release in the team's zone, YYYY-MM-DD. */
export const dayIn = (zone: string, time: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);

export const appraisalAad = (id: string, column: string): string => `appraisals.appraisals/${id}/${column}`;
export const versionAad = (id: string, column: string): string => `appraisals.versions/${id}/${column}`;

/** The signed text is in English. */
const words = storedWords.en;

/** What the document is and is not, by the state of the loss and the configured license. */
export function natureOf(state: string | undefined, licence: Licence | undefined): string[] {
  if (licence !== undefined) {
    const { number, until } = licence;
    return [
      words.opinion,
      until === undefined ? words.licence(number) : words.licenceUntil(number, until),
      words.advice,
    ];
  }
  const licensing = state === undefined ? undefined : licensingStates[state.toUpperCase()];
  if (licensing === undefined) return [words.opinion, words.unlicensed];
  return [words.opinion, words.unlicensed, words.licensing(licensing.name, licensing.law)];
}

/** From this number of listings on, the market read reports good coverage. */
const enoughListings = 12;

type Limited = { readonly figured: FiguredSnapshot; readonly year: number | undefined; readonly leftOut: number };

/** The limits of the figure, each only where it applies. */
function limitsOf({ figured, year, leftOut }: Limited): string[] {
  const { lines, figures, subject, sameTrim, synthetic } = figured;
  const otherYears = lines.some(({ comparable }) => comparable.year !== (year ?? subject.year));
  // A read of every trim may still have found only the vehicle's own.
  const otherTrims = !sameTrim && lines.some(({ comparable }) => !isSameName(comparable.trim, subject.trim));
  const uncounted = figures.slope === undefined ? 0 : lines.filter(({ move }) => move === undefined).length;
  return [
    ...(synthetic ? [words.synthetic] : []),
    words.asked,
    words.inspected,
    ...(lines.length < enoughListings ? [words.few(listings(lines.length))] : []),
    ...(otherTrims ? [words.otherTrims] : []),
    ...(otherYears ? [words.otherYears] : []),
    ...(figures.withheld.includes('title') ? [words.branded] : []),
    ...(figures.withheld.includes('fuel') ? [words.otherFuels] : []),
    adjustmentLimit(figured),
    ...(uncounted === 0 ? [] : [words.uncounted(listings(uncounted))]),
    ...(leftOut === 0 ? [] : [words.leftOut(listings(leftOut))]),
  ];
}

const isSameName = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

const listings = (count: number): string => (count === 1 ? words.oneListing : words.listings(String(count)));

function adjustmentLimit({ figures, subject }: FiguredSnapshot): string {
  if (figures.slope !== undefined) return figures.yearShare === undefined ? words.odometerOnly : words.odometerAndYear;
  if (figures.yearShare !== undefined) return words.yearOnly;
  return subject.odometer === undefined ? words.odometerUnknown : words.odometerRare;
}
