import type { Ctx } from '#context';
import { wholePage } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { validationFailed } from '#platform/errors';
import type { Lookup, ReviewStatusPage } from './schemas.ts';
import { listReviewStatuses } from './store.ts';

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
