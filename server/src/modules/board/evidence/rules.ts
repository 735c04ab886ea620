import { createHash } from 'node:crypto';
import type { MoneyView } from '#lib/api/offer-parts';
import { centsToPrint } from '#lib/numbers/money';
import type { EvidencePacket } from './schemas.ts';

/** A file of a packet: appended with its pages, or only listed, with the reason. */
export type PacketPart = {
  readonly title: string;
  readonly sha256: string;
} & ({ readonly content: Uint8Array; readonly pages: number } | { readonly why: string });

type AppendedPart = Extract<PacketPart, { readonly content: Uint8Array }>;

export const isAppended = (part: PacketPart): part is AppendedPart => 'content' in part;

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** A larger packet does not fit into an email or an administrator's portal; files that are left out are listed. */
export const packetMaxBytes = 60 * 1024 * 1024;

export type IndexLine = { readonly title: string; readonly pages: string; readonly note: string };

type Own = { readonly title: string; readonly page: number };

/** The page numbers of the whole: our own sections first, then the appended files one after another. */
export function computeIndex(own: readonly Own[], ownPages: number, parts: readonly PacketPart[]): IndexLine[] {
  let next = ownPages + 1;
  const lines = parts.map((part) => {
    const note = `SHA-256 ${part.sha256}`;
    if (!isAppended(part)) return { title: part.title, pages: 'not appended', note: `It ${part.why}. ${note}` };
    const first = next;
    next += part.pages;
    return { title: part.title, pages: first === next - 1 ? String(first) : `${first}–${next - 1}`, note };
  });
  return [...own.map(({ title, page }) => ({ title, pages: String(page), note: '' })), ...lines];
}

export const countPages = (ownPages: number, parts: readonly PacketPart[]): number =>
  parts.reduce((sum, part) => sum + (isAppended(part) ? part.pages : 0), ownPages);

type Facts = readonly (readonly [label: string, value: string])[];
export type FrontTable = {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly widths: readonly number[];
};

const orUnknown = (value: string | null): string => value ?? 'unknown';
const dollars = (cents: number | null): string => (cents === null ? 'unknown' : `$${centsToPrint(cents)}`);
const words = (name: string): string => name.replaceAll('_', ' ');

export const describePacket = ({ claim, institution, ...packet }: EvidencePacket): Facts => [
  ['Case', `${packet.number}${packet.test ? ' (test case: nothing in it is real)' : ''}`],
  ['Lender', institution.name],
  ['Lender’s reference', packet.external_ref ?? 'none was given'],
  ['Referral', packet.referral_id],
  ['Borrower', orUnknown(claim.borrower)],
  ['Vehicle', orUnknown(claim.vehicle)],
  ['VIN', orUnknown(claim.vin)],
  ['Insurer', orUnknown(claim.insurer)],
  ['Claim number', orUnknown(claim.claim_number)],
  ['Date of loss', orUnknown(claim.date_of_loss)],
  ['Made', `${packet.made_at.slice(0, 16).replace('T', ' ')} UTC`],
];

export const describeExposure = ({ exposure }: EvidencePacket): Facts => [
  [
    'Payoff',
    exposure.payoff_cents === null
      ? 'unknown'
      : `${dollars(exposure.payoff_cents)}, ${
          exposure.payoff_as_of === null ? 'submitted by the lender without a date' : `as of ${exposure.payoff_as_of}`
        }`,
  ],
  ['Deductible', dollars(exposure.deductible_cents)],
  ['LTV cap of the program', exposure.ltv_cap_percent === null ? 'not known' : `${exposure.ltv_cap_percent} %`],
  ...(exposure.ltv_cap_percent === null
    ? []
    : [['Value of the vehicle when the loan was made', dollars(exposure.financed_value_cents)] as const]),
  [
    'Deductible cover of the program',
    exposure.deductible_cover_cents === null ? 'not known' : dollars(exposure.deductible_cover_cents),
  ],
  ['Exposure by the first offer', dollars(exposure.before_cents)],
  ['Exposure by the settlement', dollars(exposure.after_cents)],
  ['Reduction', dollars(exposure.reduction_cents)],
  ...((exposure.growth_cents ?? 0) === 0 ? [] : [['Growth', dollars(exposure.growth_cents)] as const]),
  ['Borrower’s surplus', dollars(exposure.surplus_cents)],
  ['Beyond the program, left to the borrower', dollars(exposure.beyond_program_cents)],
  ...(exposure.unknown.length === 0
    ? []
    : [['Why something is unknown', exposure.unknown.map(words).join(', ')] as const]),
];

export const tabulateChecklist = ({ exposure }: EvidencePacket): FrontTable => ({
  caption: 'Checklist',
  heads: ['Paper', 'Comes from', 'Received', 'Recorded by'],
  rows: exposure.checklist.map((entry) => [
    entry.title,
    entry.holder,
    entry.received_on ?? 'not received',
    entry.recorded_at === null
      ? ''
      : `${entry.recorded_by_name ?? entry.recorded_by ?? ''}, ${entry.recorded_at.slice(0, 10)}`,
  ]),
  widths: [180, 74, 90, 160],
});

const partTitles = [
  ['value', 'Vehicle value before tax and fees'],
  ['tax', 'Tax'],
  ['fees', 'Fees'],
  ['other', 'Other'],
  ['deductible', 'Deductible, taken off'],
  ['total', 'Total as printed'],
  ['stated', 'An amount of unknown basis'],
] as const;

const shown = (figure: MoneyView['offer']['value']): string =>
  figure === null ? 'unknown' : `${dollars(figure.cents)} (${figure.from})`;

export const tabulateMoney = ({ money }: EvidencePacket): FrontTable => ({
  caption: 'Settlement breakdown',
  heads: ['Part', 'First offer', 'Settlement'],
  rows: [
    ...partTitles.map(([part, title]) => [title, shown(money.offer[part]), shown(money.settlement[part])]),
    ['Sum of the known parts', dollars(money.offer.sum_cents), dollars(money.settlement.sum_cents)],
    ['Improvement, value less value', '', dollars(money.improvement_cents)],
  ],
  widths: [204, 150, 150],
});

type Snapshot = NonNullable<EvidencePacket['snapshot']>;

export const describeSnapshot = (snapshot: Snapshot): Facts => [
  ['Snapshot', `${snapshot.id}, method ${snapshot.method}${snapshot.synthetic ? ', INVENTED LISTINGS' : ''}`],
  ['Taken', snapshot.taken_at.slice(0, 10)],
  ['Vehicle', snapshot.vehicle_label],
  ['Listings', String(snapshot.sample_size)],
  ['Figures', snapshot.basis],
  ...snapshot.caveats.map((caveat) => ['Note', caveat] as const),
];

export const tabulateSnapshot = ({ comparables }: Snapshot): FrontTable => ({
  caption: 'Listings',
  heads: ['Listing', 'Year', 'Trim', 'Odometer', 'Asking price', 'Adjusted', 'Last seen'],
  rows: comparables.map((one) => [
    `${one.source} ${one.source_id}`,
    String(one.year),
    one.trim ?? '',
    one.miles === null ? '' : one.miles.toLocaleString('en-US'),
    `$${one.price.toLocaleString('en-US')}`,
    one.adjusted_price === null ? '' : `$${one.adjusted_price.toLocaleString('en-US')}`,
    one.last_seen_at.slice(0, 10),
  ]),
  widths: [134, 36, 70, 62, 70, 66, 66],
});
