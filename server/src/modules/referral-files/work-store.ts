import { prepared, type Db, type TxDb } from '#platform/db';
import type { FileKey } from './store.ts';

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

/** Files of before then whose rows still have their cells. */
export const listFull = (db: Db, before: Date, limit: number) => db.many(full(before, limit));

const abandoned = prepared<[before: Date, limit: number], FileKey>(
  'referral-files.list-abandoned',
  `select ${key} from referral_files.files where created_at < $1 and status = 'uploading' order by created_at limit $2`,
);

/** Uploads that never ended. */
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
