import type { StatedContact } from '#modules/consultations';
import type { Tenant } from '#modules/partners';
import { prepared, type Db, type Query, type TxDb } from '#platform/db';
import type { Members } from './rules.ts';
import type { EnrollmentStatus } from './schemas.ts';

export type Enrollment = Tenant &
  Members & {
    readonly id: string;
    readonly status: EnrollmentStatus;
    /**
     * Numbers that turned out to be another person's, and the one that the member gave; a roster's rows have neither.
     */
    readonly struckPhones?: readonly string[];
    readonly givenPhone?: string | null;
    /** The contact that the team calls instead; only from staff. */
    readonly staffContact?: StatedContact;
    readonly canceledAt: Date | null;
    readonly cancelReason: string | null;
    readonly redeemedAt: Date | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };

const columns = `institution_id as "institutionId", livemode, id, status, external_ref as "externalRef", plan,
  first_name as "firstName", last_name as "lastName", email, phone, vin, year, make, model, effective_at as "effectiveAt",
  canceled_at as "canceledAt", cancel_reason as "cancelReason", redeemed_at as "redeemedAt", created_at as "createdAt",
  updated_at as "updatedAt", struck_phones as "struckPhones", given_phone as "givenPhone",
  staff_contact as "staffContact"`;

// Rows whose VIN is already enrolled are skipped; ordered by VIN, so that two calls cannot deadlock.
const insert = prepared<[rows: string], { id: string }>(
  'memberships.insert-enrollments',
  `insert into memberships.enrollments (institution_id, livemode, id, status, external_ref, plan, first_name, last_name, email,
     phone, vin, year, make, model, effective_at, created_at, updated_at)
   select "institutionId", livemode, id, 'active', "externalRef", plan, "firstName", "lastName", email, phone, vin, year,
     make, model, "effectiveAt", "createdAt", "createdAt"
   from jsonb_to_recordset($1) as r("institutionId" text, livemode boolean, id text, "externalRef" text, plan text,
     "firstName" text, "lastName" text, email text, phone text, vin text, year smallint, make text, model text,
     "effectiveAt" timestamptz, "createdAt" timestamptz, place integer)
   order by vin, place
   on conflict (institution_id, livemode, vin) where status <> 'canceled' do nothing
   returning id`,
);

/** The ids of the inserted rows. */
export async function insertEnrollments(db: TxDb, rows: readonly Enrollment[]): Promise<ReadonlySet<string>> {
  const placed = rows.map((row, place) => ({ ...row, place }));
  return new Set((await db.many(insert(JSON.stringify(placed)))).map(({ id }) => id));
}

const living = prepared<
  [institutionId: string, livemode: boolean, vins: readonly string[]],
  { id: string; vin: string }
>(
  'memberships.living-by-vin',
  `select id, vin from memberships.enrollments where institution_id = $1 and livemode = $2 and vin = any($3::text[])
     and status <> 'canceled'`,
);

export const listLivingByVin = (db: Db, tenant: Tenant, vins: readonly string[]) =>
  db.many(living(tenant.institutionId, tenant.livemode, vins));

type StoredEnrollment = Enrollment & {
  readonly struckPhones: readonly string[];
  readonly givenPhone: string | null;
  readonly staffContact: StatedContact;
};

const one = (tail: string) =>
  prepared<[institutionId: string, livemode: boolean, id: string], StoredEnrollment>(
    `plans.find-enrollment${tail === '' ? '' : '-locked'}`,
    `select ${columns} from memberships.enrollments where institution_id = $1 and livemode = $2 and id = $3 ${tail}`,
  );
const byId = one('');
const lockedById = one('for update');

export const findEnrollment = (db: Db, tenant: Tenant, id: string) =>
  db.find(byId(tenant.institutionId, tenant.livemode, id));

export const lockEnrollment = (db: TxDb, tenant: Tenant, id: string) =>
  db.find(lockedById(tenant.institutionId, tenant.livemode, id));

const newestByVin = prepared<[institutionId: string, livemode: boolean, vin: string], { id: string }>(
  'memberships.newest-by-vin',
  `select id from memberships.enrollments where institution_id = $1 and livemode = $2 and vin = $3
   order by status = 'canceled', id desc limit 1`,
);

/** The enrollment that a VIN refers to: the current one, otherwise the last that was canceled. */
export const findByVin = (db: Db, tenant: Tenant, vin: string) =>
  db.find(newestByVin(tenant.institutionId, tenant.livemode, vin));

const change = prepared<[row: string], never>(
  'memberships.change-enrollment',
  `update memberships.enrollments t set status = r.status, external_ref = r."externalRef", first_name = r."firstName",
     last_name = r."lastName", email = r.email, phone = r.phone, vin = r.vin, year = r.year, make = r.make,
     model = r.model, canceled_at = r."canceledAt", cancel_reason = r."cancelReason", redeemed_at = r."redeemedAt",
     updated_at = r."updatedAt"
   from jsonb_to_record($1) as r("institutionId" text, livemode boolean, id text, status text, "externalRef" text,
     "firstName" text, "lastName" text, email text, phone text, vin text, year smallint, make text, model text,
     "canceledAt" timestamptz, "cancelReason" text, "redeemedAt" timestamptz, "updatedAt" timestamptz)
   where t.institution_id = r."institutionId" and t.livemode = r.livemode and t.id = r.id`,
);

