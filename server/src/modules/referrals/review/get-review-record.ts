import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { reviewNotFound } from '../errors.ts';
import { toReviewRecord } from './rules.ts';
import type { ReviewRecord } from './schemas.ts';
import { findReview } from './store.ts';

export async function getReviewRecord(ctx: Ctx, tenant: Tenant, referralId: string): Promise<ReviewRecord> {
  const row = await findReview(ctx.db, tenant, referralId);
  if (row === undefined) throw reviewNotFound();
  return toReviewRecord(row);
}
