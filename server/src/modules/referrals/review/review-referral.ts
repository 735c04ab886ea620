import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { reviewCompleted } from '../errors.ts';
import { referralEvent } from '../events.ts';
import { getLockedReferral } from '../lifecycle/get-locked-referral.ts';
import { toReviewRecord } from './rules.ts';
import type { ReviewChange } from './schemas.ts';
import { findReview, upsertReview, type ReviewRow } from './store.ts';

/** Opens, changes or completes the review of a referral; only changes are published. */
export async function reviewReferral(ctx: Ctx, tenant: Tenant, { id, change }: { id: string; change: ReviewChange }) {
  return transact(ctx, async (tx) => {
    const referral = await getLockedReferral(tx, tenant, id);
    const before = await findReview(tx.db, tenant, id);
    if (before?.status === 'completed' && change.status !== 'completed') throw reviewCompleted();
    const after = changed(tx, before ?? { ...tenant, id: newId('rvr', tx.clock.now()), referralId: id }, change);
    if (before !== undefined && sameReview(before, after)) return toReviewRecord(before);
    upsertReview(tx.db, after);
    const record = toReviewRecord(after);
    const { id: recordId, object, status, updated_at } = record;
    const thin = { review_record: { id: recordId, object, status, updated_at } };
    publishEvent(tx, referralEvent(referral, 'referral.review_updated', { thin, full: { review_record: record } }));
    return record;
  });
}

function changed(
  tx: Tx,
  before: Tenant & { id: string; referralId: string } & Partial<ReviewRow>,
  change: ReviewChange,
): ReviewRow {
  const now = tx.clock.now();
  return {
    institutionId: before.institutionId,
    livemode: before.livemode,
    id: before.id,
    referralId: before.referralId,
    status: change.status,
    outcome: change.outcome ?? before.outcome ?? null,
    summary: change.summary ?? before.summary ?? null,
    openedAt: before.openedAt ?? now,
    completedAt: change.status === 'completed' ? (before.completedAt ?? now) : null,
    updatedAt: now,
  };
}

const sameReview = (a: ReviewRow, b: ReviewRow): boolean =>
  a.status === b.status && a.outcome === b.outcome && a.summary === b.summary;
