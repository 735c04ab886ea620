import type { Encoding, FileKind } from '#lib/tables/file-format';
import type { PreviewCounts } from '#modules/memberships';
import type { Tenant } from '#modules/partners';
import type { Clock } from '#platform/clock';
import { prepared, type Db, type TxDb } from '#platform/db';
import { bind, type DataSubject } from '#platform/personal-data';
import type { FileStatus, Mapping } from './rules.ts';

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

/** The updatable columns. */
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

/** `from`: only while the file has this status. */
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
/** Runs alone, outside a transaction. */
export const noteFile = (db: Db, file: FileKey, change: FileChange) => db.many(update(file, change));

const stopAll = prepared<[institutionId: string, livemode: boolean, problem: string, now: Date], never>(
  'roster-files.stop-applying',
  `update roster_files.files set status = 'stopped', problem = $3, apply_finished_at = $4, updated_at = $4
   where institution_id = $1 and livemode = $2 and status = 'applying'`,
);

type Stop = { readonly problem: string; readonly now: Date };

/** Without the version after the changes, so that they cannot be undone. */
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

/**
 * Which rows of plans are a person's: of their enrollments; with a contact of theirs, which is stored as it is compared, since a
 * row may be of an enrollment that was never made or is somebody else's by now; and invalid rows, which have no contact, by the
 * vehicle. For all but the first the whole table is read: nobody asks often, and an index on every contact would cost every
 * roster. What ends by age has no contacts given, and is found by two indexes.
 */
export const ofSubject = `(enrollment_id = any(:ids) or id_tail = any(array(select right(one, 16) from unnest(:ids) one))
  or cardinality(:contacts) > 0 and (email = any(:contacts) or phone = any(:contacts)
    or prev_email = any(:contacts) or prev_phone = any(:contacts)
    or action = 'invalid' and (institution_id, livemode, vin) in (
      select institution_id, livemode, vin from memberships.enrollments where id = any(:ids))))`;

const working = prepared<[], { id: string }>(
  'roster-files.lock-working',
  `select id from roster_files.files where status in ('applying', 'undoing') order by institution_id, livemode, id for update`,
);

/** Locks every file that is being applied or undone until the transaction ends; none of them is erased. */
export async function lockWorking(db: TxDb): Promise<number> {
  await db.many(working());
  return 0;
}

export type StoredUpload = Tenant & {
  readonly id: string;
  readonly status: FileStatus;
  readonly kind: FileKind;
  readonly encoding: Encoding;
  readonly parts: number;
  readonly problem: string | null;
  /** Whether a row of its plan is the person's. */
  readonly planned: boolean;
  /** Vehicles of the person at its institution. */
  readonly vins: readonly string[];
};

const uploads = `select f.institution_id as "institutionId", f.livemode, f.id, f.status, f.kind, f.encoding, f.parts, f.problem,
    exists (select from roster_files.plan_rows
      where institution_id = f.institution_id and livemode = f.livemode and file_id = f.id and ${ofSubject}) as planned,
    array(select vin from memberships.enrollments e where e.id = any(:ids) and e.institution_id = f.institution_id
      and e.livemode = f.livemode and e.status <> 'canceled') as vins
  from roster_files.files f where f.parts > 0 and f.kind is not null and f.encoding is not null
  order by f.institution_id, f.livemode, f.id`;

/** Every stored file, and whether its plan or institution already matches the person. */
export const listStoredUploads = (db: Db, clock: Clock, person: DataSubject): Promise<StoredUpload[]> =>
  db.many(bind<StoredUpload>(uploads, { clock, person }));
