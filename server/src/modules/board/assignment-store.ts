import { prepared, type Db } from '#platform/db';

const mine = prepared<[staffId: string, now: Date, limit: number], { id: string; all: number }>(
  'board.cases-of-assignee',
  `select c.id, (count(*) over ())::int as all from consultations.consultations c
   where c.assignee_id = $1 and c.closed_at is null and (c.ends_at is null or c.ends_at > $2)
   order by c.callback_at nulls last, c.assigned_at desc, c.id limit $3`,
);

/** Open cases of a staff member, promised calls first by their time, and how many there are in all. */
export const listAssignedIds = (db: Db, staffId: string, { now, limit }: { now: Date; limit: number }) =>
  db.many(mine(staffId, now, limit));
