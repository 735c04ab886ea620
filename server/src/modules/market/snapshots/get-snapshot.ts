import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { decideCoverage, isSynthetic, type Comparable } from '../comparable-rules.ts';
import { computeAdjustments, computeRange, type Adjustment } from '../rules.ts';
import { describeBasis, listCaveats } from './coverage-rules.ts';
import type { SnapshotView } from '../schemas.ts';
import { findSnapshot, type Snapshot } from './snapshot-store.ts';
import { describeSubject } from '../subject-rules.ts';

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
    window: search === undefined ? null : { from: search.window.from, until: search.window.until },
    widenings: [...(search?.widenings ?? [])],
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
