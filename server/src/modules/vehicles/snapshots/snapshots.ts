import { isInAgentSandbox, requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { Db } from '#platform/db';
import { notFound } from '#platform/errors';
import { computeMove } from '../market/adjustment-rules.ts';
import { decideCoverage, isSynthetic, type Comparable } from '../market/comparable-rules.ts';
import { methodUnknown } from '../market/errors.ts';
import { requestListings } from '../feed/feed.ts';
import type { MarketRead } from '../reads/read-market.ts';
import {
  computeAdjustments,
  computeFigures,
  computeRange,
  methods,
  type Adjustment,
  type Figures,
} from '../market/rules.ts';
import type { SnapshotView } from '../market/schemas.ts';
import { describeSubject, type Subject } from '../market/subject-rules.ts';
import { describeBasis, listCaveats } from './coverage-rules.ts';
import { deleteSnapshots, findSnapshot, insertSnapshot, type Snapshot } from './snapshot-store.ts';

export type FiguredLine = {
  readonly comparable: Comparable;
  /** Dollars; undefined where its price was not moved, because an odometer is unknown or the sample is too small. */
  readonly move: { readonly by: number; readonly capped: boolean } | undefined;
};

export type FiguredSnapshot = {
  readonly id: string;
  readonly method: string;
  /** The largest adjustment of a price, as a share of it. */
  readonly share: number;
  readonly subject: Subject;
  readonly radiusMiles: number | undefined;
  readonly sameTrim: boolean;
  /** The days on which its listings were seen, and the kinds admitted besides the subject's own. */
  readonly search: Snapshot['search'];
  readonly synthetic: boolean;
  readonly takenAt: Date;
  /** Of the comparables that are not left out. */
  readonly figures: Figures;
  /** As it is shown everywhere; undefined where no value is given. */
  readonly range: Figures['adjusted'];
  readonly lines: readonly FiguredLine[];
  readonly leftOut: readonly Comparable[];
};

type Wanted = {
  readonly snapshotId: string;
  /** Which comparables are left out. */
  readonly isLeftOut: (one: Comparable) => boolean;
};

/** Accepts a Ctx or a Tx. */
type Reader = { readonly db: Db };

/** The figures of a snapshot without some of its comparables, by its own method; undefined when there is no such one. */
export async function figureSnapshot(
  ctx: Reader,
  { snapshotId, isLeftOut }: Wanted,
): Promise<FiguredSnapshot | undefined> {
  const snapshot = await findSnapshot(ctx.db, snapshotId);
  if (snapshot === undefined) return undefined;
  const method = methods[snapshot.method];
  if (method === undefined) throw methodUnknown(snapshot.method);
  const { id, subject, radiusMiles, sameTrim, search, takenAt, comparables } = snapshot;
  const used = comparables.filter((one) => !isLeftOut(one));
  const figures = computeFigures(used, { subject, rates: snapshot.figures.rates }, method);
  const { slope, yearShare } = figures;
  const moveTo = { slope, yearShare, odometer: subject.odometer, year: subject.year, share: method.share };
  return {
    id,
    method: snapshot.method,
    share: method.share,
    subject,
    radiusMiles,
    sameTrim,
    search,
    synthetic: used.some(isSynthetic),
    takenAt,
    figures,
    range: computeRange({ method: snapshot.method, subject, comparables: used, figures }),
    lines: used.map((comparable) => ({ comparable, move: computeMove(comparable, moveTo) })),
    leftOut: comparables.filter(isLeftOut),
  };
}

/** A snapshot with every listing behind its figures, for staff. */
export async function getSnapshot(ctx: Ctx, snapshotId: string): Promise<SnapshotView> {
  requireStaff(ctx.actor);
  const snapshot = await findSnapshot(ctx.db, snapshotId);
  if (snapshot === undefined) throw notFound();
  return toView(snapshot);
}

const unadjusted = { slope: undefined, yearShare: undefined, capped: 0 };

function toView(snapshot: Snapshot): SnapshotView {
  const { id, method, subject, figures, comparables, search, ...rest } = snapshot;
  const range = computeRange(snapshot);
  // Where no value is given, prices stand as they are listed.
  const { slope, yearShare, capped } = range === undefined ? unadjusted : figures;
  const adjustments = computeAdjustments(comparables, { slope, yearShare }, subject);
  const { market, withheld } = figures;
  return {
    id,
    method,
    vehicle_label: describeSubject(subject),
    subject: {
      year: subject.year,
      make: subject.make,
      model: subject.model,
      trim: subject.trim ?? null,
      trim_candidates: [...subject.trimCandidates],
      odometer: subject.odometer ?? null,
      zip: subject.zip ?? null,
      state: subject.state ?? null,
      fuel: subject.fuel ?? null,
      body: subject.body ?? null,
      drive: subject.drive ?? null,
      title_branded: subject.titleBranded ?? null,
      date_of_loss: subject.dateOfLoss ?? null,
    },
    window: { from: search.window.from, until: search.window.until },
    widenings: [...search.widenings],
    withheld: [...withheld],
    radius_miles: rest.radiusMiles ?? null,
    same_trim: rest.sameTrim,
    synthetic: comparables.some(isSynthetic),
    sample_size: figures.sampleSize,
    market: market ?? null,
    adjusted: range ?? null,
    slope_dollars_per_mile: slope ?? null,
    year_share: yearShare ?? null,
    rates: figures.rates === undefined ? 'general' : 'model',
    capped,
    taken_at: rest.takenAt.toISOString(),
    coverage: decideCoverage(figures.sampleSize),
    basis: describeBasis(snapshot),
    caveats: listCaveats(snapshot),
    comparables: comparables.map((one, index) => toListing(one, adjustments[index])),
  };
}

const toListing = (one: Comparable, adjustment: Adjustment | undefined): SnapshotView['comparables'][number] => ({
  source: one.source,
  source_id: one.sourceId,
  vin: one.vin ?? null,
  year: one.year,
  trim: one.trim ?? null,
  price: one.price,
  miles: one.miles ?? null,
  distance_miles: one.distanceMiles ?? null,
  state: one.state ?? null,
  dealer: one.dealer ?? null,
  first_seen_at: one.firstSeenAt ?? null,
  last_seen_at: one.lastSeenAt,
  fuel: one.fuel ?? null,
  url: one.url ?? null,
  adjustment: adjustment?.dollars ?? null,
  adjusted_price: adjustment?.price ?? null,
  adjustment_capped: adjustment?.isCapped ?? false,
});

type Recomputed = { readonly stored: Figures; readonly computed: Figures };

/** Recomputes the figures of a snapshot from its comparables, by its own method. */
export async function recomputeSnapshot(ctx: Pick<Ctx, 'db'>, snapshotId: string): Promise<Recomputed> {
  const snapshot = await findSnapshot(ctx.db, snapshotId);
  if (snapshot === undefined) throw notFound();
  const { subject, comparables, figures } = snapshot;
  const itsMethod = methods[snapshot.method];
  if (itsMethod === undefined) throw methodUnknown(snapshot.method);
  return { stored: figures, computed: computeFigures(comparables, { subject, rates: figures.rates }, itsMethod) };
}

/** Of test cases that are removed with everything about them; one that an appraisal rests on stays. */
export function removeSnapshots(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) deleteSnapshots(tx.db, ids);
}

/**
 * Stores the basis of a read, so that it can be shown and recomputed; returns its id, or undefined for an empty read
 * (D-028). Where little was found, the feed is queried later.
 */
export function storeSnapshot(tx: Tx, read: MarketRead): string | undefined {
  // Each call of the feed costs money, so sandbox cases cause none.
  if (!isInAgentSandbox(tx.actor)) requestListings(tx, read);
  if (read.comparables.length === 0) return undefined;
  const id = newId('snap', read.takenAt);
  const { method, subject, sameTrim, figures, comparables, takenAt, area, window, widenings } = read;
  const radiusMiles = area.kind === 'radius' ? area.miles : undefined;
  const search = { window, widenings };
  insertSnapshot(tx.db, { id, method, subject, radiusMiles, sameTrim, search, figures, comparables, takenAt });
  return id;
}
