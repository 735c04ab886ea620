import { formatMoney, formatNumber } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import type { AppraisalInputs, LeftOutListing, UsedListing } from '../schemas.ts';
import { storedWords } from '../stored-messages.ts';
import { documentWords } from './document-messages.ts';

/** The appraisal in words, the same for the page and for paper. */
export type AppraisalDocument = {
  readonly title: string;
  readonly vehicle: string;
  readonly heads: Heads;
  readonly facts: readonly Fact[];
  readonly value: string;
  readonly valueWords: string;
  readonly offer: readonly Fact[];
  readonly offerWords: string | undefined;
  readonly formula: readonly string[];
  readonly comparables: Table;
  readonly leftOut: Table | undefined;
  readonly remarks: readonly string[];
  readonly limits: readonly string[];
  readonly nature: readonly string[];
  readonly signature: readonly Fact[];
  /** The findings about the insurer's report; empty where the owner was shown none. */
  readonly annex: readonly string[];
};

type Fact = readonly [label: string, value: string];
export type Table = {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

type Words = (typeof documentWords)[Language];

/** The headings of its parts, and what is written on paper. */
type Heads = Pick<
  Words,
  | 'value'
  | 'besideOffer'
  | 'vehicle'
  | 'remarks'
  | 'made'
  | 'limits'
  | 'nature'
  | 'signature'
  | 'annex'
  | 'annexWords'
  | 'governs'
  | 'paperDraft'
  | 'paperCheck'
  | 'paperPrint'
  | 'paperReplaced'
  | 'paperFoot'
  | 'draft'
>;

/** The text and number formats of a language. */
type Writer = { readonly language: Language; readonly words: Words };

/** Whole dollars, since every price is one; cents only where there are any. */
export const wholeDollars = (cents: number, language: Language): string =>
  formatMoney(cents, language).replace(/\.00$/, '');
const signed = (cents: number, { language }: Writer): string =>
  `${cents < 0 ? '−' : cents > 0 ? '+' : ''}${wholeDollars(Math.abs(cents), language)}`;
const day = (iso: string): string => iso.slice(0, 10);

export function describeAppraisal(inputs: AppraisalInputs, language: Language): AppraisalDocument {
  const { subject } = inputs;
  const words = documentWords[language];
  const writer = { language, words };
  const vehicle = [subject.year, subject.make, subject.model, subject.trim].filter((word) => word !== null).join(' ');
  return {
    title: words.title,
    vehicle: vehicle === '' ? words.aVehicle : vehicle,
    heads: words,
    facts: describeFacts(inputs, writer),
    value: wholeDollars(inputs.value_cents, language),
    valueWords: describeValue(inputs, writer),
    ...describeOffer(inputs, writer),
    formula: describeFormula(inputs, writer),
    comparables: describeUsed(inputs, writer),
    leftOut: inputs.left_out.length === 0 ? undefined : describeLeftOut(inputs.left_out, writer),
    remarks: inputs.remarks === null ? [] : inputs.remarks.split(/\n+/),
    limits: inputs.limits.map((text) => translateStored(text, language)),
    nature: inputs.nature.map((text) => translateStored(text, language)),
    signature: describeSignature(inputs, words),
    annex: (inputs.insurer_report ?? []).map((finding) => describeFinding(finding, writer)),
  };
}

const fact = (label: string, value: string | null): Fact[] => (value === null || value === '' ? [] : [[label, value]]);

function describeFacts({ owner, subject, adjustment, case_number: number }: AppraisalInputs, writer: Writer): Fact[] {
  const { words, language } = writer;
  const { odometer } = adjustment;
  return [
    ...fact(words.owner, owner),
    ...fact(words.vin, subject.vin),
    ...fact(words.odometer, odometer === null ? null : words.miles(formatNumber(odometer, language))),
    ...fact(words.lossDay, subject.date_of_loss),
    ...fact(words.state, subject.state),
    ...fact(words.insurer, subject.insurer),
    ...fact(words.claim, subject.claim_number),
    ...fact(words.ourCase, number),
  ];
}

function describeValue(inputs: AppraisalInputs, { words, language }: Writer): string {
  const count = inputs.comparables.filter(({ adjusted_cents: cents }) => cents !== null).length;
  const { slope_dollars_per_mile: slope, year_share: yearShare } = inputs.adjustment;
  const isAdjusted = slope !== null || yearShare !== undefined;
  const range = [wholeDollars(inputs.low_cents, language), wholeDollars(inputs.high_cents, language)] as const;
  if (count === 1) return isAdjusted ? words.middleOneAdjusted(...range) : words.middleOne(...range);
  const many = formatNumber(count, language);
  return isAdjusted ? words.middleAdjusted(many, ...range) : words.middle(many, ...range);
}

function describeOffer(
  { offer, value_cents: value }: AppraisalInputs,
  { words, language }: Writer,
): Pick<AppraisalDocument, 'offer' | 'offerWords'> {
  if (offer === null) return { offer: [], offerWords: words.offerUnknown };
  const difference = value - offer.cents;
  const rows: Fact[] = [
    [words.offer, wholeDollars(offer.cents, language)],
    [words.thisAppraisal, wholeDollars(value, language)],
    [difference >= 0 ? words.offerLower : words.offerHigher, wholeDollars(Math.abs(difference), language)],
  ];
  return { offer: rows, offerWords: offer.basis === 'value' ? words.bothValues : words.offerTold };
}

function describeFormula(
  { adjustment, snapshot, comparables, subject }: AppraisalInputs,
  { words, language }: Writer,
): string[] {
  const { slope_dollars_per_mile: slope, odometer, cap_share: share, capped } = adjustment;
  const read = words.read(snapshot.id, snapshot.method);
  const on = day(snapshot.taken_at);
  const source =
    snapshot.radius_miles === null
      ? words.forSaleState(snapshot.state ?? words.theState, on, read)
      : words.forSaleNear(words.near(String(snapshot.radius_miles), snapshot.zip ?? words.unknown), on, read);
  const yearShare = adjustment.year_share;
  const isByMiles = slope !== null && odometer !== null;
  if (!isByMiles && yearShare === undefined) return [source, words.unadjusted];
  const cap = `${Math.round(share * 100)} %`;
  const bound =
    capped === 0 ? words.bound(cap) : capped === 1 ? words.boundOnce(cap) : words.boundTimes(cap, String(capped));
  const moved = [
    ...(yearShare === undefined ? [] : [words.movedYear(String(subject.year ?? ''), (yearShare * 100).toFixed(1))]),
    ...(isByMiles ? [words.moved((Math.abs(slope) * 100).toFixed(2), formatNumber(odometer, language))] : []),
    bound,
  ].join(' ');
  return [source, moved, words.median(formatNumber(comparables.length, language))];
}

const placeOf = ({ state, distance_miles: miles }: UsedListing | LeftOutListing, { words }: Writer): string =>
  [state, miles === null ? null : words.distance(String(Math.round(miles)))]
    .filter((word) => word !== null)
    .join(', ') || words.unknown;

const vehicleOf = ({ year, trim, dealer }: UsedListing | LeftOutListing): string =>
  [`${year}${trim === null ? '' : ` ${trim}`}`, dealer].filter((word) => word !== null).join(', ');

const milesOf = ({ miles }: UsedListing | LeftOutListing, { words, language }: Writer): string =>
  miles === null ? words.unknown : formatNumber(miles, language);

function adjustmentOf({ adjustment_cents: cents, capped }: UsedListing, writer: Writer): string {
  if (cents === null) return writer.words.none;
  return capped ? writer.words.atBound(signed(cents, writer)) : signed(cents, writer);
}

function describeUsed({ comparables }: AppraisalInputs, writer: Writer): Table {
  const { words, language } = writer;
  const rows = comparables
    .toSorted((a, b) => (a.adjusted_cents ?? a.price_cents) - (b.adjusted_cents ?? b.price_cents))
    .map((one) => [
      vehicleOf(one),
      placeOf(one, writer),
      milesOf(one, writer),
      wholeDollars(one.price_cents, language),
      adjustmentOf(one, writer),
      one.adjusted_cents === null ? words.uncounted : wholeDollars(one.adjusted_cents, language),
    ]);
  const { listing, where, miles, price, adjustment, adjusted } = words.heads;
  return {
    caption: words.used(formatNumber(rows.length, language)),
    heads: [listing, where, miles, price, adjustment, adjusted],
    rows,
  };
}

function describeLeftOut(leftOut: readonly LeftOutListing[], writer: Writer): Table {
  const { words, language } = writer;
  const { listing, where, miles, price, reason } = words.heads;
  return {
    caption: words.leftOut(formatNumber(leftOut.length, language)),
    heads: [listing, where, miles, price, reason],
    rows: leftOut.map((one) => [
      vehicleOf(one),
      placeOf(one, writer),
      milesOf(one, writer),
      wholeDollars(one.price_cents, language),
      one.reason,
    ]),
  };
}

/** One sentence, the pages of the report that it is about, and the calculation. */
function describeFinding(
  { sentence, pages, arithmetic }: NonNullable<AppraisalInputs['insurer_report']>[number],
  { words, language }: Writer,
): string {
  const where = pages.length === 1 ? words.annexPage(pages.join('')) : words.annexPages(pages.join(', '));
  return [sentence[language], where, ...(arithmetic === null ? [] : [words.annexCalculation(arithmetic)])].join(' ');
}

const describeSignature = ({ signer, signed_on: date, version, snapshot }: AppraisalInputs, words: Words): Fact[] => [
  [words.signedBy, [signer.name ?? words.nobodyYet, signer.title].filter((word) => word !== null).join(', ')],
  [words.date, date ?? words.releaseDay],
  [words.version, version === null ? words.draft : String(version)],
  [words.marketRead, snapshot.id],
];

type Sentence = string | ((...values: string[]) => string);
type Pair = { readonly parts: readonly string[]; readonly to: (...values: string[]) => string };

/** The Spanish for every sentence that is stored in English; the values between its parts are copied. */
const pairs: readonly Pair[] = Object.entries(storedWords.en).map(([name, value]): Pair => {
  const from = value as Sentence;
  const to = storedWords.es[name as keyof typeof storedWords.es] as Sentence;
  const parts = (typeof from === 'string' ? from : from('⟦1⟧', '⟦2⟧')).split(/⟦\d⟧/);
  return { parts, to: (...values) => (typeof to === 'string' ? to : to(...values)) };
});

/** The values between the parts of a sentence, each as short as possible; undefined when it is another sentence. */
function readValues(text: string, [first = '', ...parts]: readonly string[]): string[] | undefined {
  const last = parts.pop();
  if (last === undefined) return text === first ? [] : undefined;
  const values: string[] = [];
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts) {
    const at = text.indexOf(part, from + 1);
    if (at === -1) return undefined;
    values.push(text.slice(from, at));
    from = at + part.length;
  }
  if (from >= end || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  return [...values, text.slice(from, end)];
}

/** A stored sentence for a reader; a sentence with an earlier wording stays as it was signed. */
function translateStored(text: string, language: Language): string {
  if (language === 'en') return text;
  for (const { parts, to } of pairs) {
    const values = readValues(text, parts);
    if (values !== undefined) return to(...values.map((value) => translateStored(value, language)));
  }
  return text;
}
