import { prepared, type Db, type TxDb } from '#platform/db';

// An hour is far longer than an upload may take.
const insert = prepared<[objectKey: string], never>(
  'documents.insert-put',
  `insert into documents.pending_uploads (object_key, lease_until) values ($1, now() + interval '1 hour')`,
);

/** Written before the first byte of the object. */
export const insertPut = (db: Db, objectKey: string) => db.many(insert(objectKey));

const deleteLive = prepared<[objectKey: string], { object_key: string }>(
  'documents.end-put',
  'delete from documents.pending_uploads where object_key = $1 and not removing returning object_key',
);

/** Called with the document that names the object; undefined when the object was marked for removal in the meantime. */
export const deletePut = (db: TxDb, objectKey: string) => db.find(deleteLive(objectKey));

const abandon = prepared<[objectKey: string], never>(
  'documents.give-up-put',
  'update documents.pending_uploads set lease_until = now() where object_key = $1',
);

/** No document will name this object, so a sweep may remove it. */
export const abandonPut = (db: TxDb, objectKey: string): void => db.write(abandon(objectKey));

// Locked rows are skipped: their upload is just ending. An interrupted removal is repeated later.
const claim = prepared<[limit: number], { object_key: string }>(
  'documents.claim-orphans',
  `update documents.pending_uploads set removing = true, lease_until = now() + interval '10 minutes'
   where object_key = any(array(
     select object_key from documents.pending_uploads where lease_until <= now()
     order by lease_until limit $1 for update skip locked))
   returning object_key`,
);

/** Objects whose upload has ended without a document, marked so that no document can name them any more. */
export const claimOrphans = async (db: Db, limit: number): Promise<string[]> =>
  (await db.many(claim(limit))).map((row) => row.object_key);

const deleteRemoved = prepared<[objectKey: string], never>(
  'documents.forget-put',
  'delete from documents.pending_uploads where object_key = $1 and removing',
);

/** Called once the object is removed. */
export const deleteRemovedPut = (db: Db, objectKey: string) => db.many(deleteRemoved(objectKey));

const known = prepared<[objectKeys: readonly string[]], { object_key: string }>(
  'documents.list-puts',
  'select object_key from documents.pending_uploads where object_key = any($1::text[])',
);

/** Those of these that are being stored or wait for their removal. */
export const listPuts = (db: Db, objectKeys: readonly string[]) => db.many(known(objectKeys));
