import type { Db } from '#platform/db';
import { methodUnknown } from '../errors.ts';
import { computeFigures, computeMove, isSynthetic, methods, type Comparable, type Figures } from '../rules.ts';
import type { Subject } from '../subject-rules.ts';
import { findSnapshot } from './snapshot-store.ts';

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
  readonly synthetic: boolean;
  readonly takenAt: Date;
  /** Of the comparables that are not left out. */
  readonly figures: Figures;
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
  const { id, subject, radiusMiles, sameTrim, takenAt, comparables } = snapshot;
  const used = comparables.filter((one) => !isLeftOut(one));
  const figures = computeFigures(used, subject.odometer, method);
  return {
    id,
    method: snapshot.method,
    share: method.share,
    subject,
    radiusMiles,
    sameTrim,
    synthetic: used.some(isSynthetic),
    takenAt,
    figures,
    lines: used.map((comparable) => ({
      comparable,
      move: moveOf(comparable, { slope: figures.slope, odometer: subject.odometer, share: method.share }),
    })),
    leftOut: comparables.filter(isLeftOut),
  };
}

type Basis = { readonly slope: number | undefined; readonly odometer: number | undefined; readonly share: number };

function moveOf(one: Comparable, { slope, odometer, share }: Basis): FiguredLine['move'] {
  const { miles } = one;
  if (miles === undefined || slope === undefined || odometer === undefined) return undefined;
  return computeMove({ ...one, miles }, { slope, odometer, share });
}
