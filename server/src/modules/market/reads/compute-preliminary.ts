import { dollarsToCents } from '#lib/numbers/money';
import { decideCoverage, isSynthetic } from '../rules.ts';
import type { MarketRead } from './read-market.ts';
import type { Preliminary } from '../schemas.ts';
import { describeSubject } from '../subject-rules.ts';

const disclaimer =
  'An early read of asking prices of comparable listings, not sales. It is not an appraisal and not an offer; the gap compares it with the insurer’s vehicle value before tax, fees and deductible.';

const syntheticDisclaimer = `${disclaimer} Made from synthetic listings, for development and tests only.`;

type Beside = {
  /** The result of `storeSnapshot`. */
  readonly snapshotId: string | undefined;
  /** The insurer's vehicle value before tax and fees. */
  readonly offerCents: number | undefined;
};

/** What the receipt says about the market (D-028). */
export function computePreliminary(read: MarketRead, { snapshotId, offerCents }: Beside): Preliminary {
  const { sampleSize, market, adjusted } = read.figures;
  return {
    vehicle_label: describeSubject(read.subject),
    coverage: decideCoverage(sampleSize),
    sample_size: sampleSize,
    market: { low: market?.low ?? null, mid: market?.mid ?? null, high: market?.high ?? null },
    adjusted_mid: adjusted?.mid ?? null,
    adjusted_range: adjusted === undefined ? null : { low: adjusted.low, high: adjusted.high },
    gap_vs_offer_cents:
      adjusted === undefined || offerCents === undefined ? null : dollarsToCents(adjusted.mid) - offerCents,
    snapshot_id: snapshotId ?? null,
    disclaimer: read.comparables.some(isSynthetic) ? syntheticDisclaimer : disclaimer,
  };
}
