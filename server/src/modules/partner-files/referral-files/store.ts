import type { Encoding } from '#lib/tables/file-format';
import type { Tenant } from '#modules/partners';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { Mapping } from './field-rules.ts';
import type { DryRunCounts, FileKind, FileStatus } from './rules.ts';

export type ReferralFile = Tenant & {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly status: FileStatus;
  readonly kind: FileKind | null;
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  readonly sizeBytes: number;
  readonly columns: readonly string[];
  readonly mapping: Mapping | null;
  readonly problem: string | null;
  readonly rowCount: number;
  readonly counts: DryRunCounts | null;
  readonly checkedAt: Date | null;
  readonly appliedAt: Date | null;
  readonly appliedBy: string | null;
  readonly blocks: number;
  readonly done: number;
  readonly referred: number;
  readonly notContacted: number;
  readonly overtaken: number;
  readonly finishedAt: Date | null;
  readonly emptiedAt: Date | null;
  readonly attempts: number;
  readonly createdAt: Date;
};

export type FileKey = Tenant & { readonly id: string };

const columns = `institution_id as "institutionId", livemode, id, user_id as "userId", name, status, kind, encoding, delimiter,
  size_bytes::float8 as "sizeBytes", columns, mapping, problem, row_count as "rowCount", counts, checked_at as "checkedAt",
  applied_at as "appliedAt", applied_by as "appliedBy", blocks, done, referred, not_contacted as "notContacted", overtaken,
  finished_at as "finishedAt", emptied_at as "emptiedAt", attempts, created_at as "createdAt"`;

const insert = prepared<
  [institutionId: string, livemode: boolean, id: string, userId: string, name: string, now: Date],
  never
>(
  'referral-files.insert',
  `insert into referral_files.files (institution_id, livemode, id, user_id, name, status, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 'uploading', $6, $6)`,
);

type NewFile = FileKey & { readonly userId: string; readonly name: string; readonly now: Date };

export function insertFile(db: TxDb, file: NewFile): void {
  db.write(insert(file.institutionId, file.livemode, file.id, file.userId, file.name, file.now));
}

const one = (name: string, tail: string) =>
  prepared<[institutionId: string, livemode: boolean, id: string], ReferralFile>(
    `referral-files.${name}`,
    `select ${columns} from referral_files.files where institution_id = $1 and livemode = $2 and id = $3 ${tail}`,
  );
const byId = one('find', '');
const lockedById = one('find-locked', 'for update');
const claimedById = one('claim', `and status = 'applying' for update skip locked`);

export const findFile = (db: Db, { institutionId, livemode }: Tenant, id: string) =>
  db.find(byId(institutionId, livemode, id));
export const lockFile = (db: TxDb, { institutionId, livemode }: Tenant, id: string) =>
  db.find(lockedById(institutionId, livemode, id));
/** A file that is being applied, unless another worker is processing it. */
export const claimFile = (db: TxDb, { institutionId, livemode, id }: FileKey) =>
  db.find(claimedById(institutionId, livemode, id));

const list = prepared<[institutionId: string, livemode: boolean, before: string, limit: number], ReferralFile>(
  'referral-files.list',
  `select ${columns} from referral_files.files where institution_id = $1 and livemode = $2 and id < $3
   order by id desc limit $4`,
);

type Page = { readonly before: string; readonly limit: number };

/** Newest first. */
export const listFiles = (db: Db, { institutionId, livemode }: Tenant, { before, limit }: Page) =>
  db.many(list(institutionId, livemode, before, limit));

