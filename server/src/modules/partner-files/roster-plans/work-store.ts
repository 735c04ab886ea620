import { prepared, type Db } from '#platform/db';
import type { Tenant } from '#modules/partners';

const waiting = prepared<[now: Date, limit: number], Tenant & { readonly id: string }>(
  'roster-files.list-waiting',
  `select institution_id as "institutionId", livemode, id from roster_files.files
   where status in ('reading', 'applying', 'undoing') and (retry_at is null or retry_at <= $1)
   order by updated_at limit $2`,
);

/** Longest waiting first. */
export const listWaiting = (db: Db, now: Date, limit: number) => db.many(waiting(now, limit));

const aged = prepared<
  [before: Date, abandoned: Date, limit: number],
  Tenant & { readonly id: string; readonly parts: number }
>(
  'roster-files.list-aged-uploads',
  `select institution_id as "institutionId", livemode, id, parts from roster_files.files
   where (parts > 0 and (created_at < $1 or status in ('applied', 'stopped', 'undone') or problem = 'person_erased')) or (status = 'uploading' and created_at < $2)
   order by created_at limit $3`,
);

/** Files in the object store that are no longer needed, and uploads that never finished. */
type Aged = { readonly before: Date; readonly abandoned: Date };

export const listAgedUploads = (db: Db, { before, abandoned }: Aged, limit: number) =>
  db.many(aged(before, abandoned, limit));

const ended = prepared<[before: Date, limit: number], Tenant & { readonly id: string; readonly parts: number }>(
  'roster-files.list-ended',
  `select institution_id as "institutionId", livemode, id, parts from roster_files.files
   where created_at < $1 and status not in ('reading', 'applying', 'undoing') order by created_at limit $2`,
);

export const listEnded = (db: Db, before: Date, limit: number) => db.many(ended(before, limit));

const remove = prepared<[institutionId: string, livemode: boolean, id: string], never>(
  'roster-files.delete',
  'delete from roster_files.files where institution_id = $1 and livemode = $2 and id = $3',
);

export const deleteFile = (db: Db, { institutionId, livemode }: Tenant, id: string) =>
  db.many(remove(institutionId, livemode, id));
