import type { EraseTx, DataSubject } from '#platform/personal-data';
import { prepared } from '#platform/db';

// The objects are removed by the sweep of puts: their rows there are written with the end of the documents, or neither is.
const erase = prepared<[ids: readonly string[]], { id: string }>(
  'documents.erase',
  `with gone as (
     delete from documents.documents where intake_id = any($1::text[]) returning id, object_key, file_removed_at),
   queued as (
     insert into documents.puts (object_key, lease_until, removing)
     select object_key, now(), true from gone where file_removed_at is null
     on conflict (object_key) do update set lease_until = now(), removing = true)
   select id from gone`,
);

// Objects of an upload that ended without a document have the id of the case in their key.
const abandon = prepared<[ids: readonly string[]], never>(
  'documents.abandon-uploads',
  `update documents.puts set lease_until = now(), removing = true where split_part(object_key, '/', 2) = any($1::text[])`,
);

/** Deletes all documents of these cases; their files follow as soon as the object store answers. */
export async function eraseDocuments(tx: EraseTx, { ids }: DataSubject): Promise<number> {
  tx.db.write(abandon(ids));
  return (await tx.db.many(erase(ids))).length;
}
