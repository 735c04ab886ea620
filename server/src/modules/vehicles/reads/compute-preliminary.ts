import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { decideCoverage, isSynthetic } from '../market/comparable-rules.ts';
import { computeGap, computeRange } from '../market/rules.ts';
import type { Preliminary } from '../market/schemas.ts';
import { describeSubject } from '../market/subject-rules.ts';
import { toCell } from '../zips/cell-rules.ts';
import { listDueModels, listSample, updateRates } from './store.ts';
import { learnRates } from './rules.ts';
import type { MarketRead } from './read-market.ts';
import type { Widening } from './widen-search.ts';

const general =
  'An early read of asking prices of comparable listings, not sales. It is not an appraisal and not an offer; the gap compares it with the insurer’s vehicle value before tax, fees and deductible.';

/** What an agent says of a read that is not of the same year and trim; in the order of the search. */
const wideningWords: Readonly<Record<Widening, string>> = {
  'base trim': 'Too few listings name the package of the vehicle, so they are of its base trim.',
  'other trims': 'Too few listings are of the same trim, so other trims are among them.',
  'newer years': 'Listings of the next model year are among them, adjusted for the year.',
  'older years': 'Listings of the model year before are among them, adjusted for the year.',
  'other fuels': 'The listings are of another fuel than the vehicle.',
  'market of today': 'Too little is known of the market around the date of loss; this is today’s.',
};

const withheldWords: Readonly<Record<MarketRead['figures']['withheld'][number], string>> = {
  few: 'fewer than five listings were found',
  trims: 'they are not all known to be of the same trim, and trims differ in price',
  'unlisted trim': 'none of them is of the trim of the vehicle',
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
  const adjusted = computeRange(read);
  const gap = computeGap(adjusted, read.figures, offerCents);
  // The percentiles of one price are that price, and no range.
  const range = sampleSize > 1 ? market : undefined;
  return {
    vehicle_label: describeSubject(read.subject),
    coverage: decideCoverage(sampleSize),
    sample_size: sampleSize,
    market: { low: range?.low ?? null, mid: market?.mid ?? null, high: range?.high ?? null },
    adjusted_mid: adjusted?.mid ?? null,
    adjusted_range: adjusted === undefined ? null : { low: adjusted.low, high: adjusted.high },
    gap_vs_offer_cents: gap ?? null,
    snapshot_id: snapshotId ?? null,
    disclaimer: disclaimerOf(read, describeWithheld(read, adjusted, gap === undefined && offerCents !== undefined)),
  };
}

/** Why there is no value, or no gap. */
function describeWithheld({ figures }: MarketRead, range: unknown, isGapMissing: boolean): string[] {
  const { withheld, sampleSize } = figures;
  if (withheld.length === 0 || sampleSize === 0) return [];
  const reasons = withheld.map((one) => withheldWords[one]).join(', and ');
  if (range === undefined) return [`No value is put beside the offer, because ${reasons}.`];
  if (withheld.some((one) => one !== 'trims')) return [`No gap is given, because ${reasons}.`];
  const spanned =
    'The listings are not all known to be of the same trim, and trims differ in price, so the range covers them all';
  return [isGapMissing ? `${spanned}. The offer is within that range, so no gap is given.` : `${spanned}.`];
}

function disclaimerOf({ comparables, widenings, window, figures: { sampleSize } }: MarketRead, withheld: string[]) {
  return [
    general,
    ...widenings.map((widening) => wideningWords[widening]),
    ...(window.lossDay === undefined
      ? []
      : [`The listings were seen between ${window.from} and ${window.until}, around the date of loss.`]),
    ...(sampleSize === 0 ? ['No comparable listings were found, so there is nothing to compare the offer with.'] : []),
    ...withheld,
    ...(comparables.some(isSynthetic) ? ['Made from synthetic listings, for development and tests only.'] : []),
  ].join(' ');
}

/** What a mile costs does not change overnight, however often listings come. */
const againHours = 24;

/** Each is a search over all years of a model. */
const modelsPerTurn = 20;

/** Of each model year; together some thousand listings of a model that is sold for decades. */
const perYear = 60;

/** Where most listings of the country are; a sample begins somewhere in it and continues to the east and north. */
const country = { south: 25, north: 40, west: -125, east: -67 } as const;

/** Before every cell of the map. */
const firstCell = toCell({ lat: -90, lon: -180 });

/** Learns what a mile and a year cost for models whose listings changed; returns how many models were looked at. */
export async function rateModels(ctx: Pick<Ctx, 'db' | 'clock'>, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const models = await listDueModels(ctx.db, addHours(now, -againHours), Math.min(limit, modelsPerTurn));
  for (const model of models) {
    const { south, north, west, east } = country;
    const within = (from: number, to: number) => from + Math.random() * (to - from);
    const cell = toCell({ lat: within(south, north), lon: within(west, east) });
    const some = await listSample(ctx.db, { ...model, cell, perYear });
    // Of a rare model all are needed.
    const sample = some.length < perYear * 5 ? await listSample(ctx.db, { ...model, cell: firstCell, perYear }) : some;
    await updateRates(ctx.db, { ...model, rates: learnRates(sample), now });
  }
  return models.length;
}
