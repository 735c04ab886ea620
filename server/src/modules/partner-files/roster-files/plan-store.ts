import { escapeLiteral, prepared, type Db, type TxDb } from '#platform/db';
import type { Tenant } from '#modules/partners';
import type { PlanAction } from './rules.ts';
import type { RosterFile } from './store.ts';

export type PlanRow = {
  readonly seq: number;
  readonly action: PlanAction;
  readonly rowNumber: number | null;
  readonly vin: string | null;
  readonly enrollmentId: string | null;
  readonly idTail: string | null;
  readonly externalRef: string | null;
  readonly plan: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly prevExternalRef: string | null;
  readonly prevPlan: string | null;
  readonly prevFirstName: string | null;
  readonly prevLastName: string | null;
  readonly prevEmail: string | null;
  readonly prevPhone: string | null;
  readonly reasons: readonly { readonly path: string; readonly message: string }[] | null;
  readonly warnings: readonly string[] | null;
  readonly overtaken: boolean;
  readonly undoOvertaken: boolean;
  /** The member's data was erased: the row has none, and is no longer processed. */
  readonly erased: boolean;
  readonly effectiveAt: Date | null;
};

type FileKey = Tenant & { readonly id: string };

const remove = prepared<[institutionId: string, livemode: boolean, fileId: string, limit: number], { seq: number }>(
  'roster-files.delete-plan-rows',
  // By a range of numbers: a list would be searched again for each row.
  `delete from roster_files.plan_rows where institution_id = $1 and livemode = $2 and file_id = $3 and seq <= coalesce((
     select seq from roster_files.plan_rows where institution_id = $1 and livemode = $2 and file_id = $3
     order by seq offset $4 - 1 limit 1), 2000000000)
   returning seq`,
);

/** Returns how many; at most the limit. */
export const deletePlanRows = async (db: Db, { institutionId, livemode, id }: FileKey, limit: number) =>
  (await db.many(remove(institutionId, livemode, id, limit))).length;

/**
 * Makes the `preview` table of memberships the plan of a file. `firstRow` is the row number shown for the first row.
 */
export const storePreview = (db: TxDb, { institutionId, livemode, id }: FileKey, firstRow: number): void =>
  db.write({
    text: `insert into roster_files.plan_rows (institution_id, livemode, file_id, seq, action, row_number, vin, enrollment_id,
       id_tail, external_ref, plan, first_name, last_name, email, phone, year, make, model, effective_at, prev_external_ref,
       prev_plan, prev_first_name, prev_last_name, prev_email, prev_phone, reasons, warnings)
     select ${escapeLiteral(institutionId)}, ${livemode}, ${escapeLiteral(id)}, seq, action, place + ${firstRow}, vin,
       case when action <> 'add' then id end, case when action = 'add' then right(id, 16) end,
       external_ref, plan, first_name, last_name, email, phone, year, make, model, effective_at,
       case when action = 'change' then prev_external_ref end, case when action = 'change' then prev_plan end,
       case when action = 'change' then prev_first_name end, case when action = 'change' then prev_last_name end,
       case when action = 'change' then prev_email end, case when action = 'change' then prev_phone end, reasons, warnings
     from preview order by seq`,
    values: [],
  });

type Block = {
  readonly file: RosterFile;
  readonly after: number;
  readonly upTo: number;
  readonly idHead: string;
  readonly now: Date;
};

const start = (after: number, upTo: number, { institutionId, livemode, id }: RosterFile): string =>
  `from roster_files.plan_rows where institution_id = ${escapeLiteral(institutionId)} and livemode = ${livemode}
     and file_id = ${escapeLiteral(id)} and seq > ${after} and seq <= ${upTo} and not erased`;

const into = `insert into planned (seq, action, id, vin, status, external_ref, plan, first_name, last_name, email, phone, year,
  make, model, effective_at, canceled_at, cancel_reason, expected_status, expected_external_ref, expected_plan,
  expected_first_name, expected_last_name, expected_email, expected_phone)`;

/** A block of the plan as memberships executes it. */
export const planBlock = ({ file, after, upTo, idHead, now }: Block) => ({
  text: `${into}
   select seq, case action when 'add' then 'created' when 'change' then 'updated' else 'canceled' end,
     coalesce(enrollment_id, ${escapeLiteral(idHead)} || id_tail), vin, case action when 'remove' then 'canceled' else 'active' end,
     external_ref, plan, first_name, last_name, email, phone, year, make, model, effective_at,
     case action when 'remove' then ${escapeLiteral(now.toISOString())}::timestamptz end,
     case action when 'remove' then 'roster_sync' end,
     case action when 'add' then null else 'active' end,
     case action when 'change' then prev_external_ref else external_ref end,
     case action when 'change' then prev_plan else plan end,
     case action when 'change' then prev_first_name else first_name end,
     case action when 'change' then prev_last_name else last_name end,
     case action when 'change' then prev_email else email end, case action when 'change' then prev_phone else phone end
   ${start(after, upTo, file)}`,
  values: [],
});

