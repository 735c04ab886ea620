import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { methodUnknown } from '../errors.ts';
import { computeFigures, methods, type Figures } from '../rules.ts';
import { findSnapshot } from './snapshot-store.ts';

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
