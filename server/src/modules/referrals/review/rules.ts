import type { ReviewRecord } from './schemas.ts';
import type { ReviewRow } from './store.ts';

export const toReviewRecord = (row: ReviewRow): ReviewRecord => ({
  object: 'gap.review_record',
  id: row.id,
  referral_id: row.referralId,
  status: row.status,
  outcome: row.outcome,
  summary: row.summary,
  opened_at: row.openedAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
});