/**
 * The same block in reverse: added enrollments are canceled as of when they would have taken effect, so that no
 * statement bills them; changed or canceled ones are restored. Rows that were not executed are not undone.
 */
export const undoBlock = ({ file, after, upTo, idHead, now }: Block) => ({
  text: `${into}
   select seq, case action when 'add' then 'canceled' else 'updated' end,
     coalesce(enrollment_id, ${escapeLiteral(idHead)} || id_tail), vin, case action when 'add' then 'canceled' else 'active' end,
     case action when 'change' then prev_external_ref else external_ref end,
     case action when 'change' then prev_plan else plan end,
     case action when 'change' then prev_first_name else first_name end,
     case action when 'change' then prev_last_name else last_name end,
     case action when 'change' then prev_email else email end, case action when 'change' then prev_phone else phone end,
     year, make, model, effective_at,
     case action when 'add' then least(effective_at, ${escapeLiteral(now.toISOString())}::timestamptz) end,
     case action when 'add' then 'roster_undo' end,
     case action when 'remove' then 'canceled' else 'active' end, external_ref, plan, first_name, last_name, email, phone
   ${start(after, upTo, file)} and not overtaken`,
  values: [],
});

const erasedInBlock = ({ institutionId, livemode, id }: FileKey) => ({
  text: `select from planned p join roster_files.plan_rows r on r.institution_id = ${escapeLiteral(institutionId)}
     and r.livemode = ${livemode} and r.file_id = ${escapeLiteral(id)} and r.seq = p.seq where r.erased limit 1`,
  values: [],
});

/** Whether a person of the block in `planned` was erased since it was read. */
export const isErasedInBlock = async (db: TxDb, file: FileKey): Promise<boolean> =>
  (await db.find(erasedInBlock(file))) !== undefined;

const mark = (column: 'overtaken' | 'undo_overtaken') =>
  prepared<[institutionId: string, livemode: boolean, fileId: string, seqs: readonly number[]], never>(
    `roster-files.mark-${column.replace('_', '-')}`,
    `update roster_files.plan_rows set ${column} = true
     where institution_id = $1 and livemode = $2 and file_id = $3 and seq = any($4::integer[])`,
  );
const markApplied = mark('overtaken');
const markUndone = mark('undo_overtaken');

export function markOvertaken(
  db: TxDb,
  { institutionId, livemode, id }: FileKey,
  what: { readonly by: 'apply' | 'undo'; readonly seqs: readonly number[] },
): void {
  if (what.seqs.length > 0)
    db.write((what.by === 'apply' ? markApplied : markUndone)(institutionId, livemode, id, what.seqs));
}

const columns = `seq, action, row_number as "rowNumber", vin, enrollment_id as "enrollmentId", id_tail as "idTail",
  external_ref as "externalRef", plan, first_name as "firstName", last_name as "lastName", email, phone,
  prev_external_ref as "prevExternalRef", prev_plan as "prevPlan", prev_first_name as "prevFirstName",
  prev_last_name as "prevLastName", prev_email as "prevEmail", prev_phone as "prevPhone", reasons, warnings, overtaken,
  undo_overtaken as "undoOvertaken", erased, effective_at as "effectiveAt"`;

type Page = readonly [
  institutionId: string,
  livemode: boolean,
  fileId: string,
  after: number,
  upTo: number,
  limit: number,
];

const page = (name: string, condition: string) =>
  prepared<Page, PlanRow>(
    name,
    `select ${columns} from roster_files.plan_rows
     where institution_id = $1 and livemode = $2 and file_id = $3 and seq > $4 and seq <= $5 ${condition}
     order by seq limit $6`,
  );
const everyRow = page('roster-files.list-plan-rows', '');
const warnedRows = page('roster-files.list-warned-rows', 'and warnings is not null');

type Range = { readonly after: number; readonly upTo: number; readonly limit: number; readonly warned: boolean };

export const listRows = (db: Db, { institutionId, livemode, id }: FileKey, { after, upTo, limit, warned }: Range) =>
  db.many((warned ? warnedRows : everyRow)(institutionId, livemode, id, after, upTo, limit));
