import { dollarsToCents } from '#lib/numbers/money';
import { decideCoverage, isSynthetic } from '../comparable-rules.ts';
import type { MarketRead } from './read-market.ts';
import type { Preliminary } from '../schemas.ts';
import { computeLikelyRange } from '../rules.ts';
import { describeSubject } from '../subject-rules.ts';
import type { Widening } from './widen-search.ts';

const general =
  'An early read of asking prices of comparable listings, not sales. It is not an appraisal and not an offer; the gap compares it with the insurer’s vehicle value before tax, fees and deductible.';

/** What an agent says of a read that is not of the same year and trim; in the order of the search. */
const wideningWords: Readonly<Record<Widening, string>> = {
  'other trims': 'Too few listings are of the same trim, so other trims are among them.',
  'newer years': 'Listings of the next model year are among them, adjusted for the year.',
  'older years': 'Listings of the model year before are among them, adjusted for the year.',
  'other fuels': 'The listings are of another fuel than the vehicle.',
  'market of today': 'Too little is known of the market around the date of loss; this is today’s.',
};

const withheldWords: Readonly<Record<MarketRead['figures']['withheld'][number], string>> = {
  few: 'fewer than five listings were found',
  trims: 'they are not all known to be of the same trim, and trims differ in price',
  title: 'the title of the vehicle is branded',
  fuel: 'they are not all known to have the same fuel as the vehicle',
};

type Beside = {
  /** The result of `storeSnapshot`. */
  readonly snapshotId: string | undefined;
  /** The insurer's vehicle value before tax and fees. */
  readonly offerCents: number | undefined;
};

/** What the receipt says about the market (D-028). */
export function computePreliminary(read: MarketRead, { snapshotId, offerCents }: Beside): Preliminary {
  const { sampleSize, market } = read.figures;
  // Without a figure that may stand beside an offer there is no range and no gap either.
  const adjusted = computeLikelyRange(read.comparables, read.figures);
  // The percentiles of one price are that price, and no range.
  const range = sampleSize > 1 ? market : undefined;
  return {
    vehicle_label: describeSubject(read.subject),
    coverage: decideCoverage(sampleSize),
    sample_size: sampleSize,
    market: { low: range?.low ?? null, mid: market?.mid ?? null, high: range?.high ?? null },
    adjusted_mid: adjusted?.mid ?? null,
    adjusted_range: adjusted === undefined ? null : { low: adjusted.low, high: adjusted.high },
    gap_vs_offer_cents:
      adjusted === undefined || offerCents === undefined ? null : dollarsToCents(adjusted.mid) - offerCents,
    snapshot_id: snapshotId ?? null,
    disclaimer: disclaimerOf(read),
  };
}

function disclaimerOf({ comparables, widenings, window, figures: { withheld, sampleSize } }: MarketRead): string {
  return [
    general,
    ...widenings.map((widening) => wideningWords[widening]),
    ...(window.lossDay === undefined
      ? []
      : [`The listings were seen between ${window.from} and ${window.until}, around the date of loss.`]),
    ...(sampleSize === 0 ? ['No comparable listings were found, so there is nothing to compare the offer with.'] : []),
    ...(withheld.length === 0 || sampleSize === 0
      ? []
      : [`No value is put beside the offer, because ${withheld.map((one) => withheldWords[one]).join(', and ')}.`]),
    ...(comparables.some(isSynthetic) ? ['Made from synthetic listings, for development and tests only.'] : []),
  ].join(' ');
}
