import { prepared, type Db, type TxDb } from '#platform/db';
import type { Issue } from '#platform/errors';
import type { RowOutcome, Verdict } from './rules.ts';
import type { FileKey } from './store.ts';

export type FileRow = {
  readonly rowNumber: number;
  readonly cells: readonly string[] | null;
  readonly outcome: RowOutcome | null;
  readonly issues: readonly Issue[] | null;
  readonly warnings: readonly string[] | null;
  readonly referralId: string | null;
  readonly firstRow: number | null;
};

type OfFile = readonly [institutionId: string, livemode: boolean, fileId: string];

const insert = prepared<[...OfFile, rows: string], never>(
  'referral-files.insert-rows',
  `insert into referral_files.rows (institution_id, livemode, file_id, row_number, cells, contacts)
   select $1, $2, $3, r."rowNumber", r.cells, r.contacts
   from jsonb_to_recordset($4::jsonb) as r("rowNumber" integer, cells jsonb, contacts text[])`,
);

export type NewRow = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly contacts: readonly string[];
};

/** `rows` is a JSON array of `NewRow`. */
export function insertRows(db: TxDb, { institutionId, livemode, id }: FileKey, rows: string): void {
  db.write(insert(institutionId, livemode, id, rows));
}

const columns = `row_number as "rowNumber", cells, outcome, issues, warnings, referral_id as "referralId",
  first_row as "firstRow"`;

const page = (name: string, condition: string) =>
  prepared<[...OfFile, after: number, limit: number], FileRow>(
    `referral-files.${name}`,
    `select ${columns} from referral_files.rows
     where institution_id = $1 and livemode = $2 and file_id = $3 and row_number > $4 ${condition}
     order by row_number limit $5`,
  );
const everyRow = page('list-rows', '');
const warnedRows = page(
  'list-warned-rows',
  `and array_remove(warnings, 'suppressed') <> '{}' and outcome in ('ready', 'referred')`,
);
const rejectedRows = page('list-rejected-rows', `and outcome in ('invalid', 'double')`);

const lockReady = prepared<[...OfFile, limit: number], FileRow>(
  'referral-files.lock-ready-rows',
  `select ${columns} from referral_files.rows
   where institution_id = $1 and livemode = $2 and file_id = $3 and outcome = 'ready' and cells is not null
   order by row_number limit $4 for update`,
);

/** The next rows to refer. Locked, so that a person erased meanwhile is not referred. */
export const lockReadyRows = (db: TxDb, { institutionId, livemode, id }: FileKey, limit: number) =>
  db.many(lockReady(institutionId, livemode, id, limit));

const ofOutcome = prepared<[...OfFile, after: number, limit: number, outcome: string], FileRow>(
  'referral-files.list-rows-of-outcome',
  `select ${columns} from referral_files.rows
   where institution_id = $1 and livemode = $2 and file_id = $3 and row_number > $4 and outcome = $6
   order by row_number limit $5`,
);

export type RowFilter = RowOutcome | 'warned' | 'rejected' | undefined;
type Page = { readonly after: number; readonly limit: number; readonly filter: RowFilter };

/** In the order of the file. */
export function listRows(db: Db, { institutionId, livemode, id }: FileKey, { after, limit, filter }: Page) {
  const asked = [institutionId, livemode, id, after, limit] as const;
  if (filter === undefined) return db.many(everyRow(...asked));
  if (filter === 'warned') return db.many(warnedRows(...asked));
  if (filter === 'rejected') return db.many(rejectedRows(...asked));
  return db.many(ofOutcome(...asked, filter));
}

const outcomes = prepared<[...OfFile, verdicts: string], never>(
  'referral-files.update-outcomes',
  `update referral_files.rows t set outcome = r.outcome, issues = r.issues, warnings = r.warnings,
     referral_id = r."referralId", first_row = r."firstRow"
   from jsonb_to_recordset($4::jsonb) as r("rowNumber" integer, outcome text, issues jsonb, warnings text[],
     "referralId" text, "firstRow" integer)
   where t.institution_id = $1 and t.livemode = $2 and t.file_id = $3 and t.row_number = r."rowNumber"
     and t.cells is not null`,
);

/** Rows erased meanwhile stay erased. */
export function updateOutcomes(db: TxDb, { institutionId, livemode, id }: FileKey, verdicts: readonly Verdict[]): void {
  if (verdicts.length > 0) db.write(outcomes(institutionId, livemode, id, JSON.stringify(verdicts)));
}

const block = prepared<[...OfFile, block: number, now: Date], never>(
  'referral-files.insert-block',
  `insert into referral_files.blocks (institution_id, livemode, file_id, block, done_at) values ($1, $2, $3, $4, $5)`,
);

/** Fails when this block of the file was done before. */
export function insertBlock(
  db: TxDb,
  { institutionId, livemode, id }: FileKey,
  { number, now }: { readonly number: number; readonly now: Date },
): void {
  db.write(block(institutionId, livemode, id, number, now));
}

const empty = prepared<OfFile, never>(
  'referral-files.empty-rows',
  `update referral_files.rows set cells = null, contacts = '{}'
   where institution_id = $1 and livemode = $2 and file_id = $3 and cells is not null`,
);

export function emptyRows(db: TxDb, { institutionId, livemode, id }: FileKey): void {
  db.write(empty(institutionId, livemode, id));
}
