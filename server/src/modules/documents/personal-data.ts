import { prepared } from '#platform/db';
import { goes, stays, untilErased, type DataSubject, type EraseTx, type PersonalData } from '#platform/personal-data';

// The objects are removed by the sweep of puts: their rows there are written together with the deletion of the
// documents, or neither is.
const erase = prepared<[ids: readonly string[]], { id: string }>(
  'documents.erase',
  `with gone as (
     delete from documents.documents where intake_id = any($1::text[]) returning id, object_key, file_removed_at),
   queued as (
     insert into documents.pending_uploads (object_key, lease_until, removing)
     select object_key, now(), true from gone where file_removed_at is null
     on conflict (object_key) do update set lease_until = now(), removing = true)
   select id from gone`,
);

// Objects of an upload that ended without a document have the id of the case in their key.
const abandon = prepared<[ids: readonly string[]], never>(
  'documents.abandon-uploads',
  `update documents.pending_uploads set lease_until = now(), removing = true where split_part(object_key, '/', 2) = any($1::text[])`,
);

/** Deletes all documents of these cases; their files follow as soon as the object store answers. */
async function eraseDocuments(tx: EraseTx, { ids }: DataSubject): Promise<number> {
  tx.db.write(abandon(ids));
  return (await tx.db.many(erase(ids))).length;
}

export const personalData: PersonalData = {
  'documents.documents': {
    whose: 'customer',
    period: untilErased,
    rows: 'intake_id = any(:ids)',
    erase: eraseDocuments,
    personal: {
      sha256: goes('document'),
      object_key: goes('document'),
      reading: goes('document'),
      differences: goes('document'),
    },
    plain: ['id', 'intake_id'],
  },
  'documents.pending_uploads': {
    period: { lasts: 'until the object is stored or removed', job: 'documents.remove-orphans', how: 'deleted' },
    plain: ['object_key'],
  },
  'documents.upload_budgets': {
    whose: 'caller',
    period: { lasts: '2 days', job: 'documents.purge-upload-budgets', how: 'deleted' },
    personal: { name: stays('fingerprint', 'counts the bytes that a caller uploaded in a day') },
  },
};
