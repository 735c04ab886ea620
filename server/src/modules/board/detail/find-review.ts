import type { Ctx } from '#context';
import type { Review } from '../review-schemas.ts';
import { findReviewRow } from '../review-store.ts';

/** The review of a referral; null when there is none, and for other sources. */
export async function findReview(
  ctx: Ctx,
  { source, source_id: id }: { readonly source: string; readonly source_id: string },
): Promise<Review | null> {
  const row = source === 'referral' ? await findReviewRow(ctx.db, id) : undefined;
  if (row === undefined) return null;
  const { status, outcome, summary, updated_at: at } = row;
  return { status, outcome, summary, updated_at: at.toISOString() };
}
