import { prepared, type Db } from '#platform/db';

/** A referral's data about its loan, and the offered and settled values. */
export type ReferredLoan = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly externalRef: string | null;
  readonly consultationId: string | null;
  readonly consultationNumber: string | null;
  readonly payoffCents: number | null;
  readonly deductibleCents: number | null;
  /** As the savings count them: null while either is unknown. */
  readonly offerValueCents: number | null;
  readonly settlementValueCents: number | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
};

const columns = `institution_id as "institutionId", livemode, id, external_ref as "externalRef",
  consultation_id as "consultationId", consultation_number as "consultationNumber",
  (liability ->> 'loan_payoff_cents')::float8 as "payoffCents", (liability ->> 'deductible_cents')::float8 as "deductibleCents",
  offer_value_cents::float8 as "offerValueCents", settlement_value_cents::float8 as "settlementValueCents",
  created_at as "createdAt", settled_at as "settledAt"`;

const byId = prepared<[id: string], ReferredLoan>(
  'referrals.find-loan',
  `select ${columns} from referrals.referrals where id = $1`,
);

export const findLoan = (db: Db, id: string) => db.find(byId(id));

const settledOf = prepared<
  [institutionId: string, livemode: boolean, from: Date, to: Date, limit: number],
  ReferredLoan
>(
  'referrals.list-settled-loans',
  `select ${columns} from referrals.referrals
   where institution_id = $1 and livemode = $2 and settled_at >= $3 and settled_at < $4 and settled_at is not null
   order by settled_at, id limit $5`,
);

// A separate statement: one in which the institution is optional gets a bad plan for both cases.
const settledOfAll = prepared<[livemode: boolean, from: Date, to: Date, limit: number], ReferredLoan>(
  'referrals.list-all-settled-loans',
  `select ${columns} from referrals.referrals
   where livemode = $1 and settled_at >= $2 and settled_at < $3 and settled_at is not null
   order by settled_at, id limit $4`,
);

type Settled = {
  readonly livemode: boolean;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
};

/** Referrals settled in a period, in the order of the settlements; of all institutions if none is named. */
export const listSettled = (db: Db, institutionId: string | undefined, { livemode, from, to, limit }: Settled) =>
  institutionId === undefined
    ? db.many(settledOfAll(livemode, from, to, limit))
    : db.many(settledOf(institutionId, livemode, from, to, limit));

type CohortRow = {
  readonly month: string;
  readonly invited: number;
  readonly activated: number;
  readonly open: number;
};

const counts = `to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as invited,
  count(activated_at)::int as activated,
  count(*) filter (where status = 'invited' and invitation_expires_at > $1)::int as open`;

const cohortsOf = prepared<[now: Date, from: Date, to: Date, livemode: boolean, institutionId: string], CohortRow>(
  'referrals.count-cohorts',
  `select ${counts} from referrals.referrals
   where institution_id = $5 and livemode = $4 and created_at >= $2 and created_at < $3 group by 1 order by 1`,
);

const cohortsOfAll = prepared<[now: Date, from: Date, to: Date, livemode: boolean], CohortRow>(
  'referrals.count-all-cohorts',
  `select ${counts} from referrals.referrals
   where livemode = $4 and created_at >= $2 and created_at < $3 group by 1 order by 1`,
);

type Cohorts = Omit<Settled, 'limit'> & { readonly now: Date };

export const countCohorts = (db: Db, institutionId: string | undefined, { now, from, to, livemode }: Cohorts) =>
  institutionId === undefined
    ? db.many(cohortsOfAll(now, from, to, livemode))
    : db.many(cohortsOf(now, from, to, livemode, institutionId));
