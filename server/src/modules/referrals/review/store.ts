import { prepared, type Db, type TxDb } from '#platform/db';
import type { Tenant } from '#modules/partners';
import type { Lookup, ReviewOutcome, ReviewStatus } from './schemas.ts';

export type ReviewRow = Tenant & {
  readonly id: string;
  readonly referralId: string;
  readonly status: ReviewStatus;
  readonly outcome: ReviewOutcome | null;
  readonly summary: string | null;
  readonly openedAt: Date;
  readonly completedAt: Date | null;
  readonly updatedAt: Date;
};

const one = prepared<[institutionId: string, livemode: boolean, referralId: string], ReviewRow>(
  'referrals.find-review',
  `select institution_id as "institutionId", livemode, id, referral_id as "referralId", status, outcome, summary,
     opened_at as "openedAt", completed_at as "completedAt", updated_at as "updatedAt"
   from referrals.review_records where institution_id = $1 and livemode = $2 and referral_id = $3`,
);

export const findReview = (db: Db, tenant: Tenant, referralId: string) =>
  db.find(one(tenant.institutionId, tenant.livemode, referralId));

const write = prepared<
  [string, boolean, string, string, string, string | null, string | null, Date, Date | null, Date],
  never
>(
  'referrals.write-review',
  `insert into referrals.review_records (institution_id, livemode, id, referral_id, status, outcome, summary, opened_at,
     completed_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (institution_id, livemode, id) do update set status = excluded.status, outcome = excluded.outcome,
     summary = excluded.summary, completed_at = excluded.completed_at, updated_at = excluded.updated_at`,
);

export function upsertReview(db: TxDb, row: ReviewRow): void {
  const { institutionId, livemode, id, referralId, status, outcome, summary, openedAt, completedAt, updatedAt } = row;
  db.write(write(institutionId, livemode, id, referralId, status, outcome, summary, openedAt, completedAt, updatedAt));
}

type StatusRow = {
  readonly referralId: string;
  readonly externalRef: string | null;
  readonly createdAt: Date;
  readonly status: ReviewStatus | null;
  readonly updatedAt: Date | null;
  readonly completedAt: Date | null;
};

const lookup = (name: string, condition: string) =>
  prepared<[institutionId: string, livemode: boolean, value: string], StatusRow>(
    `referrals.review-by-${name}`,
    `select r.id as "referralId", r.external_ref as "externalRef", r.created_at as "createdAt", v.status,
       v.updated_at as "updatedAt", v.completed_at as "completedAt"
     from referrals.referrals r left join referrals.review_records v
       on v.institution_id = r.institution_id and v.livemode = r.livemode and v.referral_id = r.id
     where r.institution_id = $1 and r.livemode = $2 and ${condition}
     order by r.id desc limit 100`,
  );

const lookups = {
  vin: lookup('vin', 'r.vin = $3'),
  claim_number: lookup('claim-number', 'r.claim_number = $3'),
  reference: lookup('reference', '(r.external_ref = $3 or r.id = $3)'),
};

export const listReviewStatuses = (
  db: Db,
  tenant: Tenant,
  { name, value }: { readonly name: keyof Lookup; readonly value: string },
) => db.many(lookups[name](tenant.institutionId, tenant.livemode, value));