const countSince = prepared<[institutionId: string, livemode: boolean, since: Date], { count: number }>(
  'referral-files.count-since',
  `select count(*)::int as count from referral_files.files
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
  columns: readonly string[];
  mapping: Mapping;
  problem: string | null;
  row_count: number;
  counts: DryRunCounts;
  checked_at: Date;
  applied_at: Date;
  applied_by: string;
  blocks: number;
  done: number;
  referred: number;
  not_contacted: number;
  overtaken: number;
  finished_at: Date | null;
  emptied_at: Date;
  attempts: number;
  retry_at: Date | null;
  updated_at: Date;
}>;

const jsonColumns = new Set(['columns', 'mapping', 'counts']);

const update = ({ institutionId, livemode, id }: FileKey, change: FileChange) => {
  const entries = Object.entries(change);
  const sets = entries.map(([name], index) => `${name} = $${index + 4}`);
  const values = entries.map(([name, value]) => (jsonColumns.has(name) ? JSON.stringify(value) : value));
  const text = `update referral_files.files set ${sets.join(', ')} where institution_id = $1 and livemode = $2 and id = $3`;
  return { text, values: [institutionId, livemode, id, ...values] };
};

export const updateFile = (db: TxDb, file: FileKey, change: FileChange): void => db.write(update(file, change));
/** Runs alone, outside a transaction. */
export const noteFile = (db: Db, file: FileKey, change: FileChange) => db.many(update(file, change));

const stopAll = prepared<[institutionId: string, livemode: boolean, problem: string, now: Date], never>(
  'referral-files.stop-applying',
  `update referral_files.files set status = 'stopped', problem = $3, finished_at = $4, updated_at = $4
   where institution_id = $1 and livemode = $2 and status = 'applying'`,
);

type Stop = { readonly problem: string; readonly now: Date };

export function stopApplying(db: TxDb, { institutionId, livemode }: Tenant, { problem, now }: Stop): void {
  db.write(stopAll(institutionId, livemode, problem, now));
}

const remembered = prepared<[institutionId: string, livemode: boolean], { fields: Readonly<Record<string, string>> }>(
  'referral-files.find-mapping',
  'select fields from referral_files.mappings where institution_id = $1 and livemode = $2',
);

export const findRemembered = async (db: Db, { institutionId, livemode }: Tenant) =>
  (await db.find(remembered(institutionId, livemode)))?.fields ?? {};

const remember = prepared<[institutionId: string, livemode: boolean, fields: string, now: Date], never>(
  'referral-files.remember-mapping',
  `insert into referral_files.mappings (institution_id, livemode, fields, updated_at) values ($1, $2, $3, $4)
   on conflict (institution_id, livemode) do update set fields = excluded.fields, updated_at = excluded.updated_at`,
);

type Remembered = { readonly fields: Readonly<Record<string, string>>; readonly now: Date };

export function rememberMapping(db: TxDb, { institutionId, livemode }: Tenant, { fields, now }: Remembered): void {
  db.write(remember(institutionId, livemode, JSON.stringify(fields), now));
}

const key = 'institution_id as "institutionId", livemode, id';

const waiting = prepared<[now: Date, limit: number], FileKey>(
  'referral-files.list-waiting',
  `select ${key} from referral_files.files
   where status = 'applying' and (retry_at is null or retry_at <= $1) order by updated_at limit $2`,
);

/** Longest without a block first. */
export const listWaiting = (db: Db, now: Date, limit: number) => db.many(waiting(now, limit));

const full = prepared<[before: Date, limit: number], FileKey>(
  'referral-files.list-full',
  `select ${key} from referral_files.files
   where created_at < $1 and emptied_at is null and status <> 'applying' order by created_at limit $2`,
);

/** Older files whose rows still have their cells. */
export const listFull = (db: Db, before: Date, limit: number) => db.many(full(before, limit));

const abandoned = prepared<[before: Date, limit: number], FileKey>(
  'referral-files.list-abandoned',
  `select ${key} from referral_files.files where created_at < $1 and status = 'uploading' order by created_at limit $2`,
);

/** Uploads that never finished. */
export const listAbandoned = (db: Db, before: Date, limit: number) => db.many(abandoned(before, limit));

const old = prepared<[before: Date, limit: number], FileKey>(
  'referral-files.list-old',
  `select ${key} from referral_files.files where created_at < $1 and status <> 'applying' order by created_at limit $2`,
);

export const listOld = (db: Db, before: Date, limit: number) => db.many(old(before, limit));

const remove = (table: 'rows' | 'blocks' | 'files') =>
  prepared<[institutionId: string, livemode: boolean, id: string], never>(
    `referral-files.delete-${table}`,
    `delete from referral_files.${table}
     where institution_id = $1 and livemode = $2 and ${table === 'files' ? 'id' : 'file_id'} = $3`,
  );
const removals = [remove('rows'), remove('blocks'), remove('files')];

export function deleteFile(db: TxDb, { institutionId, livemode, id }: FileKey): void {
  for (const removal of removals) db.write(removal(institutionId, livemode, id));
}
