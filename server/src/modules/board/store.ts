import type { Channel, LookedUp } from '#modules/consultations';
import { expirySql, isExpiredSql, type Submitted } from '#modules/intakes';
import { prepared, type Db } from '#platform/db';
import type { Review } from './review-schemas.ts';
import { lanes, tiedMax, type Lane, type SourceStatus } from './rules.ts';

// Besides load-store.ts, review-store.ts and the stores of figures this is the only file in which a module reads tables of others (decision record 0022); it only
// selects. Statements begin with the word select, because any other is taken for a write and audited as one.

/** The column of an open consultation by number, from the status its source gives it. */
const laneNumber = `case
  when c.delivered_at is not null then 5
  when c.source = 'agent_intake' then case i.status
    when 'contact_attempted' then 2 when 'customer_confirmed' then 3 when 'consultation_active' then 4 else 1 end
  when r.status = 'settled' then 5
  else 3 end`;

const laneNames = `array[${lanes.map((name) => `'${name}'`).join(', ')}]`;
const lane = `(${laneNames})[${laneNumber}]`;

const sources = `left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id
  left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id
  left join memberships.redemptions d on c.source = 'membership' and d.id = c.source_id
  left join memberships.enrollments e on e.institution_id = d.institution_id and e.livemode = d.livemode and e.id = d.enrollment_id
  left join facts.cases f on f.consultation_id = c.id`;

/** Whether an intake is past its expiry, even if no sweep has marked it yet. */
const isExpired = isExpiredSql('i', '$1');

const openIntake = `('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active')`;

/** The channel by which the customer of an intake was first proven to be reached. */
const proven = `(select by from (values ('email', i.proven_by_email_at), ('text', i.proven_by_text_at), ('call', i.proven_by_call_at))
    as proof (by, at) where at is not null order by at limit 1)`;

/** Somebody pressed yes by the link in the receipt. */
const relayed = `coalesce(i.confirmation ->> 'via' = 'relayed', false)`;

/** Other open intakes of the same customer, except those about another vehicle: one person to the team. */
const tied = `array(select t.consultation_id from intakes.intakes t
    where i.status in ${openIntake} and t.status in ${openIntake} and coalesce(i.case_closed_at, t.case_closed_at) is null and (t.email = i.email or t.phone = i.phone) and t.id <> i.id and t.livemode = i.livemode
      and not ${isExpiredSql('t', '$1')} and t.consultation_id is not null
      and not coalesce(length(t.vin) = 17 and length(i.vin) = 17 and t.vin <> i.vin, false)
    order by t.created_at limit ${tiedMax})`;

/** The columns of a card. The vehicle of an intake is computed by its module from the submission and the enrichment. */
const card = `c.id, c.number, c.source, c.source_id, c.priority, c.test, c.opened_at, c.delivered_at,
  case when ${isExpired} then i.expires_at else c.closed_at end as closed_at, c.attempts, c.last_call_at, c.callback_at,
  case when c.phone_hash is not null and c.spared_at is null and c.declined_at is null then c.next_call_at end as next_call_at,
  c.phone_hash is not null as has_number,
  c.phone_hash is null and c.spared_at is null and c.declined_at is null and c.delivered_at is null and c.closed_at is null
    and (${isExpired}) is not true as waits_for_number, c.phone_hash is null and c.number_struck_at is not null as number_struck,
  c.spared_at is not null or c.declined_at is not null as stopped,
  ${lane} as lane, case when ${isExpired} then 'expired' else coalesce(i.status, r.status, d.status) end as status,
  coalesce(case when ${isExpired} then i.expires_at else i.status_at end, r.settled_at, r.activated_at, d.completed_at, c.opened_at) as status_at,
  coalesce(i.customer ->> 'first_name', r.borrower ->> 'first_name', e.first_name) as first_name,
  coalesce(i.customer ->> 'last_name', r.borrower ->> 'last_name', e.last_name) as last_name,
  case when i.id is not null then jsonb_build_object('vehicle', i.vehicle, 'loss', i.loss, 'offer', i.offer, 'found', i.found)
    end as said,
  f.found as known, f.encrypted_person, coalesce(f.version, 0) as facts_version,
  coalesce(r.vehicle ->> 'year', e.year::text) as year, coalesce(r.vehicle ->> 'make', e.make) as make,
  coalesce(r.vehicle ->> 'model', e.model) as model,
  coalesce(i.loss ->> 'loss_state', r.claim ->> 'loss_state') as loss_state,
  (coalesce(i.preliminary, f.preliminary) ->> 'gap_vs_offer_cents')::bigint as gap_cents,
  ${proven} as proven, ${relayed} as relayed, ${tied} as tied,
  case when c.lease_until > $1 then c.lease_staff_id end as lease_staff_id,
  case when c.lease_until > $1 then c.lease_until end as lease_until,
  case when c.lease_until > $1 then s.name end as lease_name,
  own.id as assignee_id, own.name as assignee_name, i.taken_by is not null as by_telephone`;

