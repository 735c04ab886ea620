import type { Tenant } from '#modules/partners';
import { prepared, type Db } from '#platform/db';

/** A referral of a vehicle, as far as it says whether the same person is referred again. */
export type KnownReferral = {
  readonly id: string;
  readonly vin: string;
  readonly claimNumber: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Whether another one of this vehicle would be refused. */
  readonly isOpen: boolean;
};

type Asked = readonly [institutionId: string, livemode: boolean, vins: readonly string[], now: Date, limit: number];

const known = prepared<Asked, KnownReferral>(
  'referrals.list-known',
  `select id, vin, claim ->> 'claim_number' as "claimNumber", borrower ->> 'email' as email, borrower ->> 'phone' as phone,
     status in ('activated', 'settled') or (status = 'invited' and invitation_expires_at > $4) as "isOpen"
   from referrals.referrals where institution_id = $1 and livemode = $2 and vin = any($3::text[])
   order by id desc limit $5`,
);

type Vehicles = { readonly vins: readonly string[]; readonly now: Date; readonly limit: number };

export const listKnown = (db: Db, { institutionId, livemode }: Tenant, { vins, now, limit }: Vehicles) =>
  db.many(known(institutionId, livemode, vins, now, limit));
