import { prepared, type Db, type TxDb } from '#platform/db';

// An hour is far longer than an upload may take.
const insert = prepared<[objectKey: string], never>(
  'documents.insert-put',
  `insert into documents.puts (object_key, lease_until) values ($1, now() + interval '1 hour')`,
);

/** Before the first byte of an object. */
export const insertPut = (db: Db, objectKey: string) => db.many(insert(objectKey));

const end = prepared<[objectKey: string], { object_key: string }>(
  'documents.end-put',
  'delete from documents.puts where object_key = $1 and not removing returning object_key',
);

/** With the document that names the object; undefined when the put was given up meanwhile. */
export const deletePut = (db: TxDb, objectKey: string) => db.find(end(objectKey));

const giveUp = prepared<[objectKey: string], never>(
  'documents.give-up-put',
  'update documents.puts set lease_until = now() where object_key = $1',
);

/** No document will name this object. */
export const giveUpPut = (db: TxDb, objectKey: string): void => db.write(giveUp(objectKey));

// Rows that somebody holds are skipped: their upload is ending right now. A removal that was cut off is repeated later.
const claim = prepared<[limit: number], { object_key: string }>(
  'documents.claim-orphans',
  `update documents.puts set removing = true, lease_until = now() + interval '10 minutes'
   where object_key = any(array(
     select object_key from documents.puts where lease_until <= now()
     order by lease_until limit $1 for update skip locked))
   returning object_key`,
);

/** Objects that nobody is putting any more and no document names, marked so that no document can. */
export const claimOrphans = async (db: Db, limit: number): Promise<string[]> =>
  (await db.many(claim(limit))).map((row) => row.object_key);

const forget = prepared<[objectKey: string], never>(
  'documents.forget-put',
  'delete from documents.puts where object_key = $1 and removing',
);

/** The object is gone. */
export const forgetPut = (db: Db, objectKey: string) => db.many(forget(objectKey));
