import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { methodUnknown } from './errors.ts';
import { computeFigures, methodVersion, type Comparable, type Figures } from './rules.ts';
import { findSnapshot } from './snapshot-store.ts';

/** Every method that a stored snapshot may name; an old one stays here when a new one is made. */
const methods: Readonly<Record<string, (comparables: readonly Comparable[], odometer: number | undefined) => Figures>> =
  {
    [methodVersion]: computeFigures,
  };

export type Recomputed = { readonly stored: Figures; readonly computed: Figures };

/** The figures of a snapshot once more, from its comparables and by its own method. */
export async function recomputeSnapshot(ctx: Pick<Ctx, 'db'>, snapshotId: string): Promise<Recomputed> {
  const snapshot = await findSnapshot(ctx.db, snapshotId);
  if (snapshot === undefined) throw notFound();
  const compute = methods[snapshot.method];
  if (compute === undefined) throw methodUnknown(snapshot.method);
  return { stored: snapshot.figures, computed: compute(snapshot.comparables, snapshot.subject.odometer) };
}
