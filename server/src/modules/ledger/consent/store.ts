import { type Db, prepared, type TxDb } from '#platform/db';
import type { Entry, Erased, Position, Wording } from './rules.ts';

export type EntryRow = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly subject_id: string | null;
  readonly contact_hashes: Buffer[];
  readonly encrypted_details: Buffer;
  readonly mac: Buffer;
};

// As JSON, because rows have arrays of different lengths.
const insert = prepared<[rows: string], never>(
  'consent.insert-entries',
  `insert into consent.entries (id, at, kind, subject_id, contact_hashes, encrypted_details, mac)
   select id, at, kind, subject_id, contact_hashes, encrypted_details, mac
   from json_to_recordset($1::json) as r (id text, at timestamptz, kind text, subject_id text, contact_hashes bytea[],
     encrypted_details bytea, mac bytea)`,
);

export function insertEntries(db: TxDb, rows: readonly EntryRow[]): void {
  if (rows.length > 0) db.write(insert(JSON.stringify(rows.map(toJson))));
}

/** Bytes as PostgreSQL reads them. */
const toText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

const toJson = (row: EntryRow) => ({
  ...row,
  contact_hashes: row.contact_hashes.map(toText),
  encrypted_details: toText(row.encrypted_details),
  mac: toText(row.mac),
});

type StoredWording = Wording & { readonly mac: Buffer };

const wording = prepared<
  [
    hash: Buffer,
    version: string,
    words: string,
    firstShownAt: Date,
    wordingMac: Buffer,
    id: string,
    kind: string,
    sealedDetails: Buffer,
    mac: Buffer,
  ],
  never
>(
  'consent.insert-wording',
  `with stored as (
     insert into consent.wordings (hash, version, words, first_shown_at, mac) values ($1, $2, $3, $4, $5)
     on conflict (hash) do nothing returning first_shown_at)
   insert into consent.entries (id, at, kind, contact_hashes, encrypted_details, mac)
   select $6::text, first_shown_at, $7::text, '{}', $8::bytea, $9::bytea from stored`,
);

/** Stores the wording and the entry about it, unless the wording is known. */
export function insertWording(db: TxDb, { hash, version, words, firstShownAt, mac }: StoredWording, entry: EntryRow) {
  const about = [entry.id, entry.kind, entry.encrypted_details, entry.mac] as const;
  db.write(wording(hash, version, words, firstShownAt, mac, ...about));
}

export type StoredEntry = Entry & {
  readonly mac: Buffer;
  readonly seq: number | null;
  readonly chainMac: Buffer | null;
  readonly erased: Erased | null;
};

export type Row = {
  id: string;
  at: Date;
  kind: string;
  subject_id: string | null;
  contact_hashes: Buffer[];
  encrypted_details: Buffer;
  mac: Buffer;
  seq: string | null;
  chain_mac: Buffer | null;
  erased_before: Buffer | null;
  erased_mac: Buffer | null;
};

export const columns =
  'id, at, kind, subject_id, contact_hashes, encrypted_details, mac, seq, chain_mac, erased_before, erased_mac';

export const toEntry = (row: Row): StoredEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  subjectId: row.subject_id,
  contactHashes: row.contact_hashes,
  sealedDetails: row.encrypted_details,
  mac: row.mac,
  seq: row.seq === null ? null : Number(row.seq),
  chainMac: row.chain_mac,
  // One without the other was inserted by hand, and matches nothing.
  erased:
    row.erased_before === null && row.erased_mac === null
      ? null
      : { before: row.erased_before ?? Buffer.alloc(0), mac: row.erased_mac ?? Buffer.alloc(0) },
});

const unchained = prepared<[limit: number], Row>(
  'consent.list-unchained',
  `select ${columns} from consent.entries where seq is null order by at, id limit $1`,
);

/** Entries that are committed and not chained yet, oldest first. */
export const listUnchained = async (db: Db, limit: number): Promise<StoredEntry[]> =>
  (await db.many(unchained(limit))).map(toEntry);

const unchainedAfter = prepared<[id: string | null, limit: number], Row>(
  'consent.list-unchained-after',
  `select ${columns} from consent.entries where seq is null and ($1::text is null or id > $1) order by id limit $2`,
);

/** The same ordered by id, page by page: an edited time would break the paging. */
export const listUnchainedAfter = async (db: Db, id: string | null, limit: number): Promise<StoredEntry[]> =>
  (await db.many(unchainedAfter(id, limit))).map(toEntry);

const after = prepared<[seq: number, id: string, last: number, limit: number], Row>(
  'consent.list-chained-after',
  `select ${columns} from consent.entries where (seq, id) > ($1::bigint, $2::text) and seq <= $3::bigint
   order by seq, id limit $4`,
);

type ChainPage = { readonly seq: number; readonly id: string; readonly last: number; readonly limit: number };

/** Entries of the chain after this one, up to `last`. */
export const listChainedAfter = async (db: Db, { seq, id, last, limit }: ChainPage): Promise<StoredEntry[]> =>
  (await db.many(after(seq, id, last, limit))).map(toEntry);

const ends = prepared<[], { first: string | null; last: string | null }>(
  'consent.find-ends',
  'select min(seq) as first, max(seq) as last from consent.entries',
);

