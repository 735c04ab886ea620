import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('portal.sign_ups', [
  'id',
  'token_hash',
  'email',
  'name',
  'institution_name',
  'purpose',
  'encrypted_totp',
  'created_at',
  'expires_at',
]);

export const insertSignUp = (db: TxDb, row: Parameters<typeof insert>[0]): void => db.write(insert(row));

type OpenSignUp = {
  id: string;
  email: string;
  name: string;
  institution_name: string;
  encrypted_totp: Buffer;
};

const find = prepared<[hashes: Buffer[], now: Date], OpenSignUp>(
  'portal.find-sign-up',
  `select id, email, name, institution_name, encrypted_totp from portal.sign_ups
   where token_hash = any($1::bytea[]) and used_at is null and expires_at > $2`,
);

export const findOpenSignUp = (db: Db, hashes: Buffer[], now: Date) => db.find(find(hashes, now));

const lock = prepared<[id: string, now: Date], { id: string }>(
  'portal.lock-sign-up',
  'select id from portal.sign_ups where id = $1 and used_at is null and expires_at > $2 for update',
);

/** Undefined when another request used the link in the meantime. */
export const lockSignUp = (db: TxDb, id: string, now: Date) => db.find(lock(id, now));

const byId = prepared<[id: string, now: Date], { id: string }>(
  'portal.find-sign-up-by-id',
  'select id from portal.sign_ups where id = $1 and used_at is null and expires_at > $2',
);

export const findSignUpById = (db: Db, id: string, now: Date) => db.find(byId(id, now));

type Use = { readonly userId: string; readonly institutionId: string; readonly now: Date };

const use = prepared<[id: string, userId: string, institutionId: string, now: Date], never>(
  'portal.use-sign-up',
  'update portal.sign_ups set used_at = $4, user_id = $2, institution_id = $3 where id = $1',
);

export const useSignUp = (db: TxDb, id: string, { userId, institutionId, now }: Use): void =>
  db.write(use(id, userId, institutionId, now));

type UsedSignUp = {
  id: string;
  institution_id: string;
  user_id: string;
  name: string;
  email: string;
  purpose: string;
  used_at: Date;
};

const used = prepared<[limit: number], UsedSignUp>(
  'portal.list-sign-ups',
  `select id, institution_id, user_id, name, email, purpose, used_at from portal.sign_ups
   where used_at is not null order by used_at desc, id limit $1`,
);

export const listUsedSignUps = (db: Db, limit: number) => db.many(used(limit));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'portal.purge-sign-ups',
  `delete from portal.sign_ups where id = any(array(
     select id from portal.sign_ups where used_at is null and expires_at <= $1 order by expires_at limit $2
     for update skip locked)) returning id`,
);

export const deleteOldSignUps = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
