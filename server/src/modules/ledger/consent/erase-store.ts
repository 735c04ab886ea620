import { type Db, prepared, type TxDb } from '#platform/db';
import { columns, type Row, type StoredEntry, toEntry } from './store.ts';

const toErase = prepared<[ids: readonly string[], hashes: readonly Buffer[], limit: number], Row>(
  'consent.list-to-erase',
  `select ${columns} from consent.entries where erased_at is null
   and (subject_id = any($1::text[]) or subject_id is null and contact_hashes && $2::bytea[]) order by id limit $3`,
);

type ToErase = { readonly ids: readonly string[]; readonly hashes: readonly Buffer[]; readonly limit: number };

/** Entries about these subjects, or only about these contacts, whose details are not erased yet. */
export const listToErase = async (db: Db, { ids, hashes, limit }: ToErase): Promise<StoredEntry[]> =>
  (await db.many(toErase(ids, hashes, limit))).map(toEntry);

const oldContacts = prepared<[before: Date, limit: number], Row>(
  'consent.list-old-of-contacts',
  `select ${columns} from consent.entries
   where subject_id is null and kind = 'replied' and erased_at is null and seq is not null and at < $1
   order by at limit $2`,
);

/** Messages from contacts before this time that belong to no case. */
export const listOldReplies = async (db: Db, before: Date, limit: number): Promise<StoredEntry[]> =>
  (await db.many(oldContacts(before, limit))).map(toEntry);

export type ErasedEntry = {
  readonly id: string;
  readonly sealedDetails: Buffer;
  readonly before: Buffer;
  readonly mac: Buffer;
  readonly at: Date;
};

const setErased = prepared<[ids: string[], details: Buffer[], befores: Buffer[], macs: Buffer[], ats: Date[]], never>(
  'consent.erase',
  `update consent.entries e set encrypted_details = k.details, erased_before = k.before, erased_mac = k.mac, erased_at = k.at
   from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[], $5::timestamptz[]) as k (id, details, before, mac, at)
   where e.id = k.id and e.erased_at is null`,
);

export function updateErased(db: TxDb, entries: readonly ErasedEntry[]): void {
  db.write(
    setErased(
      entries.map(({ id }) => id),
      entries.map(({ sealedDetails }) => sealedDetails),
      entries.map(({ before }) => before),
      entries.map(({ mac }) => mac),
      entries.map(({ at }) => at),
    ),
  );
}
