import { firstIdAt } from '#lib/tokens/ids';
import { escapeLiteral, prepared, randomTail, type Db, type TxDb } from '#platform/db';
import type { Tenant } from '#modules/partners';
import { defineEventSet } from '#modules/webhooks';
import type { Enrollment } from '../store.ts';

// The roster's set operations. Both temporary tables live as long as the connection.

/** A roster is sorted and joined as a whole; with the default of small calls it would spill to disk. */
export const rosterWorkMem = '64MB';

export const rosterCopy =
  'copy roster (place, vin, external_ref, plan, first_name, last_name, email, phone, year, make, model, effective_at) from stdin';

export const rosterTable = `create temp table roster (
  place integer not null, vin text collate "C" not null, external_ref text collate "C",
  plan text collate "C" not null, first_name text not null, last_name text not null, email text, phone text,
  year smallint, make text, model text, effective_at timestamptz not null)`;

/** A preview's invalid rows, with the VIN if it can be read. */
export const refusedTable =
  'create temp table refused (place integer not null, vin text collate "C", reasons jsonb not null)';
export const refusedCopy = 'copy refused (place, vin, reasons) from stdin';

/** The planner has no statistics of a table that was just filled. */
export const analyzeRoster = { text: 'analyze roster', values: [] };

const repeated = prepared<[limit: number], { place: number }>(
  'memberships.repeated-vins',
  `select place from (select place, row_number() over (partition by vin order by place) as turn from roster) r
   where turn > 1 order by place limit $1`,
);

/** Indexes of rows whose VIN an earlier row has. */
export const listRepeated = (db: Db, limit: number) => db.many(repeated(limit));

// The roster's changes, with each enrollment's new state; unchanged enrollments have no row here. An id begins with its
// creation time, which is now and not when the row arrived. The version is the transaction that last wrote the row, so a
// concurrent change is detected.
const makeChanges = (tenant: Tenant, now: Date) => ({
  text: `create temp table changes as
   select row_number() over (order by r.place nulls last, e.vin)::int as seq,
     case when e.id is null then 'created' when r.vin is null then 'canceled' else 'updated' end as action,
     coalesce(e.id, at.head || ${randomTail}) as id, e.version, e.plan as earlier_plan, coalesce(e.vin, r.vin) as vin,
     case when r.vin is null then 'canceled' else 'active' end as status,
     case when r.vin is null then e.external_ref else r.external_ref end as external_ref,
     case when r.vin is null then e.plan else r.plan end as plan,
     coalesce(r.first_name, e.first_name) as first_name, coalesce(r.last_name, e.last_name) as last_name,
     case when r.vin is null then e.email else r.email end as email,
     case when r.vin is null then e.phone else r.phone end as phone,
     case when e.id is null then r.year else e.year end as year,
     case when e.id is null then r.make else e.make end as make,
     case when e.id is null then r.model else e.model end as model,
     coalesce(e.effective_at, r.effective_at) as effective_at,
     case when r.vin is null then at.now end as canceled_at,
     case when r.vin is null then 'roster_sync' end as cancel_reason,
     coalesce(e.created_at, at.now) as created_at, at.now as updated_at
   from roster r full join (
     select *, xmin as version from memberships.enrollments
     where institution_id = ${escapeLiteral(tenant.institutionId)} and livemode = ${tenant.livemode} and status <> 'canceled') e
     on e.vin = r.vin
   cross join (select ${escapeLiteral(now.toISOString())}::timestamptz as now, ${escapeLiteral(firstIdAt('enr', now))} as head) at
   where e.id is null or e.status = 'active' and (r.vin is null
     or (e.external_ref, e.plan, e.first_name, e.last_name, e.email, e.phone)
       is distinct from (r.external_ref, r.plan, r.first_name, r.last_name, r.email, r.phone))`,
  values: [],
});

export function writeChanges(db: TxDb, tenant: Tenant, now: Date): void {
  db.write(makeChanges(tenant, now));
  db.write({ text: 'create unique index on changes (seq)', values: [] });
  db.write({ text: 'analyze changes', values: [] });
}

export type Counts = {
  readonly created: number;
  readonly updated: number;
  readonly canceled: number;
  readonly active: number;
  /** Enrollments with a reported loss or a redemption, which a roster never changes. */
  readonly kept: number;
  /** Of the kept enrollments, those that the roster names. */
  readonly keptNamed: number;
};

const counts = prepared<[institutionId: string, livemode: boolean], Counts>(
  'memberships.count-changes',
  `select * from
     (select count(*) filter (where action = 'created')::int as created,
        count(*) filter (where action = 'updated')::int as updated,
        count(*) filter (where action = 'canceled')::int as canceled from changes) c,
     (select count(*)::int as active from memberships.enrollments
      where institution_id = $1 and livemode = $2 and status = 'active') a,
     (select count(*)::int as kept, count(r.vin)::int as "keptNamed"
      from memberships.enrollments e left join roster r on r.vin = e.vin
      where institution_id = $1 and livemode = $2 and status in ('loss_reported', 'redeemed')) e`,
);

