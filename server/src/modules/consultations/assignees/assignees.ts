import { requireStaff, type StaffActor } from '#actor';
import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { listStaffNames, listTeam } from '#modules/staff';
import { prepared, transact, type Db, type TxDb } from '#platform/db';
import { assigneeChanged, consultationClosed, consultationNotFound, leadAssigns, staffInactive } from '../errors.ts';
import { isClosed } from '../rules.ts';
import type { Assign, Assignee } from './schemas.ts';

type AssignConsultation = { readonly id: string; readonly change: Assign };

/** Assigns a case: taken over, handed over, or assigned by a lead. The lease is separate. */
export async function assignConsultation(ctx: Ctx, { id, change }: AssignConsultation): Promise<Assignee> {
  const actor = requireStaff(ctx.actor);
  const { staff_id: after, reason } = change;
  return transact(ctx, async (tx) => {
    const at = tx.clock.now();
    const [row] = await lockAssignees(tx.db, [id]);
    if (row === undefined) throw consultationNotFound();
    if (isClosed(row, at)) throw consultationClosed();
    const before = row.assignee_id;
    if (change.seen !== undefined && change.seen !== before && after !== before) throw await toChangedError(tx, before);
    const verdict = decideAssign({ actor, before: before ?? undefined, after: after ?? undefined });
    if (verdict.kind === 'lead_only') throw leadAssigns();
    const name = after === null ? null : await getActiveName(tx, after);
    const assignmentId = newId('asg', at);
    if (verdict.kind === 'assign')
      insertAssignment(tx.db, {
        id: assignmentId,
        consultationId: id,
        staffId: after,
        byStaffId: actor.staffId,
        how: verdict.how,
        encryptedReason: reason === undefined ? null : tx.vault.encrypt(reason, assignmentAad(assignmentId)),
        at,
      });
    return { object: 'assignee', consultation_id: id, staff_id: after, name };
  });
}

async function getActiveName(tx: Tx, staffId: string): Promise<string> {
  const member = (await listTeam(tx)).find(({ id, active }) => id === staffId && active);
  if (member === undefined) throw staffInactive();
  return member.name;
}

async function toChangedError(tx: Tx, staffId: string | null) {
  const names = await listStaffNames(tx, staffId === null ? [] : [staffId]);
  return assigneeChanged(staffId === null ? null : { staff_id: staffId, name: names.get(staffId) ?? 'Somebody' });
}

/**
 * Assigns unassigned cases to the staff member who works on them now, who heard the yes, promised to call back or
 * began the consultation. Other actors leave them unassigned, and an assigned case keeps its assignee.
 */
export async function assignUnowned(tx: Tx, ids: readonly string[]): Promise<void> {
  const { actor } = tx;
  if (actor.kind !== 'staff' || ids.length === 0) return;
  const at = tx.clock.now();
  for (const { id, assignee_id: before, closed_at: closedAt } of await lockAssignees(tx.db, ids))
    if (before === null && closedAt === null)
      insertAssignment(tx.db, {
        id: newId('asg', at),
        consultationId: id,
        staffId: actor.staffId,
        byStaffId: actor.staffId,
        how: 'worked',
        encryptedReason: null,
        at,
      });
}

type AssignmentView = Omit<AssignmentRow, 'id' | 'encrypted_reason'> & { readonly reason: string | null };

/** The assignment history of a case with actors and reasons, newest first, up to a hundred rows. */
export async function listAssignments(ctx: Ctx, consultationId: string): Promise<AssignmentView[]> {
  const rows = await listAssignmentRows(ctx.db, consultationId);
  return rows.map(({ id, encrypted_reason: sealed, ...row }) => ({
    ...row,
    reason: sealed === null ? null : ctx.vault.decrypt(sealed, assignmentAad(id)),
  }));
}

/** Unassigns the open cases of staff members whose accounts were ended; returns how many. */
export async function unassignEnded(ctx: Ctx, limit: number): Promise<number> {
  const ended = (await listTeam(ctx)).filter(({ active }) => !active).map(({ id }) => id);
  if (ended.length === 0) return 0;
  return transact(ctx, async (tx) => {
    const at = tx.clock.now();
    const rows = await lockAssignedTo(tx.db, ended, limit);
    for (const { id } of rows)
      insertAssignment(tx.db, {
        id: newId('asg', at),
        consultationId: id,
        staffId: null,
        byStaffId: null,
        how: 'ended',
        encryptedReason: null,
        at,
      });
    return rows.length;
  });
}

type Wanted = {
  readonly actor: Pick<StaffActor, 'staffId' | 'role'>;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

type AssignVerdict =
  | { readonly kind: 'assign'; readonly how: Assignment['how'] }
  /** It is so already. */
  | { readonly kind: 'same' }
  | { readonly kind: 'lead_only' };

/** Any staff member may take a case, and hand over or unassign their own; leads may assign any case to anyone. */
function decideAssign({ actor: { staffId, role }, before, after }: Wanted): AssignVerdict {
  if (before === after) return { kind: 'same' };
  if (after === staffId) return { kind: 'assign', how: 'taken' };
  if (before === staffId) return { kind: 'assign', how: after === undefined ? 'dropped' : 'handed' };
  if (role === 'caller') return { kind: 'lead_only' };
  return { kind: 'assign', how: after === undefined ? 'dropped' : 'assigned' };
}

/** Binds the reason to its row. */
const assignmentAad = (id: string): string => `consultations.assignments/${id}`;

type AssigneeRow = {
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
const lockAssignees = (db: TxDb, ids: readonly string[]) => db.many(lock(ids));

type Assignment = {
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
   insert into consultations.assignments (id, consultation_id, staff_id, by_staff_id, how, encrypted_reason, at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Assigns or unassigns the case, and keeps the previous assignee in the history; the case must be locked by this transaction. */
function insertAssignment(db: TxDb, row: Assignment): void {
  db.write(assign(row.id, row.consultationId, row.staffId, row.byStaffId, row.how, row.encryptedReason, row.at));
}

const ofStaff = prepared<[staffIds: readonly string[], limit: number], { id: string }>(
  'consultations.lock-assigned-to',
  `select id from consultations.consultations where assignee_id = any($1::text[]) and closed_at is null
   order by id limit $2 for update skip locked`,
);

/** The open cases of these staff members. */
const lockAssignedTo = (db: TxDb, staffIds: readonly string[], limit: number) => db.many(ofStaff(staffIds, limit));

type AssignmentRow = {
  readonly id: string;
  readonly staff_id: string | null;
  readonly by_staff_id: string | null;
  readonly how: Assignment['how'];
  readonly encrypted_reason: Buffer | null;
  readonly at: Date;
};

const assignments = prepared<[consultationId: string], AssignmentRow>(
  'consultations.list-assignments',
  `select id, staff_id, by_staff_id, how, encrypted_reason, at from consultations.assignments
   where consultation_id = $1 order by seq desc limit 100`,
);

/** Newest first. */
const listAssignmentRows = (db: Db, consultationId: string) => db.many(assignments(consultationId));