/** The lowest and the highest position of any entry. */
export async function findEnds(db: Db): Promise<{ first: number; last: number } | undefined> {
  const row = await db.find(ends());
  if (row === undefined || row.first === null || row.last === null) return undefined;
  return { first: Number(row.first), last: Number(row.last) };
}

export type Head = Position & { readonly seal: Buffer | null };

type HeadRow = { seq: string; mac: Buffer; seal: Buffer | null };

const toHead = (row: HeadRow | undefined): Head | undefined => row && { ...row, seq: Number(row.seq) };

const head = prepared<[], HeadRow>('consent.find-head', 'select seq, mac, seal from consent.head');

export const findHead = async (db: Db): Promise<Head | undefined> => toHead(await db.find(head()));

const lock = prepared<[], HeadRow>(
  'consent.lock-head',
  'select seq, mac, seal from consent.head for update skip locked',
);

/** Undefined while another process is chaining. */
export const lockHead = async (db: TxDb): Promise<Head | undefined> => toHead(await db.find(lock()));

const move = prepared<[seq: number, mac: Buffer, seal: Buffer], never>(
  'consent.move-head',
  'update consent.head set seq = $1, mac = $2, seal = $3',
);

const chain = prepared<[ids: string[], seqs: number[], macs: Buffer[]], never>(
  'consent.chain',
  `update consent.entries e set seq = k.seq, chain_mac = k.mac
   from unnest($1::text[], $2::bigint[], $3::bytea[]) as k (id, seq, mac) where e.id = k.id`,
);

type Link = { readonly id: string; readonly seq: number; readonly mac: Buffer };

/** Gives entries their positions and moves the head past them; this transaction must have locked the head. */
export function chainLinks(db: TxDb, links: readonly Link[], { seq, mac, seal }: Position & { seal: Buffer }): void {
  db.write(
    chain(
      links.map(({ id }) => id),
      links.map((link) => link.seq),
      links.map((link) => link.mac),
    ),
  );
  db.write(move(seq, mac, seal));
}

const backlog = prepared<[limit: number], { entries: number; oldest_at: Date | null }>(
  'consent.find-backlog',
  `select count(*)::int as entries, min(at) as oldest_at
   from (select at from consent.entries where seq is null order by at, id limit $1) u`,
);

/** How many entries wait to be chained, counted up to a limit, and since when. */
export const findBacklog = (db: Db, limit: number) => db.find(backlog(limit));

const links = prepared<[seqs: number[]], { seq: string | null; chain_mac: Buffer | null }>(
  'consent.list-links',
  'select seq, chain_mac from consent.entries where seq = any($1::bigint[])',
);

/** The fingerprints at these positions of the chain. */
export const listLinks = async (db: Db, seqs: number[]): Promise<Map<number, Buffer>> =>
  new Map(
    (await db.many(links(seqs))).flatMap(({ seq, chain_mac: mac }) =>
      mac === null ? [] : [[Number(seq), mac] as const],
    ),
  );

const bySubject = prepared<[subjectIds: readonly string[], limit: number], Row>(
  'consent.list-by-subject',
  `select ${columns} from consent.entries where subject_id = any($1::text[]) order by at desc, id desc limit $2`,
);

export const listBySubject = async (db: Db, subjectIds: readonly string[], limit: number): Promise<StoredEntry[]> =>
  (await db.many(bySubject(subjectIds, limit))).map(toEntry);

const byContact = prepared<[hashes: Buffer[], limit: number], Row>(
  'consent.list-by-contact',
  `select ${columns} from consent.entries where subject_id is null and contact_hashes && $1::bytea[]
   order by at desc, id desc limit $2`,
);

/** Entries about one of these contacts alone, newest first. */
export const listByContact = async (db: Db, hashes: Buffer[], limit: number): Promise<StoredEntry[]> =>
  (await db.many(byContact(hashes, limit))).map(toEntry);

type WordingRow = { hash: Buffer; version: string; words: string; first_shown_at: Date; mac: Buffer };

const toWording = ({ first_shown_at: firstShownAt, ...row }: WordingRow): StoredWording => ({ ...row, firstShownAt });

const wordingsAfter = prepared<[hash: Buffer | null, limit: number], WordingRow>(
  'consent.list-wordings-after',
  `select hash, version, words, first_shown_at, mac from consent.wordings
   where $1::bytea is null or hash > $1 order by hash limit $2`,
);

export const listWordingsAfter = async (db: Db, hash: Buffer | null, limit: number): Promise<StoredWording[]> =>
  (await db.many(wordingsAfter(hash, limit))).map(toWording);

const wordings = prepared<[hashes: Buffer[]], WordingRow>(
  'consent.list-wordings',
  'select hash, version, words, first_shown_at, mac from consent.wordings where hash = any($1::bytea[])',
);

export const listWordings = async (db: Db, hashes: Buffer[]): Promise<StoredWording[]> =>
  (await db.many(wordings(hashes))).map(toWording);

const known = prepared<[hashes: Buffer[]], { hash: Buffer }>(
  'consent.list-known-wordings',
  'select hash from consent.wordings where hash = any($1::bytea[])',
);

/** Which of these hashes, in hex, have a stored wording. */
export const listKnownWordings = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
  const rows = hashes.length === 0 ? [] : await db.many(known(hashes.map((hash) => Buffer.from(hash, 'hex'))));
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
};
