import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('portal.authenticator_resets', [
  'id',
  'user_id',
  'made_by',
  'identity_check',
  'token_hash',
  'stop_hash',
  'encrypted_totp',
  'created_at',
  'opens_at',
  'expires_at',
]);

export const insertAuthenticatorReset = (db: TxDb, row: Parameters<typeof insert>[0]): void => db.write(insert(row));

export type PendingAuthenticatorReset = {
  id: string;
  user_id: string;
  email: string;
  password_hash: string;
  encrypted_totp: Buffer;
  opens_at: Date;
};

const find = prepared<[hashes: Buffer[], now: Date], PendingAuthenticatorReset>(
  'portal.find-authenticator-reset',
  `select r.id, r.user_id, u.email, p.password_hash, r.encrypted_totp, r.opens_at
   from portal.authenticator_resets r join portal.users u on u.id = r.user_id
     join portal.user_passwords p on p.user_id = u.id
   where r.token_hash = any($1::bytea[]) and r.used_at is null and r.stopped_at is null and r.expires_at > $2
     and u.disabled_at is null`,
);

export const findAuthenticatorReset = (db: Db, hashes: Buffer[], now: Date) => db.find(find(hashes, now));

const byId = prepared<[id: string, now: Date], { id: string }>(
  'portal.find-authenticator-reset-by-id',
  `select id from portal.authenticator_resets
   where id = $1 and used_at is null and stopped_at is null and expires_at > $2`,
);

export const findAuthenticatorResetById = (db: Db, id: string, now: Date) => db.find(byId(id, now));

const use = prepared<[id: string, now: Date], { id: string }>(
  'portal.use-authenticator-reset',
  `update portal.authenticator_resets set used_at = $2
   where id = $1 and used_at is null and stopped_at is null and opens_at <= $2 and expires_at > $2 returning id`,
);

/** False when another request used or stopped it in the meantime. */
export const useAuthenticatorReset = async (db: TxDb, id: string, now: Date): Promise<boolean> =>
  (await db.find(use(id, now))) !== undefined;

export type StoppedBy = 'mail' | 'sign_in' | 'staff' | 'newer';
type Stop = { readonly by: StoppedBy; readonly now: Date };
type Stopped = { id: string; user_id: string; email: string };

const ofUser = prepared<[userId: string, by: string, now: Date], Stopped>(
  'portal.stop-authenticator-resets',
  `update portal.authenticator_resets r set stopped_at = $3, stopped_by = $2 from portal.users u
   where r.user_id = $1 and u.id = r.user_id and r.used_at is null and r.stopped_at is null
     and ($2 = 'newer' or r.expires_at > $3)
   returning r.id, r.user_id, u.email`,
);

/** Stops the user's open reset. A newer reset also replaces one that has expired. */
export const stopAuthenticatorResetOf = (db: TxDb, userId: string, { by, now }: Stop) =>
  db.find(ofUser(userId, by, now));

const byLink = prepared<[hashes: Buffer[], now: Date], Stopped>(
  'portal.stop-authenticator-reset-by-link',
  `update portal.authenticator_resets r set stopped_at = $2, stopped_by = 'mail' from portal.users u
   where r.stop_hash = any($1::bytea[]) and u.id = r.user_id and r.used_at is null and r.stopped_at is null
     and r.expires_at > $2
   returning r.id, r.user_id, u.email`,
);

export const stopAuthenticatorResetByLink = (db: TxDb, hashes: Buffer[], now: Date) => db.find(byLink(hashes, now));

const byStaff = prepared<[id: string, now: Date], Stopped>(
  'portal.stop-authenticator-reset',
  `update portal.authenticator_resets r set stopped_at = $2, stopped_by = 'staff' from portal.users u
   where r.id = $1 and r.identity_check is not null and u.id = r.user_id and r.used_at is null and r.stopped_at is null
     and r.expires_at > $2
   returning r.id, r.user_id, u.email`,
);

export const stopAuthenticatorResetById = (db: TxDb, id: string, now: Date) => db.find(byStaff(id, now));

type Listed = {
  id: string;
  email: string;
  name: string;
  made_by: string;
  identity_check: string;
  created_at: Date;
  opens_at: Date;
  expires_at: Date;
  used_at: Date | null;
  stopped_at: Date | null;
  stopped_by: string | null;
};

const list = prepared<[limit: number], Listed>(
  'portal.list-authenticator-resets',
  `select r.id, u.email, u.name, r.made_by, r.identity_check, r.created_at, r.opens_at, r.expires_at, r.used_at,
     r.stopped_at, r.stopped_by
   from portal.authenticator_resets r join portal.users u on u.id = r.user_id
   where r.identity_check is not null order by r.created_at desc, r.id limit $1`,
);

/** Resets that our team requested, newest first. */
export const listAuthenticatorResetRows = (db: Db, limit: number) => db.many(list(limit));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'portal.purge-authenticator-resets',
  `delete from portal.authenticator_resets where id = any(array(
     select id from portal.authenticator_resets where expires_at <= $1 order by expires_at limit $2
     for update skip locked))
   returning id`,
);

export const deleteOldAuthenticatorResets = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));

const hasOne = prepared<[userId: string], { user_id: string }>(
  'portal.find-authenticator',
  'select user_id from portal.user_passwords where user_id = $1',
);

/** Users who only ever signed in through an identity provider have no authenticator. */
export const hasAuthenticator = async (db: Db, userId: string): Promise<boolean> =>
  (await db.find(hasOne(userId))) !== undefined;

const elsewhere = prepared<[userId: string, institutionId: string], { institution_id: string }>(
  'portal.find-role-elsewhere',
  // A role that a provider gave cannot be used with a password and authenticator, so a reset does not weaken it.
  `select institution_id from portal.role_assignments
   where user_id = $1 and institution_id <> $2 and not by_issuer limit 1`,
);

/** The caller must see the rows of all institutions. */
export const hasRoleElsewhere = async (db: Db, userId: string, institutionId: string): Promise<boolean> =>
  (await db.find(elsewhere(userId, institutionId))) !== undefined;

const lockBoth = prepared<[ids: readonly string[]], { id: string; email: string }>(
  'portal.lock-users',
  'select id, email from portal.users where id = any($1::text[]) and disabled_at is null order by id for no key update',
);

/** Locks the users in a fixed order, so that two users who reset each other cannot deadlock. */
export const lockUsers = (db: TxDb, ids: readonly string[]) => db.many(lockBoth(ids));
