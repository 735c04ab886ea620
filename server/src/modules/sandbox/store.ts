import { prepared, type Db } from '#platform/db';
import type { SandboxTenant } from './rules.ts';

/** The facts that decide a referral's steps, in addition to its status. */
export type ReferralProgress = {
  readonly id: string;
  readonly review: 'in_review' | 'completed' | null;
  readonly delivered: boolean;
};

const progress = prepared<[institutionId: string, ids: readonly string[]], ReferralProgress>(
  'sandbox.list-progress',
  `select r.id, v.status as review, c.delivered_at is not null as delivered
   from referrals.referrals r
   left join referrals.review_records v
     on v.institution_id = r.institution_id and not v.livemode and v.referral_id = r.id
   left join consultations.consultations c on c.id = r.consultation_id and c.test
   where r.institution_id = $1 and not r.livemode and r.id = any($2::text[])`,
);

/** The progress of these referrals' reviews and cases. */
export const listProgress = (db: Db, { institutionId }: SandboxTenant, ids: readonly string[]) =>
  db.many(progress(institutionId, ids));

type OpenRedemption = {
  readonly id: string;
  readonly enrollmentId: string;
  readonly consultationId: string;
  readonly settled: boolean;
};

const redemptions = prepared<[institutionId: string, ids: readonly string[]], OpenRedemption>(
  'sandbox.list-open-redemptions',
  `select d.id, d.enrollment_id as "enrollmentId", d.consultation_id as "consultationId",
     c.settled_at is not null as settled
   from memberships.redemptions d join consultations.consultations c on c.id = d.consultation_id and c.test
   where d.institution_id = $1 and not d.livemode and d.enrollment_id = any($2::text[]) and d.status = 'open'`,
);

/** The redemptions opened by these enrollments' reported losses. */
export const listOpenRedemptions = (db: Db, { institutionId }: SandboxTenant, ids: readonly string[]) =>
  db.many(redemptions(institutionId, ids));

type Linked = { readonly id: string };

const linked = prepared<[institutionId: string, id: string], Linked>(
  'sandbox.list-linked-ids',
  `select consultation_id as id from referrals.referrals
   where institution_id = $1 and not livemode and id = $2 and consultation_id is not null
   union all
   select h.id from referrals.referrals r
   join checkout.checkouts k on k.consultation_id = r.consultation_id and k.test
   join checkout.holds h on h.checkout_id = k.id
   where r.institution_id = $1 and not r.livemode and r.id = $2
   union all
   select unnest(array[id, consultation_id]) from memberships.redemptions
   where institution_id = $1 and not livemode and enrollment_id = $2`,
);

/** Ids that messages may name instead of a referral or an enrollment: its cases, their holds, and redemptions. */
export const listLinkedIds = async (db: Db, { institutionId }: SandboxTenant, id: string): Promise<string[]> =>
  (await db.many(linked(institutionId, id))).map((row) => row.id);

type OwnConsultation = { readonly id: string | null };

const ofReferral = prepared<[institutionId: string, id: string], OwnConsultation>(
  'sandbox.find-consultation',
  `select consultation_id as id from referrals.referrals
   where institution_id = $1 and not livemode and id = $2`,
);

/** The id of a referral's case, once there is one. */
export const findReferralConsultation = async (
  db: Db,
  { institutionId }: SandboxTenant,
  referralId: string,
): Promise<string | undefined> => (await db.find(ofReferral(institutionId, referralId)))?.id ?? undefined;

type Subject = { readonly subjectId: string; readonly objectId: string };

const subjects = prepared<[institutionId: string, ids: readonly string[]], Subject>(
  'sandbox.list-objects-of',
  `select s.id as "subjectId", coalesce(r.id, d.enrollment_id) as "objectId" from unnest($2::text[]) as s (id)
   left join checkout.holds h on h.id = s.id
   left join checkout.checkouts k on k.id = h.checkout_id and k.test
   left join consultations.consultations c on c.id in (s.id, k.consultation_id) and c.test
   left join referrals.referrals r
     on r.institution_id = $1 and not r.livemode and r.id = coalesce(c.source_id, s.id)
   left join memberships.redemptions d
     on d.institution_id = $1 and not d.livemode and d.id = coalesce(c.source_id, s.id)
   where coalesce(r.id, d.enrollment_id) is not null`,
);

/** The referral or enrollment that each message is about. */
export const listObjectsOf = (db: Db, { institutionId }: SandboxTenant, subjectIds: readonly string[]) =>
  db.many(subjects(institutionId, subjectIds));
