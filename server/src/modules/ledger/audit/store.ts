import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';
import type { Entry } from './rules.ts';

const lock = prepared<[], { seq: string; mac: Buffer }>(
  'audit.lock-head',
  'select seq, mac from audit.head for update',
);

/** The lock lasts until the transaction ends, because each row is chained to the previous one. */
export async function lockHead(db: TxDb): Promise<{ seq: number; mac: Buffer }> {
  const row = await db.find(lock());
  if (row === undefined) throw new Error('the audit trail has no head');
  return { seq: Number(row.seq), mac: row.mac };
}

// PostgreSQL assigns a transaction id when a transaction first writes or locks a row.
const changed = prepared<[], { changed: boolean }>(
  'audit.has-changed',
  'select pg_current_xact_id_if_assigned() is not null as changed',
);

/** Whether this transaction has written anything so far, including queued statements. */
export const hasChanged = async (db: TxDb): Promise<boolean> => (await db.find(changed()))?.changed ?? false;

const lastAction = prepared<[subjectId: string], { at: Date }>(
  'audit.find-last-action',
  `select at from audit.entries where subject_id = $1 and kind = 'action' order by seq desc limit 1`,
);

export const findLastActionRow = (db: Db, subjectId: string) => db.find(lastAction(subjectId));

const insert = preparedInsert('audit.entries', [
  'seq',
  'at',
  'kind',
  'operation',
  'staff_id',
  'credential_id',
  'subject_id',
  'reason',
  'request_id',
  'institution_id',
  'user_id',
  'mac',
]);

const moveHead = prepared<[seq: number, mac: Buffer, seal: Buffer], never>(
  'audit.move-head',
  'update audit.head set seq = $1, mac = $2, seal = $3',
);

export function insertEntry(db: TxDb, entry: Entry, { mac, seal }: { mac: Buffer; seal: Buffer }): void {
  db.write(
    insert({
      seq: entry.seq,
      at: entry.at,
      kind: entry.kind,
      operation: entry.operation,
      staff_id: entry.staffId,
      credential_id: entry.credentialId,
      subject_id: entry.subjectId,
      reason: entry.reason,
      request_id: entry.requestId,
      institution_id: entry.institutionId,
      user_id: entry.userId,
      mac,
    }),
  );
  db.write(moveHead(entry.seq, mac, seal));
}

export type StoredEntry = Entry & { readonly mac: Buffer; readonly erasedMac: Buffer | null };

type Row = {
  seq: string;
  at: Date;
  kind: string;
  operation: string;
  staff_id: string | null;
  credential_id: string | null;
  subject_id: string | null;
  reason: string | null;
  request_id: string | null;
  institution_id: string | null;
  user_id: string | null;
  mac: Buffer;
  erased_mac: Buffer | null;
};

const toEntry = (row: Row): StoredEntry => ({
  seq: Number(row.seq),
  at: row.at,
  kind: row.kind,
  operation: row.operation,
  staffId: row.staff_id,
  credentialId: row.credential_id,
  subjectId: row.subject_id,
  reason: row.reason,
  requestId: row.request_id,
  institutionId: row.institution_id,
  userId: row.user_id,
  mac: row.mac,
  erasedMac: row.erased_mac,
});

const after = prepared<[seq: number, limit: number], Row>(
  'audit.entries-after',
  'select * from audit.entries where seq > $1 order by seq limit $2',
);

export const listEntriesAfter = async (db: Db, seq: number, limit: number): Promise<StoredEntry[]> =>
  (await db.many(after(seq, limit))).map(toEntry);

const macAt = prepared<[seq: number], { mac: Buffer }>(
  'audit.find-mac',
  'select mac from audit.entries where seq = $1',
);

/** The fingerprint of the row with this number. */
export const findMac = async (db: Db, seq: number): Promise<Buffer | undefined> => (await db.find(macAt(seq)))?.mac;

export const findHead = async (db: Db) => {
  const row = await db.find(typed(sql.selectFrom('audit.head').select(['seq', 'mac', 'seal'])));
  return row && { seq: Number(row.seq), mac: row.mac, seal: row.seal };
};

export type EntryFilter = {
  readonly staffId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly operation?: string | undefined;
  readonly kind?: string | undefined;
  readonly viewsHidden?: boolean;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly before?: number | undefined;
};

/** Entries, newest first. */
export async function listEntries(db: Db, filter: EntryFilter, limit: number): Promise<StoredEntry[]> {
  let query = sql.selectFrom('audit.entries').selectAll().orderBy('seq', 'desc').limit(limit);
  if (filter.staffId !== undefined) query = query.where('staff_id', '=', filter.staffId);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.operation !== undefined) query = query.where('operation', '=', filter.operation);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.viewsHidden === true) query = query.where('kind', '<>', 'view');
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  if (filter.before !== undefined) query = query.where('seq', '<', String(filter.before));
  return (await db.many(typed(query))).map((row) => toEntry(row as unknown as Row));
}

type ToErase = {
  readonly ids: readonly string[];
  readonly before: Date;
  readonly except: readonly string[];
  readonly limit: number;
};

const toErase = prepared<
  [ids: readonly string[], before: Date, limit: number, except: readonly string[]],
  Row & { before_mac: Buffer | null }
>(
  'audit.list-to-erase',
  `select e.*, (select b.mac from audit.entries b where b.seq = e.seq - 1) as before_mac from audit.entries e
   where e.reason is not null and (e.subject_id = any($1::text[])
     or e.at < $2 and (e.subject_id is null or e.subject_id <> all($4::text[]))) order by e.seq limit $3`,
);

/** Rows with a reason, about these subjects or older than this time, each with the previous row's fingerprint. */
export const listToErase = async (db: Db, { ids, before, except, limit }: ToErase) =>
  (await db.many(toErase(ids, before, limit, except))).map((row) => ({
    ...toEntry(row),
    before: row.before_mac ?? Buffer.alloc(0),
  }));

const setErased = prepared<[seq: number, mac: Buffer], never>(
  'audit.erase-reason',
  'update audit.entries set reason = null, erased_mac = $2 where seq = $1 and erased_mac is null',
);

export const updateErased = (db: TxDb, seq: number, mac: Buffer): void => db.write(setErased(seq, mac));
