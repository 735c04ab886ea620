import { prepared, type Db, type TxDb } from '#platform/db';

/** Binds the reason to its row. */
export const assignmentAad = (id: string): string => `consultations.assignments/${id}`;

export type AssigneeRow = {
  readonly id: string;
  readonly assignee_id: string | null;
  readonly closed_at: Date | null;
  readonly ends_at: Date | null;
};

const lock = prepared<[ids: readonly string[]], AssigneeRow>(
  'consultations.lock-assignees',
  `select id, assignee_id, closed_at, ends_at from consultations.consultations
   where id = any($1::text[]) order by id for update`,
);

/** Locked by id until the transaction ends. */
export const lockAssignees = (db: TxDb, ids: readonly string[]) => db.many(lock(ids));

export type Assignment = {
  readonly id: string;
  readonly consultationId: string;
  readonly staffId: string | null;
  readonly byStaffId: string | null;
  readonly how: 'worked' | 'taken' | 'handed' | 'assigned' | 'dropped' | 'ended';
  readonly encryptedReason: Buffer | null;
  readonly at: Date;
};

const assign = prepared<
  [
    id: string,
    consultationId: string,
    staffId: string | null,
    byStaffId: string | null,
    how: string,
    reason: Buffer | null,
    at: Date,
  ],
  never
>(
  'consultations.assign',
  `with assigned as (
     update consultations.consultations set assignee_id = $3, assigned_at = case when $3::text is null then null else $7::timestamptz end
     where id = $2)
   insert into consultations.assignments (id, consultation_id, staff_id, by_staff_id, how, sealed_reason, at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Gives the case to somebody, or to nobody, and keeps what was before; it must be locked by this transaction. */
export function insertAssignment(db: TxDb, row: Assignment): void {
  db.write(assign(row.id, row.consultationId, row.staffId, row.byStaffId, row.how, row.encryptedReason, row.at));
}

const ofStaff = prepared<[staffIds: readonly string[], limit: number], { id: string }>(
  'consultations.lock-assigned-to',
  `select id from consultations.consultations where assignee_id = any($1::text[]) and closed_at is null
   order by id limit $2 for update skip locked`,
);

/** Open cases of these people. */
export const lockAssignedTo = (db: TxDb, staffIds: readonly string[], limit: number) =>
  db.many(ofStaff(staffIds, limit));

export type AssignmentRow = {
  readonly id: string;
  readonly staff_id: string | null;
  readonly by_staff_id: string | null;
  readonly how: Assignment['how'];
  readonly sealed_reason: Buffer | null;
  readonly at: Date;
};

const assignments = prepared<[consultationId: string], AssignmentRow>(
  'consultations.list-assignments',
  `select id, staff_id, by_staff_id, how, sealed_reason, at from consultations.assignments
   where consultation_id = $1 order by seq desc limit 100`,
);

/** Newest first. */
export const listAssignmentRows = (db: Db, consultationId: string) => db.many(assignments(consultationId));
