import { firstIdAt } from '#lib/tokens/ids';
import { escapeLiteral, prepared, type Db, type TxDb } from '#platform/db';
import type { Tenant } from '#modules/partners';

// A roster previewed before it is applied. All temporary tables live as long as the connection: `roster`, `refused` and
// `changes` of store.ts; `notes` and `planned`, which the caller fills; `preview`, which the caller stores.

const ofTenant = (tenant: Tenant, alias: string): string =>
  `${alias}.institution_id = ${escapeLiteral(tenant.institutionId)} and ${alias}.livemode = ${tenant.livemode}`;

/**
 * The same with an institution that the planner does not know: it assumes one of average size, even for one that its
 * statistics have never seen, and then only the index with the whole key is good.
 */
const ofAnyTenant = (tenant: Tenant, alias: string): string =>
  `${alias}.institution_id = (select ${escapeLiteral(tenant.institutionId)}) and ${alias}.livemode = ${tenant.livemode}`;

/** Warnings about a file's rows, by their position. */
export const notesTable = 'create temp table notes (place integer not null, warning text not null)';
export const notesCopy = 'copy notes (place, warning) from stdin';

const refuseRepeated = {
  text: `with gone as (
     delete from roster where place in (
       select place from (select place, row_number() over (partition by vin order by place) as turn from roster) r
       where turn > 1)
     returning place, vin)
   insert into refused
   select place, vin, '[{"path":"vehicle.vin","message":"is in an earlier row"}]'::jsonb from gone`,
  values: [],
};

// A vehicle that an invalid row names is not missing from the file.
const spareRefused = {
  text: `delete from changes c where action = 'canceled' and exists (select from refused r where r.vin = c.vin)`,
  values: [],
};

const sharedPhones = {
  text: `insert into notes select r.place, 'phone_shared' from roster r join (
     select phone from roster where phone is not null group by phone
     having count(distinct (first_name, last_name)) > 1) s on s.phone = r.phone`,
  values: [],
};

/** Runs before the changes are computed: the version comes from the same snapshot. */
export function prepareRoster(db: TxDb): void {
  db.write(refuseRepeated);
  db.write(sharedPhones);
  db.write({ text: 'analyze refused', values: [] });
  db.write({ text: 'analyze notes', values: [] });
}

const makePreview = (tenant: Tenant) => ({
  text: `create temp table preview as
   select row_number() over (order by rank, place nulls last, vin)::int as seq, p.*, n.warnings from (
     select case c.action when 'created' then 1 when 'updated' then 2 else 3 end as rank,
       case c.action when 'created' then 'add' when 'updated' then 'change' else 'remove' end as action, r.place, c.id, c.vin,
       c.external_ref, c.plan, c.first_name, c.last_name, c.email, c.phone, c.year, c.make, c.model, c.effective_at,
       e.external_ref as prev_external_ref, e.plan as prev_plan, e.first_name as prev_first_name,
       e.last_name as prev_last_name, e.email as prev_email, e.phone as prev_phone, null::jsonb as reasons
     from changes c left join roster r on r.vin = c.vin
       left join memberships.enrollments e on ${ofTenant(tenant, 'e')} and e.id = c.id
     union all
     select case e.status when 'active' then 4 else 5 end, case e.status when 'active' then 'unchanged' else 'kept' end,
       r.place, e.id, r.vin, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
     from roster r join memberships.enrollments e on ${ofTenant(tenant, 'e')} and e.vin = r.vin and e.status <> 'canceled'
     where not exists (select from changes c where c.vin = r.vin)
     union all
     select 6, 'invalid', place, null, vin, null, null, null, null, null, null, null, null, null, null, null, null, null,
       null, null, null, reasons
     from refused) p
   left join (select place as at, array_agg(distinct warning order by warning) as warnings from notes group by 1) n
     on n.at = p.place`,
  values: [],
});

export function writePreview(db: TxDb, tenant: Tenant): void {
  db.write(spareRefused);
  // Whole sets are joined. With one warning among fifty thousand rows the planner used a nested loop instead, four times
  // as slow.
  db.write({ text: 'set local enable_nestloop = off', values: [] });
  db.write(makePreview(tenant));
  db.write({ text: 'set local enable_nestloop = on', values: [] });
  db.write({ text: 'analyze preview', values: [] });
}

export type PreviewCounts = {
  readonly add: number;
  readonly change: number;
  readonly remove: number;
  readonly unchanged: number;
  /** Enrollments with a reported loss or a redemption that the file names; a roster never changes them. */
  readonly kept: number;
  readonly invalid: number;
  /** Invalid rows whose vehicle is unknown. */
  readonly unnamed: number;
  readonly warned: number;
  readonly active: number;
};

