import { prepared, type Db, type TxDb } from '#platform/db';
import type { Difference, ReportReading } from '../schemas.ts';

export type Spent = { readonly name: string; readonly bytes: number };

/** Budgets of one UTC day. */
type BudgetNames = { readonly names: readonly string[]; readonly day: string };

// The order of the names is the order of the locks: an address, its network, then the row that all of them share.
const add = prepared<[names: readonly string[], day: string, bytes: number], Spent>(
  'documents.add-upload-bytes',
  `insert into documents.upload_budgets as b (name, day, bytes)
   select name, $2::date, $3 from unnest($1::text[]) with ordinality as wanted (name, place) order by place
   on conflict (name, day) do update set bytes = b.bytes + excluded.bytes
   returning name, bytes::float8 as bytes`,
);

/** The bytes spent by each, including these; a caller over its budget rolls back. */
export const addUploadBytes = (db: TxDb, { names, day }: BudgetNames, bytes: number) => db.many(add(names, day, bytes));

const give = prepared<[names: readonly string[], day: string, bytes: number], never>(
  'documents.return-upload-bytes',
  `with these as materialized (
     select b.name from unnest($1::text[]) with ordinality as wanted (name, place)
     join documents.upload_budgets b on b.name = wanted.name and b.day = $2::date order by place for update of b)
   update documents.upload_budgets b set bytes = greatest(0, b.bytes - $3) from these
   where b.name = these.name and b.day = $2::date`,
);

/** Returns reserved bytes that did not arrive. */
export const returnUploadBytes = (db: Db, { names, day }: BudgetNames, bytes: number) =>
  db.many(give(names, day, bytes));

const spent = prepared<[names: readonly string[], day: string], Spent>(
  'documents.list-upload-bytes',
  'select name, bytes::float8 as bytes from documents.upload_budgets where name = any($1::text[]) and day = $2::date',
);

export const listUploadBytes = (db: Db, { names, day }: BudgetNames) => db.many(spent(names, day));

const purge = prepared<[day: string, limit: number], { name: string }>(
  'documents.purge-upload-budgets',
  `delete from documents.upload_budgets where ctid = any(array(
     select ctid from documents.upload_budgets where day < $1::date limit $2 for update skip locked)) returning name`,
);

export const deleteUploadBudgets = (db: Db, before: string, limit: number) => db.many(purge(before, limit));

type Document = {
  readonly id: string;
  readonly intakeId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly reading: ReportReading;
  readonly differences: readonly Difference[];
  readonly createdAt: Date;
};

/** A document as it is read back. */
export type DocumentRow = Document & { readonly fileRemovedAt: Date | null };

const columns = `id, intake_id as "intakeId", sha256, size_bytes as "sizeBytes", object_key as "objectKey", reading,
  differences, created_at as "createdAt", file_removed_at as "fileRemovedAt"`;

const insert = prepared<[row: string], never>(
  'documents.insert',
  `insert into documents.documents (id, intake_id, sha256, size_bytes, object_key, reading, differences, created_at)
   select * from jsonb_to_record($1) as r(id text, "intakeId" text, sha256 text, "sizeBytes" integer, "objectKey" text,
     reading jsonb, differences jsonb, "createdAt" timestamptz)`,
);

export const insertDocument = (db: TxDb, row: Document): void => db.write(insert(JSON.stringify(row)));

const bySha = prepared<[intakeId: string, sha256: string], DocumentRow>(
  'documents.find-by-sha',
  `select ${columns} from documents.documents where intake_id = $1 and sha256 = $2`,
);

export const findBySha = (db: Db, intakeId: string, sha256: string) => db.find(bySha(intakeId, sha256));

const byId = prepared<[id: string], DocumentRow>(
  'documents.find',
  `select ${columns} from documents.documents where id = $1`,
);

export const findById = (db: Db, id: string) => db.find(byId(id));

const count = prepared<[intakeId: string], { count: number }>(
  'documents.count',
  'select count(*)::int as count from documents.documents where intake_id = $1',
);

export async function countOf(db: Db, intakeId: string): Promise<number> {
  return (await db.find(count(intakeId)))?.count ?? 0;
}

const ofIntake = prepared<[intakeId: string, limit: number], DocumentRow>(
  'documents.list',
  `select ${columns} from documents.documents where intake_id = $1 order by id limit $2`,
);

export const listOf = (db: Db, intakeId: string, limit: number) => db.many(ofIntake(intakeId, limit));

const restore = prepared<[id: string, objectKey: string, now: Date], never>(
  'documents.restore-file',
  `update documents.documents set object_key = $2, file_removed_at = null, reviewed_at = $3 where id = $1`,
);

/** The same file came again after the first was removed. */
export const restoreFile = (db: TxDb, row: { id: string; objectKey: string; now: Date }): void =>
  db.write(restore(row.id, row.objectKey, row.now));

const toReview = prepared<[before: Date, limit: number], { id: string; intakeId: string }>(
  'documents.list-to-review',
  `select id, intake_id as "intakeId" from documents.documents
   where not file_stays and file_removed_at is null and coalesce(reviewed_at, created_at) <= $1
   order by coalesce(reviewed_at, created_at) limit $2`,
);

/** Documents whose file is old enough to be checked, oldest first. */
export const listToReview = (db: Db, before: Date, limit: number) => db.many(toReview(before, limit));

const stay = prepared<[id: string], never>(
  'documents.set-file-stays',
  'update documents.documents set file_stays = true where id = $1',
);

export const updateFileStays = (db: TxDb, id: string): void => db.write(stay(id));

const wait = prepared<[id: string, now: Date], never>(
  'documents.set-reviewed',
  'update documents.documents set reviewed_at = $2 where id = $1',
);

export const updateReviewed = (db: TxDb, id: string, now: Date): void => db.write(wait(id, now));

// The object is removed by the sweep of puts: its row there is written with the mark, or neither is.
const remove = prepared<[id: string, now: Date], never>(
  'documents.remove-file',
  `with gone as (
     update documents.documents set file_removed_at = $2 where id = $1 and file_removed_at is null returning object_key)
   insert into documents.pending_uploads (object_key, lease_until, removing) select object_key, now(), true from gone`,
);

export const removeFile = (db: TxDb, id: string, now: Date): void => db.write(remove(id, now));

const keysAfter = prepared<[afterId: string, limit: number], { id: string; object_key: string }>(
  'documents.list-keys',
  `select id, object_key from documents.documents where id > $1 and file_removed_at is null order by id limit $2`,
);

/** The documents that have a file, page by page. */
export const listKeysAfter = (db: Db, afterId: string, limit: number) => db.many(keysAfter(afterId, limit));
