import type { PartnerEventType } from '#modules/webhooks';
import { prepared, type Db } from '#platform/db';

/** How far both logs were read: the newest event seen, and the last row of the audit trail. */
export type FeedCursor = { readonly eventId: string; readonly seq: string };

const ends = prepared<[], { event_id: string | null; seq: string }>(
  'board.log-ends',
  `select (select id from events.events order by id desc limit 1) as event_id, seq::text from audit.head`,
);

/** Where both logs end now. */
export async function findLogEnds(db: Db): Promise<FeedCursor> {
  const row = await db.find(ends());
  return { eventId: row?.event_id ?? 'evt_', seq: row?.seq ?? '0' };
}

type LoggedEvent = { readonly id: string; readonly subject_id: string };

const enrollmentUpdated: PartnerEventType = 'plan.enrollment.updated';

const events = prepared<[after: string, limit: number, from: Date], LoggedEvent>(
  'board.events-after',
  // A roster writes an event for each of up to a million vehicles, few of which have a consultation. Which ones do is
  // read once, and only when there is such an event.
  `select id, subject_id from events.events
   where id > $1 and created_at >= $3 and type not like 'plan.statement.%' and (type not like 'plan.enrollment.%'
     or type = '${enrollmentUpdated}' and subject_id in (select enrollment_id from memberships.redemptions where status = 'open'))
   order by id limit $2`,
);

const replies = prepared<[after: string, limit: number], { id: string; case_ids: string[] }>(
  'board.replies-after',
  'select id, case_ids from replies.replies where id > $1 order by id limit $2',
);

/** Replies of customers with the consultations that were open then; their ids order by time as those of events do. */
export const listRepliesAfter = (db: Db, after: string, limit: number) => db.many(replies(after, limit));

const closings = prepared<[after: string, limit: number], { id: string; case_ids: string[] }>(
  'board.closings-after',
  'select id, array[consultation_id] as case_ids from consultations.closings where id > $1 order by id limit $2',
);

/** Cases that were closed or reopened, automatically too; their ids order by time as those of events do. */
export const listClosingsAfter = (db: Db, after: string, limit: number) => db.many(closings(after, limit));

const holds = prepared<[limit: number], { id: string; case_ids: string[] }>(
  'board.hold-changes',
  `select 'hold/' || h.change as id, array[c.consultation_id] as case_ids
   from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id and not c.test
   where h.change is not null order by h.change desc limit $1`,
);

/** The last changed holds, each change with its own id. */
export const listHoldChanges = (db: Db, limit: number) => db.many(holds(limit));

type EventRange = { readonly after: string; readonly from: Date; readonly limit: number };

/** `from` lets PostgreSQL skip the older partitions of the log. */
export const listEventsAfter = (db: Db, { after, from, limit }: EventRange) => db.many(events(after, limit, from));

const actions = prepared<[after: string, limit: number], { seq: string; subject_id: string | null }>(
  'board.actions-after',
  `select seq::text, case when kind = 'action' then subject_id end as subject_id from audit.entries
   where seq > $1::bigint order by seq limit $2`,
);

/** Rows of the audit trail in commit order; only those that changed something have a subject. */
export const listActionsAfter = (db: Db, seq: string, limit: number) => db.many(actions(seq, limit));

const consultationsOf = prepared<[subjects: readonly string[], enrollments: readonly string[]], { id: string }>(
  'board.cases-of',
  `select id from consultations.consultations where id = any($1::text[])
   union select id from consultations.consultations where source = 'agent_intake' and source_id = any($1::text[])
   union select id from consultations.consultations where source = 'referral' and source_id = any($1::text[])
   union select id from consultations.consultations where source = 'membership' and source_id = any($1::text[])
   union select consultation_id from memberships.redemptions
     where cardinality($2::text[]) > 0 and enrollment_id = any($2::text[])`,
);

/** The consultations that these ids belong to, whatever kind of id they are. */
export async function listConsultationsOf(db: Db, subjects: readonly string[]): Promise<string[]> {
  if (subjects.length === 0) return [];
  const rows = await db.many(
    consultationsOf(
      subjects,
      subjects.filter((id) => id.startsWith('enr_')),
    ),
  );
  return rows.map(({ id }) => id);
}
