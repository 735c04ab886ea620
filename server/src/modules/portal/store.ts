import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('portal.users', ['id', 'email', 'name', 'created_at']);

export const insertUser = (db: TxDb, row: Parameters<typeof insert>[0]): void => db.write(insert(row));

type UserRow = { id: string; email: string; name: string; disabled_at: Date | null };

const one = prepared<[id: string], UserRow>(
  'portal.find-user',
  'select id, email, name, disabled_at from portal.users where id = $1',
);

export const findUser = (db: Db, id: string) => db.find(one(id));

const insertRole = preparedInsert('portal.role_assignments', [
  'user_id',
  'institution_id',
  'role',
  'by_issuer',
  'created_at',
]);

export const insertRoleAssignment = (db: TxDb, row: Parameters<typeof insertRole>[0]): void =>
  db.write(insertRole(row));

const role = prepared<[userId: string, institutionId: string], { role: string; by_issuer: boolean }>(
  'portal.find-role',
  'select role, by_issuer from portal.role_assignments where user_id = $1 and institution_id = $2',
);

export const findRoleRow = (db: Db, userId: string, institutionId: string) => db.find(role(userId, institutionId));

type OwnRole = { institution_id: string; role: string; by_issuer: boolean };

const ownRoles = prepared<[userId: string, limit: number], OwnRole>(
  'portal.list-own-roles',
  `select institution_id, role, by_issuer from portal.role_assignments where user_id = $1
   order by institution_id limit $2`,
);

export const listOwnRoles = (db: Db, userId: string, limit: number) => db.many(ownRoles(userId, limit));

const owners = prepared<[institutionId: string, limit: number], { email: string }>(
  'portal.list-owner-emails',
  `select u.email from portal.role_assignments a join portal.users u on u.id = a.user_id
   where a.institution_id = $1 and a.role = 'owner' and u.disabled_at is null order by u.id limit $2`,
);

export const listOwnerEmails = (db: Db, institutionId: string, limit: number) => db.many(owners(institutionId, limit));

const names = prepared<[ids: readonly string[]], { id: string; name: string }>(
  'portal.list-names',
  'select id, name from portal.users where id = any($1::text[])',
);

export const listNamesOf = (db: Db, ids: readonly string[]) => db.many(names(ids));

const use = prepared<[hash: Buffer, expiresAt: Date], { challenge_hash: Buffer }>(
  'portal.use-challenge',
  `insert into portal.used_challenges (challenge_hash, expires_at) values ($1, $2)
   on conflict do nothing returning challenge_hash`,
);

/** False when the challenge was already used. */
export const useChallenge = async (db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> =>
  (await db.find(use(hash, expiresAt))) !== undefined;

const purge = prepared<[now: Date, limit: number], { challenge_hash: Buffer }>(
  'portal.purge-challenges',
  `delete from portal.used_challenges where challenge_hash = any(array(
     select challenge_hash from portal.used_challenges where expires_at <= $1 order by expires_at limit $2
     for update skip locked))
   returning challenge_hash`,
);

export const deleteOldChallenges = (db: Db, now: Date, limit: number) => db.many(purge(now, limit));

type UserByEmail = { id: string; name: string; disabled_at: Date | null };

const byEmail = prepared<[email: string], UserByEmail>(
  'portal.find-user-by-email',
  'select id, name, disabled_at from portal.users where email = $1',
);

export const findUserByEmail = (db: Db, email: string) => db.find(byEmail(email));

type NewUser = { readonly id: string; readonly email: string; readonly name: string; readonly created_at: Date };

const add = prepared<[id: string, email: string, name: string, now: Date], { id: string }>(
  'portal.add-user',
  `insert into portal.users (id, email, name, created_at) values ($1, $2, $3, $4)
   on conflict (email) do nothing returning id`,
);

/** False when another user has the address. */
export const addUser = async (db: TxDb, { id, email, name, created_at }: NewUser): Promise<boolean> =>
  (await db.find(add(id, email, name, created_at))) !== undefined;

const rename = prepared<[id: string, name: string], never>(
  'portal.update-name',
  'update portal.users set name = $2 where id = $1',
);

export const updateName = (db: TxDb, id: string, name: string): void => db.write(rename(id, name));

const removePasskeys = prepared<[userId: string], { id: string }>(
  'portal.delete-passkeys',
  'delete from portal.passkeys where user_id = $1 returning id',
);

export const deletePasskeysOf = (db: TxDb, userId: string) => db.many(removePasskeys(userId));

const passkeys = prepared<[userId: string], { count: number }>(
  'portal.count-passkeys',
  'select count(*)::int as count from portal.passkeys where user_id = $1',
);

export const countPasskeysOf = async (db: Db, userId: string): Promise<number> =>
  (await db.find(passkeys(userId)))?.count ?? 0;

const lock = prepared<[id: string], { email: string }>(
  'portal.lock-user',
  'select email from portal.users where id = $1 and disabled_at is null for no key update',
);

/** Locks the user's row. Both creating a session and ending all sessions take this lock, so they run one after the other. */
export const lockUser = (db: TxDb, id: string) => db.find(lock(id));