/** Writes an enrollment in its current state; it must be locked by this transaction. */
export function updateEnrollment(db: TxDb, row: Enrollment, explain?: Query<never>['explain']): void {
  db.write({ ...change(JSON.stringify(row)), ...(explain ? { explain } : {}) });
}

const numbers = prepared<
  [
    institutionId: string,
    livemode: boolean,
    id: string,
    struck: readonly string[],
    given: string | null,
    stated: StatedContact,
  ],
  never
>(
  'memberships.set-numbers',
  `update memberships.enrollments set struck_phones = $4, given_phone = $5, staff_contact = $6
   where institution_id = $1 and livemode = $2 and id = $3`,
);

/** The institution's data stay; the enrollment must be locked by this transaction. */
export function updateNumbers(
  db: TxDb,
  { institutionId, livemode, id, struckPhones = [], givenPhone = null, staffContact = {} }: Enrollment,
): void {
  db.write(numbers(institutionId, livemode, id, struckPhones, givenPhone, staffContact));
}

const insertTerms = prepared<[institutionId: string, id: string, vin: string, plan: string, until: Date], never>(
  'memberships.insert-earlier-terms',
  'insert into memberships.earlier_terms (institution_id, enrollment_id, vin, plan, until) values ($1, $2, $3, $4, $5)',
);

/** Stores the terms that an enrollment had until now; the sandbox is not billed, so it needs none. */
export function insertEarlierTerms(
  db: TxDb,
  { livemode, institutionId, id, vin, plan }: Enrollment,
  until: Date,
): void {
  if (livemode) db.write(insertTerms(institutionId, id, vin, plan, until));
}

type EnrollmentFilter = {
  readonly status: string | undefined;
  readonly vin: string | undefined;
  readonly externalRef: string | undefined;
  readonly plan: string | undefined;
  readonly fromId: string | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
};

/**
 * Newest first; the statement contains only the requested conditions, so that each filter is read from its own index.
 */
export function listEnrollmentRows(db: Db, tenant: Tenant, filter: EnrollmentFilter): Promise<Enrollment[]> {
  const values: unknown[] = [tenant.institutionId, tenant.livemode];
  const conditions = ['institution_id = $1', 'livemode = $2'];
  const ask = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  ask('status =', filter.status);
  ask('vin =', filter.vin);
  ask('external_ref =', filter.externalRef);
  ask('plan =', filter.plan);
  ask('id >=', filter.fromId);
  ask('id <', filter.belowId);
  const text = `select ${columns} from memberships.enrollments where ${conditions.join(' and ')}
    order by id desc limit $${values.push(filter.limit)}`;
  return db.many<Enrollment>({ text, values });
}

type Range = readonly [from: string, below: string];

type Counts = {
  readonly activeEnrollments: number;
  readonly enrolled: number;
  readonly canceled: number;
  readonly lossesReported: number;
  readonly redemptions: number;
};

// Each part reads only one index of its table; rows created in a period are a range of ids.
const counts = prepared<
  [string, boolean, from: Date, to: Date, string, string, string, string, string, string],
  Counts
>(
  'memberships.count-membership',
  `select
     (select count(*)::int from memberships.enrollments where institution_id = $1 and livemode = $2 and status = 'active')
       as "activeEnrollments",
     (select count(*)::int from memberships.enrollments where institution_id = $1 and livemode = $2 and id >= $5 and id < $6)
       as enrolled,
     (select count(*)::int from memberships.enrollments where institution_id = $1 and livemode = $2 and canceled_at >= $3
        and canceled_at < $4 and canceled_at is not null) as canceled,
     (select count(*)::int from memberships.loss_notices where institution_id = $1 and livemode = $2 and id >= $7 and id < $8)
       as "lossesReported",
     (select count(*)::int from memberships.redemptions where institution_id = $1 and livemode = $2 and id >= $9 and id < $10)
       as redemptions`,
);

type Window = {
  readonly from: Date;
  readonly to: Date;
  readonly enrolled: Range;
  readonly losses: Range;
  readonly redemptions: Range;
};

export const countMembership = (db: Db, tenant: Tenant, { from, to, enrolled, losses, redemptions }: Window) =>
  db.find(counts(tenant.institutionId, tenant.livemode, from, to, ...enrolled, ...losses, ...redemptions));

const statements = prepared<[institutionId: string, from: Date, to: Date], { period: string; cents: number }>(
  'memberships.sum-statements',
  `select period, sum(amount_cents)::float8 as cents from memberships.statements
   where institution_id = $1 and status <> 'void' and (period || '-01')::date >= ($2::timestamptz at time zone 'UTC')
     and (period || '-01')::date < ($3::timestamptz at time zone 'UTC')
   group by period`,
);

export const sumStatements = (db: Db, tenant: Tenant, { from, to }: { from: Date; to: Date }) =>
  db.many(statements(tenant.institutionId, from, to));
