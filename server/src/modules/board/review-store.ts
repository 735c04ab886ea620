import { prepared, type Db } from '#platform/db';
import type { Review } from './review-schemas.ts';

const review = prepared<[referralId: string], Omit<Review, 'updated_at'> & { readonly updated_at: Date }>(
  'board.find-review',
  `select v.status, v.outcome, v.summary, v.updated_at from referrals.referrals r join referrals.review_records v
     on v.institution_id = r.institution_id and v.livemode = r.livemode and v.referral_id = r.id
   where r.id = $1`,
);

export const findReviewRow = (db: Db, referralId: string) => db.find(review(referralId));
