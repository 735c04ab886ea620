import { prepared, sql, typed, type Db } from '#platform/db';
import { linkCredential } from '../audit/rules.ts';

export type TrailFilter = {
  readonly userId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly operation?: string | undefined;
  readonly by?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly before?: number | undefined;
};

/**
 * Entries about one institution, newest first: its users' actions and refusals, and staff changes. Views and refusals
 * of staff are internal.
 */
export function listTrailRows(
  db: Db,
  institutionId: string,
  { filter, limit }: { filter: TrailFilter; limit: number },
) {
  let query = sql
    .selectFrom('audit.entries')
    .select(['seq', 'at', 'kind', 'operation', 'user_id', 'credential_id', 'subject_id', 'request_id'])
    .where('institution_id', '=', institutionId)
    .where((row) => row.or([row('kind', '=', 'action'), row('user_id', 'is not', null)]))
    .where('kind', '<>', 'view')
    .orderBy('seq', 'desc')
    .limit(limit);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.by === 'users') query = query.where('user_id', 'is not', null);
  if (filter.by === 'staff')
    query = query.where('user_id', 'is', null).where('credential_id', 'is distinct from', linkCredential);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.operation !== undefined) query = query.where('operation', '=', filter.operation);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  if (filter.before !== undefined) query = query.where('seq', '<', String(filter.before));
  return db.many(typed(query));
}

export type TrailRow = Awaited<ReturnType<typeof listTrailRows>>[number];

export type SubjectAction = {
  readonly at: Date;
  readonly operation: string;
  /** Null for staff. */
  readonly userId: string | null;
  /** The detail that the operation added to the action. */
  readonly reason: string | null;
};

const ofSubject = prepared<[institutionId: string, subjectId: string, limit: number], SubjectAction>(
  'audit.list-subject-actions',
  `select at, operation, user_id as "userId", case when user_id is not null then reason end as reason
   from audit.entries where institution_id = $1 and subject_id = $2 and kind = 'action' order by seq limit $3`,
);

/** The reasons that staff give are internal. */
export const listSubjectRows = (
  db: Db,
  { institutionId, subjectId, limit }: { institutionId: string; subjectId: string; limit: number },
) => db.many(ofSubject(institutionId, subjectId, limit));