const countPreview = prepared<[institutionId: string, livemode: boolean], PreviewCounts>(
  'memberships.count-preview',
  `select * from
     (select count(*) filter (where action = 'add')::int as add, count(*) filter (where action = 'change')::int as change,
        count(*) filter (where action = 'remove')::int as remove,
        count(*) filter (where action = 'unchanged')::int as unchanged,
        count(*) filter (where action = 'kept')::int as kept, count(*) filter (where action = 'invalid')::int as invalid,
        count(*) filter (where action = 'invalid' and vin is null)::int as unnamed,
        count(*) filter (where warnings is not null)::int as warned from preview) p,
     (select count(*)::int as active from memberships.enrollments
      where institution_id = $1 and livemode = $2 and status = 'active') a`,
);

export async function getPreviewCounts(db: Db, { institutionId, livemode }: Tenant): Promise<PreviewCounts> {
  const counts = await db.find(countPreview(institutionId, livemode));
  if (counts === undefined) throw new Error('a count has a row');
  return counts;
}

// A digest of everything that a roster is compared with, in no order. The team's records about a member are not part of
// it.
const version = prepared<[institutionId: string, livemode: boolean], { version: string }>(
  'memberships.roster-version',
  `select count(*)::text || '-' || coalesce(sum(hash_record_extended(row(id, status, external_ref, plan, first_name,
     last_name, email, phone, vin, effective_at, updated_at), 0)::numeric), 0)::text as version
   from memberships.enrollments where institution_id = $1 and livemode = $2 and status <> 'canceled'`,
);

export async function readRosterVersion(db: Db, { institutionId, livemode }: Tenant): Promise<string> {
  return (await db.find(version(institutionId, livemode)))?.version ?? '';
}

/**
 * A stored plan's changes, each with the state that its enrollment must still have; the caller fills it block by block.
 */
export const plannedTable = `create temp table planned (
  seq integer not null, action text not null, id text collate "C" not null, vin text collate "C" not null, status text not null,
  external_ref text collate "C", plan text collate "C", first_name text, last_name text, email text,
  phone text, year smallint, make text, model text, effective_at timestamptz, canceled_at timestamptz, cancel_reason text,
  expected_status text, expected_external_ref text collate "C", expected_plan text collate "C", expected_first_name text,
  expected_last_name text, expected_email text, expected_phone text)`;

// Only rows that still match the plan. A concurrent change by another client takes precedence, as it does over a roster
// by API. Each row looks up its own enrollment by the key, whatever the planner assumes (offset, limit): its statistics
// are older than the previous blocks, and with "this institution has no enrollments" it compared every row with every
// enrollment.
const matchPlanned = (tenant: Tenant, now: Date) => ({
  text: `create temp table changes as
   select row_number() over (order by p.seq)::int as seq, p.seq as planned, p.action, p.id, e.xmin as version,
     e.plan as earlier_plan, p.vin, p.status, p.external_ref, p.plan, p.first_name, p.last_name, p.email, p.phone,
     case when e.id is null then p.year else e.year end as year, case when e.id is null then p.make else e.make end as make,
     case when e.id is null then p.model else e.model end as model, coalesce(e.effective_at, p.effective_at) as effective_at,
     p.canceled_at, p.cancel_reason, coalesce(e.created_at, at.now) as created_at, at.now as updated_at
   from planned p left join lateral (select o.xmin, o.* from memberships.enrollments o
     where ${ofAnyTenant(tenant, 'o')} and o.id = p.id offset 0) e on true
   cross join (select ${escapeLiteral(now.toISOString())}::timestamptz as now) at
   where (p.action = 'created' and e.id is null
       or p.action <> 'created' and (e.status, e.external_ref, e.plan, e.first_name, e.last_name, e.email, e.phone, e.vin)
         is not distinct from (p.expected_status, p.expected_external_ref, p.expected_plan, p.expected_first_name,
           p.expected_last_name, p.expected_email, p.expected_phone, p.vin))
     and (p.expected_status = 'active' or (select o.id from memberships.enrollments o
       where ${ofAnyTenant(tenant, 'o')} and o.vin = p.vin and o.status <> 'canceled' limit 1) is null)`,
  values: [],
});

export function writeMatched(db: TxDb, tenant: Tenant, now: Date): void {
  db.write({ text: 'drop table if exists pg_temp.changes', values: [] });
  db.write({ text: 'analyze planned', values: [] });
  db.write(matchPlanned(tenant, now));
  db.write({ text: 'create unique index on changes (seq)', values: [] });
  db.write({ text: 'analyze changes', values: [] });
}

const countMatched = prepared<[], { total: number }>(
  'memberships.count-matched',
  'select count(*)::int as total from changes',
);

export const getMatchedCount = async (db: Db): Promise<number> => (await db.find(countMatched()))?.total ?? 0;

const unmatched = prepared<[], { seq: number }>(
  'memberships.list-unmatched',
  'select seq from planned p where not exists (select from changes c where c.planned = p.seq) order by seq',
);

/** Positions in the plan that were left unchanged, because they were changed by another client meanwhile. */
export const listUnmatched = async (db: Db): Promise<number[]> => (await db.many(unmatched())).map(({ seq }) => seq);

/** The prefix of the ids of enrollments created at that time. */
export const enrollmentIdsAt = (now: Date): string => firstIdAt('enr', now);