// A staff member whose account was ended has no cases, even before the sweep runs.
const leaseStaff = `left join staff.members s on s.id = c.lease_staff_id
  left join staff.members own on own.id = c.assignee_id and own.disabled_at is null`;

export type IntakeSources = Required<Submitted> & { readonly found: LookedUp };

export type CardRow = {
  readonly id: string;
  readonly number: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly source_id: string;
  readonly priority: boolean;
  readonly test: boolean;
  readonly opened_at: Date;
  readonly delivered_at: Date | null;
  readonly closed_at: Date | null;
  readonly attempts: number;
  readonly last_call_at: Date | null;
  readonly callback_at: Date | null;
  readonly next_call_at: Date | null;
  readonly has_number: boolean;
  /** An open case with a call due and no number to call. */
  readonly waits_for_number: boolean;
  /** The number was wrong, and no other is known yet. */
  readonly number_struck: boolean;
  readonly stopped: boolean;
  readonly lane: Lane;
  readonly status: SourceStatus;
  readonly status_at: Date;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** For an intake: the submission and the enrichment. */
  readonly said: IntakeSources | null;
  /** For other cases: findings and statements besides the submission. */
  readonly known: LookedUp | null;
  /** The team's statements about the customer, encrypted. */
  readonly encrypted_person: Buffer | null;
  readonly facts_version: number;
  readonly year: string | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly loss_state: string | null;
  readonly gap_cents: string | null;
  readonly proven: 'email' | 'text' | 'call' | null;
  readonly relayed: boolean;
  readonly tied: readonly string[];
  readonly lease_staff_id: string | null;
  readonly lease_until: Date | null;
  readonly lease_name: string | null;
  readonly assignee_id: string | null;
  readonly assignee_name: string | null;
  readonly by_telephone: boolean;
};

/**
 * All open consultations with the number of their column; $1 is the test flag and $2 the time. Joined only with
 * sources of open consultations, so that old rows cost nothing.
 */
export const consultationsWithLaneSql = (columns: string): string => `select ${laneNumber} as lane, ${columns}
  from consultations.consultations c
  left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id
    and i.status in ${openIntake}
  left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id
  where c.closed_at is null and c.test = $1 and not ${isExpiredSql('i', '$2')}`;

export const laneNameSql = (number: string): string => `(${laneNames})[${number}]`;

export type LaneOutline = {
  readonly lane: Lane;
  readonly count: number;
  readonly oldest_at: Date;
  /** When the first of them expires unless its customer confirms. */
  readonly ends_at: Date | null;
  /** Its first consultations, in queue order. */
  readonly ids: readonly string[];
};

// One pass over the open consultations, from which the first few of each lane are taken without sorting the rest. The
// lanes are listed by number so that the planner knows how few they are; it would JIT-compile the statement for
// hundreds.
const outline = prepared<[test: boolean, now: Date, limit: number], LaneOutline>(
  'board.outline',
  `select * from (with o as materialized (${consultationsWithLaneSql(`c.id, c.rank, c.opened_at, coalesce(c.place, c.opened_at) as since, ${expirySql('i')} as ends_at`)})
     select ${laneNameSql('l.lane')} as lane, k.count, k.oldest_at, k.ends_at, array(
       select o.id from o where o.lane = l.lane order by o.rank, o.since, o.id limit $3) as ids
     from unnest(array[${lanes.map((_, index) => index + 1).join(', ')}]) l (lane)
     join (select lane, count(*)::int as count, min(opened_at) as oldest_at, min(ends_at) as ends_at from o group by lane) k on k.lane = l.lane) lanes`,
);

export const listLaneOutlines = (db: Db, test: boolean, { now, limit }: { now: Date; limit: number }) =>
  db.many(outline(test, now, limit));

const byIds = prepared<[now: Date, ids: readonly string[]], CardRow>(
  'board.cards',
  `select ${card} from consultations.consultations c ${sources} ${leaseStaff} where c.id = any($2::text[])`,
);

export const listCards = (db: Db, now: Date, ids: readonly string[]) => db.many(byIds(now, ids));

