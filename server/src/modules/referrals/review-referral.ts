import type { Ctx, Tx } from '#context';
import { announce } from '#modules/webhooks';
import { newId } from '#lib/ids';
import { wholePage } from '#lib/pages';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import type { Lookup, ReviewChange, ReviewRecord, ReviewStatusPage } from './action-schemas.ts';
import { reviewCompleted, reviewNotFound } from './errors.ts';
import { referralEvent } from './events.ts';
import { requireLocked } from './move-referral.ts';
import { findReview, listReviewStatuses, upsertReview, type ReviewRow } from './review-store.ts';
import type { Owner } from './store.ts';

/** Opens, changes or completes the review of a referral; each change is announced, no change is not. */
export async function reviewReferral(ctx: Ctx, owner: Owner, { id, change }: { id: string; change: ReviewChange }) {
  return transact(ctx, async (tx) => {
    const referral = await requireLocked(tx, owner, id);
    const before = await findReview(tx.db, owner, id);
    if (before?.status === 'completed' && change.status !== 'completed') throw reviewCompleted();
    const after = changed(tx, before ?? { ...owner, id: newId('rvr', tx.clock.now()), referralId: id }, change);
    if (before !== undefined && sameReview(before, after)) return toRecord(before);
    upsertReview(tx.db, after);
    const record = toRecord(after);
    const { id: recordId, object, status, updated_at } = record;
    const thin = { review_record: { id: recordId, object, status, updated_at } };
    announce(tx, referralEvent(referral, 'referral.review_updated', { thin, full: { review_record: record } }));
    return record;
  });
}

function changed(
  tx: Tx,
  before: Owner & { id: string; referralId: string } & Partial<ReviewRow>,
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

export async function getReviewRecord(ctx: Ctx, owner: Owner, referralId: string): Promise<ReviewRecord> {
  const row = await findReview(ctx.db, owner, referralId);
  if (row === undefined) throw reviewNotFound();
  return toRecord(row);
}

/** Where the review of each matching referral stands; a referral nobody has looked at yet is not started. */
export async function lookUpReviews(ctx: Ctx, owner: Owner, lookup: Lookup): Promise<ReviewStatusPage> {
  const [name, ...others] = Object.keys(lookup) as (keyof Lookup)[];
  if (name === undefined || others.length > 0)
    throw validationFailed([{ path: '', message: 'must have exactly one of vin, claim_number, reference' }]);
  const value = name === 'vin' ? (lookup.vin ?? '').toUpperCase() : (lookup[name] ?? '');
  const rows = await listReviewStatuses(ctx.db, owner, { name, value });
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

const toRecord = (row: ReviewRow): ReviewRecord => ({
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