export const countChanges = (db: Db, tenant: Tenant) => db.find(counts(tenant.institutionId, tenant.livemode));

export type Change = { readonly seq: number; readonly action: 'created' | 'updated' | 'canceled' };

const page = prepared<
  [after: number, limit: number],
  Change & Omit<Enrollment, 'institutionId' | 'livemode' | 'struckPhones' | 'givenPhone' | 'staffContact'>
>(
  'memberships.list-changes',
  `select seq, action, id, status, external_ref as "externalRef", plan, first_name as "firstName",
     last_name as "lastName", email, phone, vin, year, make, model, effective_at as "effectiveAt",
     canceled_at as "canceledAt", cancel_reason as "cancelReason", null::timestamptz as "redeemedAt",
     created_at as "createdAt", updated_at as "updatedAt"
   from changes where seq > $1 order by seq limit $2`,
);

export const listChanges = (db: Db, after: number, limit: number) => db.many(page(after, limit));

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The changes as events, each text byte for byte the one that `enrollmentEvent` produces. */
export const changeEvents = defineEventSet(
  'changes',
  `select 'plan.enrollment.' || action as type, id as subject_id,
     '{"enrollment":{"id":"' || id || '","object":"gap.enrollment","status":"' || status
     || '","external_ref":' || coalesce(to_json(external_ref)::text, 'null') || ',"test":' || (not $2)::text
     || ',"created_at":"' || ${iso('created_at')} || '","effective_at":"' || ${iso('effective_at')}
     || '","canceled_at":' || coalesce('"' || ${iso('canceled_at')} || '"', 'null') || '}}' as data
   from changes where seq > $6 and seq <= $7 order by seq`,
);

const insertCreated = prepared<[institutionId: string, livemode: boolean], { written: number }>(
  'memberships.apply-created',
  `with written as (
     insert into memberships.enrollments (institution_id, livemode, id, status, external_ref, plan, first_name, last_name,
       email, phone, vin, year, make, model, effective_at, created_at, updated_at)
     select $1, $2, id, status, external_ref, plan, first_name, last_name, email, phone, vin, year, make, model,
       effective_at, created_at, updated_at
     from changes where action = 'created' order by vin
     on conflict (institution_id, livemode, vin) where status <> 'canceled' do nothing
     returning 1)
   select count(*)::int as written from written`,
);

// The institution in a select, so that the planner assumes one of average size: for one that its statistics have never
// seen it would assume a single enrollment, and scan all changes for each.
const updateOthers = prepared<[institutionId: string, livemode: boolean], { written: number }>(
  'memberships.apply-changed',
  `with written as (
     update memberships.enrollments e set status = c.status, external_ref = c.external_ref, plan = c.plan,
       first_name = c.first_name, last_name = c.last_name, email = c.email, phone = c.phone,
       canceled_at = c.canceled_at, cancel_reason = c.cancel_reason, updated_at = c.updated_at
     from changes c
     where e.institution_id = (select $1) and e.livemode = $2 and e.id = c.id and c.action <> 'created' and e.xmin = c.version
     returning 1)
   select count(*)::int as written from written`,
);

const deleteUnwritten = prepared<[institutionId: string, livemode: boolean], { action: Change['action'] }>(
  'memberships.forget-unwritten',
  `delete from changes c where not exists (
     select from memberships.enrollments e where e.institution_id = (select $1) and e.livemode = $2 and e.id = c.id
       and e.xmin = pg_current_xact_id()::xid)
   returning action`,
);

const insertEarlierTerms = prepared<[institutionId: string], never>(
  'memberships.store-earlier-terms',
  `insert into memberships.earlier_terms (institution_id, enrollment_id, vin, plan, until)
   select $1, id, vin, earlier_plan, updated_at from changes where action = 'updated' and plan <> earlier_plan`,
);

/**
 * Applies the roster's changes; returns the actions that a concurrent call overtook. Updates come first: a swap locks
 * its row and then the new VIN, and the order must match to avoid a deadlock.
 */
export async function applyChanges(db: TxDb, { institutionId, livemode }: Tenant, total: number) {
  const changed = await db.find(updateOthers(institutionId, livemode));
  const created = await db.find(insertCreated(institutionId, livemode));
  const written = (created?.written ?? 0) + (changed?.written ?? 0);
  const overtaken = written === total ? [] : await db.many(deleteUnwritten(institutionId, livemode));
  // Only live enrollments are billed, so only they need their earlier terms.
  if (livemode) db.write(insertEarlierTerms(institutionId));
  return overtaken;
}

const insertSync = prepared<[institutionId: string, livemode: boolean, id: string, totals: string, now: Date], never>(
  'memberships.insert-roster-sync',
  'insert into memberships.roster_syncs (institution_id, livemode, id, totals, created_at) values ($1, $2, $3, $4, $5)',
);

export function insertRosterSync(db: TxDb, tenant: Tenant, sync: { id: string; totals: object; now: Date }): void {
  db.write(insertSync(tenant.institutionId, tenant.livemode, sync.id, JSON.stringify(sync.totals), sync.now));
}