export type ConsultationRow = CardRow & {
  readonly intake: Record<string, unknown> | null;
  readonly referral: Record<string, unknown> | null;
  readonly redemption: Record<string, unknown> | null;
  readonly enrollment: Record<string, unknown> | null;
  readonly notice: Record<string, unknown> | null;
  readonly institution: string | null;
  readonly preliminary: Record<string, unknown> | null;
  readonly initial_offer_cents: number | null;
  readonly settlement_cents: number | null;
  readonly zones: readonly string[] | null;
  readonly window_state: string | null;
  readonly declined_at: Date | null;
  readonly stopped_channels: readonly Channel[];
  /** When the number was tried, over all consultations, newest first, and the caller who was shown it last, with the consultation. */
  readonly number_attempts: readonly Date[] | null;
  readonly offer_staff_id: string | null;
  readonly offer_case: string | null;
  readonly call_count: number;
  readonly language: string | null;
};

/** A row without its secrets and look-up values. */
const whole = (alias: string, ...without: readonly string[]): string =>
  `case when ${alias}.id is not null then to_jsonb(${alias})${without.map((name) => ` - '${name}'`).join('')} end`;

const one = prepared<[now: Date, id: string], ConsultationRow>(
  'board.case',
  `select ${card}, ${whole('i', 'link_hash', 'encrypted_link', 'submitter_hash')} as intake,
     ${whole('r', 'link_hash', 'encrypted_link')} as referral, ${whole('d')} as redemption, ${whole('e')} as enrollment,
     ${whole('n')} as notice, p.name as institution,
     coalesce(i.preliminary, f.preliminary) as preliminary, c.initial_offer_cents, c.settlement_cents, w.zones,
     w.state as window_state, c.declined_at, c.language, c.stopped_channels, m.attempts as number_attempts, m.offer_staff_id, m.offer_case,
     (select count(*)::int from consultations.calls k where k.consultation_id = c.id) as call_count
   from consultations.consultations c ${sources} ${leaseStaff}
   left join memberships.loss_notices n on n.institution_id = d.institution_id and n.livemode = d.livemode and n.id = d.loss_notice_id
   left join partners.institutions p on p.id = coalesce(r.institution_id, d.institution_id)
   left join consultations.call_windows w on w.key = c.window_key
   left join consultations.number_aliases a on a.hash = c.phone_hash and a.test = c.test
   left join consultations.numbers m on m.hash = coalesce(a.number_hash, c.phone_hash) and m.test = c.test
   where c.id = $2`,
);

export const findConsultation = (db: Db, now: Date, id: string) => db.find(one(now, id));

const holdIds = prepared<[consultationId: string], { id: string }>(
  'board.case-hold-ids',
  `select h.id from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id
   where c.consultation_id = $1 order by h.id desc limit 100`,
);

/** The holds of a consultation, in whatever state: messages were sent about them. */
export const listHoldIds = async (db: Db, consultationId: string): Promise<string[]> =>
  (await db.many(holdIds(consultationId))).map(({ id }) => id);

const eventsOf = prepared<[subject: string], { type: string; created_at: Date }>(
  'board.case-events',
  'select type, created_at from events.events where subject_id = $1 order by era desc, transaction_id desc, place desc limit 100',
);

/** In the order of the log, newest first: within one millisecond neither time nor id orders them. */
export const listConsultationEvents = (db: Db, subjectId: string) => db.many(eventsOf(subjectId));

export type TrailRow = { operation: string; at: Date; staff_id: string | null; reason: string | null };

const trail = prepared<[subjects: readonly string[]], TrailRow>(
  'board.case-trail',
  `select operation, at, staff_id, reason from audit.entries
   where subject_id = any($1::text[]) and kind = 'action' order by seq desc limit 100`,
);

/** Staff actions on it, newest first; mere reading is left out of the timeline. */
export const listConsultationTrail = (db: Db, subjects: readonly string[]) => db.many(trail(subjects));

const mine = prepared<[staffId: string, now: Date, limit: number], { id: string; all: number }>(
  'board.cases-of-assignee',
  `select c.id, (count(*) over ())::int as all from consultations.consultations c
   where c.assignee_id = $1 and c.closed_at is null and (c.ends_at is null or c.ends_at > $2)
   order by c.callback_at nulls last, c.assigned_at desc, c.id limit $3`,
);

/** Open cases of a staff member, promised calls first by their time, and how many there are in all. */
export const listAssignedIds = (db: Db, staffId: string, { now, limit }: { now: Date; limit: number }) =>
  db.many(mine(staffId, now, limit));

const review = prepared<[referralId: string], Omit<Review, 'updated_at'> & { readonly updated_at: Date }>(
  'board.find-review',
  `select v.status, v.outcome, v.summary, v.updated_at from referrals.referrals r join referrals.review_records v
     on v.institution_id = r.institution_id and v.livemode = r.livemode and v.referral_id = r.id
   where r.id = $1`,
);

export const findReviewRow = (db: Db, referralId: string) => db.find(review(referralId));
