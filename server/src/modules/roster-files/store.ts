import type { Encoding, FileKind } from '#lib/tables/file-format';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { PreviewCounts } from '#modules/memberships';
import type { Tenant } from '#modules/partners';
import type { Mapping } from './field-rules.ts';
import type { FileStatus } from './rules.ts';

export type RosterFile = Tenant & {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly status: FileStatus;
  readonly kind: FileKind | null;
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  readonly sizeBytes: number;
  readonly parts: number;
  readonly columns: readonly string[];
  readonly samples: readonly (readonly string[])[];
  readonly mapping: Mapping | null;
  readonly problem: string | null;
  readonly rowsRead: number;
  readonly counts: PreviewCounts | null;
  readonly rosterVersion: string | null;
  readonly plannedAt: Date | null;
  readonly appliedAt: Date | null;
  readonly appliedBy: string | null;
  readonly appliedThrough: number;
  readonly applyFinishedAt: Date | null;
  readonly overtaken: number;
  readonly versionAfter: string | null;
  readonly undoAskedAt: Date | null;
  readonly undoAskedBy: string | null;
  readonly undoneThrough: number;
  readonly undoFinishedAt: Date | null;
  readonly undoOvertaken: number;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

const columns = `institution_id as "institutionId", livemode, id, user_id as "userId", name, status, kind, encoding, delimiter,
  size_bytes::float8 as "sizeBytes", parts, columns, samples, mapping, problem, rows_read as "rowsRead", counts,
  roster_version as "rosterVersion", planned_at as "plannedAt", applied_at as "appliedAt", applied_by as "appliedBy",
  applied_through as "appliedThrough", apply_finished_at as "applyFinishedAt", overtaken, version_after as "versionAfter",
  undo_asked_at as "undoAskedAt", undo_asked_by as "undoAskedBy", undone_through as "undoneThrough",
  undo_finished_at as "undoFinishedAt", undo_overtaken as "undoOvertaken", attempts, created_at as "createdAt",
  updated_at as "updatedAt"`;

const insert = prepared<
  [institutionId: string, livemode: boolean, id: string, userId: string, name: string, now: Date],
  never
>(
  'roster-files.insert',
  `insert into roster_files.files (institution_id, livemode, id, user_id, name, status, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 'uploading', $6, $6)`,
);

export function insertFile(
  db: TxDb,
  file: Tenant & { readonly id: string; readonly userId: string; readonly name: string; readonly now: Date },
): void {
  db.write(insert(file.institutionId, file.livemode, file.id, file.userId, file.name, file.now));
}

const one = (tail: '' | 'for update') =>
  prepared<[institutionId: string, livemode: boolean, id: string], RosterFile>(
    `roster-files.find${tail === '' ? '' : '-locked'}`,
    `select ${columns} from roster_files.files where institution_id = $1 and livemode = $2 and id = $3 ${tail}`,
  );
const byId = one('');
const lockedById = one('for update');

export const findFile = (db: Db, { institutionId, livemode }: Tenant, id: string) =>
  db.find(byId(institutionId, livemode, id));
export const lockFile = (db: TxDb, { institutionId, livemode }: Tenant, id: string) =>
  db.find(lockedById(institutionId, livemode, id));

const list = prepared<[institutionId: string, livemode: boolean, before: string, limit: number], RosterFile>(
  'roster-files.list',
  `select ${columns} from roster_files.files where institution_id = $1 and livemode = $2 and id < $3
   order by id desc limit $4`,
);

/** Newest first. */
export const listFiles = (
  db: Db,
  { institutionId, livemode }: Tenant,
  { before, limit }: { readonly before: string; readonly limit: number },
) => db.many(list(institutionId, livemode, before, limit));

const countSince = prepared<[institutionId: string, livemode: boolean, since: Date], { count: number }>(
  'roster-files.count-since',
  `select count(*)::int as count from roster_files.files
   where institution_id = $1 and livemode = $2 and created_at > $3`,
);

export const countFilesSince = async (db: Db, { institutionId, livemode }: Tenant, since: Date): Promise<number> =>
  (await db.find(countSince(institutionId, livemode, since)))?.count ?? 0;

/** What may be written; names are those of the columns. */
export type FileChange = Partial<{
  status: FileStatus;
  kind: FileKind;
  encoding: Encoding;
  delimiter: string | null;
  size_bytes: number;
  parts: number;
  columns: readonly string[];
  samples: readonly (readonly string[])[];
  mapping: Mapping;
  problem: string | null;
  rows_read: number;
  counts: PreviewCounts;
  roster_version: string;
  planned_at: Date;
  applied_at: Date;
  applied_by: string;
  applied_through: number;
  apply_finished_at: Date;
  overtaken: number;
  version_after: string;
  undo_asked_at: Date;
  undo_asked_by: string;
  undone_through: number;
  undo_finished_at: Date;
  undo_overtaken: number;
  attempts: number;
  retry_at: Date | null;
  updated_at: Date;
}>;

const jsonColumns = new Set(['columns', 'samples', 'mapping', 'counts']);

/** `from`: only while it is still there. */
type FileKey = Tenant & { readonly id: string; readonly from?: FileStatus };

const update = ({ institutionId, livemode, id, from }: FileKey, change: FileChange) => {
  const entries = Object.entries(change);
  const sets = entries.map(([name], index) => `${name} = $${index + 4}`);
  const values = entries.map(([name, value]) => (jsonColumns.has(name) ? JSON.stringify(value) : value));
  const still = from === undefined ? '' : `and status = $${entries.length + 4}`;
  const text = `update roster_files.files set ${sets.join(', ')}
    where institution_id = $1 and livemode = $2 and id = $3 ${still}`;
  return { text, values: [institutionId, livemode, id, ...values, ...(from === undefined ? [] : [from])] };
};

export const updateFile = (db: TxDb, file: FileKey, change: FileChange): void => db.write(update(file, change));
/** By itself, outside a transaction. */
export const noteFile = (db: Db, file: FileKey, change: FileChange) => db.many(update(file, change));

const stopAll = prepared<[institutionId: string, livemode: boolean, problem: string, now: Date], never>(
  'roster-files.stop-applying',
  `update roster_files.files set status = 'stopped', problem = $3, apply_finished_at = $4, updated_at = $4
   where institution_id = $1 and livemode = $2 and status = 'applying'`,
);

type Stop = { readonly problem: string; readonly now: Date };

/** Without the version that they leave, so that they cannot be undone. */
export function stopApplying(db: TxDb, { institutionId, livemode }: Tenant, { problem, now }: Stop): void {
  db.write(stopAll(institutionId, livemode, problem, now));
}

const remembered = prepared<[institutionId: string, livemode: boolean], { fields: Readonly<Record<string, string>> }>(
  'roster-files.find-mapping',
  'select fields from roster_files.mappings where institution_id = $1 and livemode = $2',
);

export const findRemembered = async (db: Db, { institutionId, livemode }: Tenant) =>
  (await db.find(remembered(institutionId, livemode)))?.fields ?? {};

const remember = prepared<[institutionId: string, livemode: boolean, fields: string, now: Date], never>(
  'roster-files.remember-mapping',
  `insert into roster_files.mappings (institution_id, livemode, fields, updated_at) values ($1, $2, $3, $4)
   on conflict (institution_id, livemode) do update set fields = excluded.fields, updated_at = excluded.updated_at`,
);

type Remembered = { readonly fields: Readonly<Record<string, string>>; readonly now: Date };

export function rememberMapping(db: TxDb, tenant: Tenant, { fields, now }: Remembered): void {
  db.write(remember(tenant.institutionId, tenant.livemode, JSON.stringify(fields), now));
}
