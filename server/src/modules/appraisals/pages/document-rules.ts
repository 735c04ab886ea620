import { centsToPrint } from '#lib/numbers/money';
import type { AppraisalInputs, LeftOutListing, UsedListing } from '../schemas.ts';

/** The appraisal in words, the same for the page and for paper. */
export type AppraisalDocument = {
  readonly title: string;
  readonly vehicle: string;
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
};

type Fact = readonly [label: string, value: string];
export type Table = {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** Whole dollars, since every price is one; cents only where there are any. */
const money = (cents: number): string => `$${centsToPrint(cents).replace(/\.00$/, '')}`;
const signed = (cents: number): string => `${cents < 0 ? '−' : cents > 0 ? '+' : ''}${money(Math.abs(cents))}`;
const number = (value: number): string => value.toLocaleString('en-US');
const day = (iso: string): string => iso.slice(0, 10);

export function describeAppraisal(inputs: AppraisalInputs): AppraisalDocument {
  const { subject, adjustment } = inputs;
  const vehicle = [subject.year, subject.make, subject.model, subject.trim].filter((word) => word !== null).join(' ');
  return {
    title: 'Written appraisal',
    vehicle: vehicle === '' ? 'The vehicle' : vehicle,
    facts: [
      ...fact('Owner', inputs.owner),
      ...fact('VIN', subject.vin),
      ...fact('Odometer', adjustment.odometer === null ? null : `${number(adjustment.odometer)} miles`),
      ...fact('Date of loss', subject.date_of_loss),
      ...fact('State', subject.state),
      ...fact('Insurer', subject.insurer),
      ...fact('Claim', subject.claim_number),
      ...fact('Our case', inputs.case_number),
    ],
    value: money(inputs.value_cents),
    valueWords: `The middle of ${prices(inputs)}. Eight of ten are between ${money(inputs.low_cents)} and ${money(inputs.high_cents)}.`,
    ...describeOffer(inputs),
    formula: describeFormula(inputs),
    comparables: describeUsed(inputs),
    leftOut: inputs.left_out.length === 0 ? undefined : describeLeftOut(inputs.left_out),
    remarks: inputs.remarks === null ? [] : inputs.remarks.split(/\n+/),
    limits: inputs.limits,
    nature: inputs.nature,
    signature: describeSignature(inputs),
  };
}

const fact = (label: string, value: string | null): Fact[] => (value === null || value === '' ? [] : [[label, value]]);

function prices({ comparables, adjustment }: AppraisalInputs): string {
  const count = comparables.filter(({ adjusted_cents: cents }) => cents !== null).length;
  const kind = adjustment.slope_dollars_per_mile === null ? 'asking price' : 'adjusted asking price';
  return count === 1 ? `one ${kind}` : `${number(count)} ${kind}s`;
}

function describeOffer({
  offer,
  value_cents: value,
}: AppraisalInputs): Pick<AppraisalDocument, 'offer' | 'offerWords'> {
  if (offer === null) return { offer: [], offerWords: 'The offer of the insurer is not known to us.' };
  const difference = value - offer.cents;
  const rows: Fact[] = [
    ['Offer of the insurer', money(offer.cents)],
    ['This appraisal', money(value)],
    [difference >= 0 ? 'The offer is lower by' : 'The offer is higher by', money(Math.abs(difference))],
  ];
  const words =
    offer.basis === 'value'
      ? 'Both are values of the vehicle before tax, fees and the deductible.'
      : 'We were told this figure. Whether it is before tax, fees and the deductible is not known, so the difference may not be comparable.';
  return { offer: rows, offerWords: words };
}

function describeFormula({ adjustment, snapshot, comparables }: AppraisalInputs): string[] {
  const { slope_dollars_per_mile: slope, odometer, cap_share: share, capped } = adjustment;
  const where =
    snapshot.radius_miles === null
      ? `in ${snapshot.state ?? 'the state'}`
      : `within ${snapshot.radius_miles} miles of ZIP ${snapshot.zip ?? 'unknown'}`;
  const source = `The comparables are vehicles that were for sale ${where} on ${day(snapshot.taken_at)} (market read ${snapshot.id}, method ${snapshot.method}).`;
  if (slope === null || odometer === null)
    return [source, 'No price was adjusted. The value is the middle (median) of the asking prices.'];
  const cap = `${Math.round(share * 100)} %`;
  const cents = (Math.abs(slope) * 100).toFixed(2);
  return [
    source,
    `Each price is moved to the odometer of the vehicle: adjusted price = price − ${cents} cents × (${number(odometer)} − miles of the comparable). The rate comes from the listings themselves, and with few of them from our table. No price moves by more than ${cap} of itself${capped === 0 ? '' : `; that bound was reached ${capped} ${capped === 1 ? 'time' : 'times'}`}.`,
    `The value is the middle (median) of the adjusted prices, rounded to a dollar. ${number(comparables.length)} comparables were used.`,
  ];
}

const place = ({ state, distance_miles: miles }: UsedListing | LeftOutListing): string =>
  [state, miles === null ? null : `${Math.round(miles)} mi`].filter((word) => word !== null).join(', ') || 'unknown';

const vehicleOf = ({ year, trim, dealer }: UsedListing | LeftOutListing): string =>
  [`${year}${trim === null ? '' : ` ${trim}`}`, dealer].filter((word) => word !== null).join(', ');

function describeUsed({ comparables }: AppraisalInputs): Table {
  const rows = comparables
    .toSorted((a, b) => (a.adjusted_cents ?? a.price_cents) - (b.adjusted_cents ?? b.price_cents))
    .map((one) => [
      vehicleOf(one),
      place(one),
      one.miles === null ? 'unknown' : number(one.miles),
      money(one.price_cents),
      one.adjustment_cents === null ? 'none' : `${signed(one.adjustment_cents)}${one.capped ? ' (bound)' : ''}`,
      one.adjusted_cents === null ? 'does not count' : money(one.adjusted_cents),
    ]);
  return {
    caption: `Comparables used (${number(rows.length)})`,
    heads: ['Listing', 'Where', 'Miles', 'Asking price', 'Adjustment', 'Adjusted'],
    rows,
  };
}

const describeLeftOut = (leftOut: readonly LeftOutListing[]): Table => ({
  caption: `Left out (${number(leftOut.length)})`,
  heads: ['Listing', 'Where', 'Miles', 'Asking price', 'Reason'],
  rows: leftOut.map((one) => [
    vehicleOf(one),
    place(one),
    one.miles === null ? 'unknown' : number(one.miles),
    money(one.price_cents),
    one.reason,
  ]),
});

const describeSignature = ({ signer, signed_on: date, version, snapshot }: AppraisalInputs): Fact[] => [
  ['Signed by', [signer.name ?? 'nobody yet', signer.title].filter((word) => word !== null).join(', ')],
  ['Date', date ?? 'the day it is released'],
  ['Version', version === null ? 'draft' : String(version)],
  ['Market read', snapshot.id],
];
