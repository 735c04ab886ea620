import type { OfferParts } from '#lib/numbers/offer-parts';
import { prepared, type Db } from '#platform/db';
import type { Lane } from '../rules.ts';
import { laneNameSql, consultationsWithLaneSql } from '../store.ts';

type LoadRow = {
  readonly lane: Lane;
  readonly count: number;
  readonly oldest_at: Date;
  readonly held: number;
  readonly overdue: number;
  readonly due_today: number;
  readonly ages: readonly number[];
};

const load = prepared<[test: boolean, now: Date, bounds: readonly Date[], endOfDay: Date], LoadRow>(
  'board.load',
  `select ${laneNameSql('o.lane')} as lane, count(*)::int as count, min(o.opened_at) as oldest_at,
     count(*) filter (where o.lease_until > $2)::int as held,
     count(*) filter (where o.callback_at < $2)::int as overdue,
     count(*) filter (where o.callback_at >= $2 and o.callback_at < $4::timestamptz)::int as due_today,
     array[
       count(*) filter (where o.waits and o.opened_at > ($3::timestamptz[])[1]),
       count(*) filter (where o.waits and o.opened_at <= ($3::timestamptz[])[1] and o.opened_at > ($3::timestamptz[])[2]),
       count(*) filter (where o.waits and o.opened_at <= ($3::timestamptz[])[2] and o.opened_at > ($3::timestamptz[])[3]),
       count(*) filter (where o.waits and o.opened_at <= ($3::timestamptz[])[3] and o.opened_at > ($3::timestamptz[])[4]),
       count(*) filter (where o.waits and o.opened_at <= ($3::timestamptz[])[4])]::int[] as ages
   from (${consultationsWithLaneSql('c.opened_at, c.callback_at, c.lease_until, c.last_call_at is null and c.delivered_at is null as waits')}) o group by o.lane`,
);

type LoadOn = { readonly now: Date; readonly bounds: readonly Date[]; readonly today: Date };

/** `today` is the end of the team's day. */
export const listLoad = (db: Db, { now, bounds, today }: LoadOn) => db.many(load(false, now, bounds, today));

type SettledRow = {
  readonly consultation_id: string;
  readonly number: string;
  readonly settled_at: Date;
  readonly offer_parts: OfferParts | null;
  readonly settlement_parts: OfferParts | null;
  readonly left_cents: number;
  readonly declined: boolean;
  readonly charging: boolean;
};

const settled = prepared<[limit: number], SettledRow>(
  'board.settled-uncharged',
  `select c.id as consultation_id, c.number, c.settled_at, c.offer_parts, c.settlement_parts,
     h.amount_cents - coalesce(paid.cents, 0)::int as left_cents,
     h.state = 'charge_failed' as declined, coalesce(h.wish = 'capture', false) as charging
   from consultations.consultations c join checkout.checkouts o on o.consultation_id = c.id
   join checkout.holds h on h.checkout_id = o.id and h.product = 'representation'
     and h.state in ('held', 'saved', 'charge_failed') and h.wish is distinct from 'release'
   left join lateral (select sum(cents) as cents from (
     select greatest(r.captured_cents - r.refunded_cents
       - case when r.dispute_status = 'lost' then coalesce(r.disputed_cents, 0) else 0 end, 0) as cents
     from checkout.holds r where r.checkout_id = o.id and r.product = 'research' and r.state = 'captured'
     union all select amount_cents from checkout.payments p where p.consultation_id = c.id and p.voided_at is null) x
   ) paid on true
   where c.closed_at is null and c.settled_at is not null and not c.test
   order by c.settled_at, c.id limit $1`,
);

/** Settled cases with a saved card or a hold for representation, oldest settlement first. */
export const listSettledUncharged = (db: Db, limit: number) => db.many(settled(limit));

type StaffMember = {
  readonly staff_id: string;
  readonly name: string;
  readonly calls: number;
  readonly reached: number;
  readonly confirmed: number;
  readonly last_call_at: Date | null;
  readonly lease_id: string | null;
  readonly lease_number: string | null;
  readonly lease_since: Date | null;
};

const staffMembers = prepared<[now: Date, firstCall: string], StaffMember>(
  'board.staff-figures',
  `select s.id as staff_id, s.name, coalesce(k.calls, 0)::int as calls, coalesce(k.reached, 0)::int as reached,
     coalesce(k.confirmed, 0)::int as confirmed, k.last_call_at,
     l.id as lease_id, l.number as lease_number, l.lease_since
   from staff.members s
   left join lateral (select nullif(count(*), 0) as calls, max(called_at) as last_call_at,
       count(*) filter (where outcome not in ('no_answer', 'voicemail', 'wrong_number')) as reached,
       count(*) filter (where outcome = 'confirmed') as confirmed
     from consultations.calls a where staff_id = s.id and id >= $2 and applied_from is null
       and (select not c.test from consultations.consultations c where c.id = a.consultation_id)) k on true
   left join lateral (select id, number, lease_since from consultations.consultations
     where lease_staff_id = s.id and lease_until > $1 order by lease_since desc limit 1) l on true
   where s.disabled_at is null and (k.calls is not null or l.id is not null)
   order by k.calls desc nulls last, s.id limit 200`,
);

export const listStaffMembers = (db: Db, now: Date, firstCall: string) => db.many(staffMembers(now, firstCall));

export type AccountRow = {
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
  readonly status: string;
  readonly created_at: Date;
};

const agents = prepared<[before: string | null, limit: number], AccountRow>(
  'board.agents',
  `select a.principal_id as id, coalesce(a.agent ->> 'name', '') as name, a.operator_email as detail, p.status, a.created_at
   from agents.profiles a join credentials.principals p on p.id = a.principal_id
   where p.livemode and ($1::text is null or a.principal_id < $1) order by a.principal_id desc limit $2`,
);

export const listAgentRows = (db: Db, before: string | undefined, limit: number) =>
  db.many(agents(before ?? null, limit));

const institutions = prepared<[before: string | null, limit: number], AccountRow>(
  'board.institutions',
  `select i.id, i.name, i.technical_contact_email as detail, p.status, i.created_at
   from partners.institutions i join credentials.principals p on p.id = i.id
   where $1::text is null or i.id < $1 order by i.id desc limit $2`,
);

export const listInstitutionRows = (db: Db, before: string | undefined, limit: number) =>
  db.many(institutions(before ?? null, limit));
