import type { Db } from '#platform/db';
import { methodUnknown } from '../errors.ts';
import { computeMove } from '../adjustment-rules.ts';
import { isSynthetic, type Comparable } from '../comparable-rules.ts';
import { computeFigures, computeRange, methods, type Figures } from '../rules.ts';
import type { Subject } from '../subject-rules.ts';
import { findSnapshot, type Snapshot } from './snapshot-store.ts';

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
  /** In which days its listings were seen, and what was admitted beside the subject's own kind. */
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
