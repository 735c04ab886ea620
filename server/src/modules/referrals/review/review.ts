import type { Ctx, Tx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { newId } from '#lib/tokens/ids';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { reviewCompleted, reviewNotFound } from '../errors.ts';
import { referralEvent } from '../events.ts';
import { getLockedReferral } from '../lifecycle/get-locked-referral.ts';
import { toReviewRecord } from './rules.ts';
import type { Lookup, ReviewChange, ReviewRecord, ReviewStatusPage } from './schemas.ts';
import { findReview, listReviewStatuses, upsertReview, type ReviewRow } from './store.ts';

export async function getReviewRecord(ctx: Ctx, tenant: Tenant, referralId: string): Promise<ReviewRecord> {
  const row = await findReview(ctx.db, tenant, referralId);
  if (row === undefined) throw reviewNotFound();
  return toReviewRecord(row);
}

/** The review status of each matching referral; one without a review is not started. */
export async function lookUpReviews(ctx: Ctx, tenant: Tenant, lookup: Lookup): Promise<ReviewStatusPage> {
  const [name, ...others] = Object.keys(lookup) as (keyof Lookup)[];
  if (name === undefined || others.length > 0)
    throw validationFailed([{ path: '', message: 'must have exactly one of vin, claim_number, reference' }]);
  const value = name === 'vin' ? (lookup.vin ?? '').toUpperCase() : (lookup[name] ?? '');
  const rows = await listReviewStatuses(ctx.db, tenant, { name, value });
  return wholePage(
    rows.map((row) => ({
      object: 'gap.review_status' as const,
      referral_id: row.referralId,
      external_ref: row.externalRef,
      status: row.status ?? 'not_started',
      updated_at: (row.updatedAt ?? row.createdAt).toISOString(),
      completed_at: row.completedAt?.toISOString() ?? null,
    })),
  );
}

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
