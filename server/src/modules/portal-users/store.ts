import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('portal.users', ['id', 'email', 'name', 'created_at']);

export const insertUser = (db: TxDb, row: Parameters<typeof insert>[0]): void => db.write(insert(row));

type UserRow = { id: string; email: string; name: string; disabled_at: Date | null };

const one = prepared<[id: string], UserRow>(
  'portal-users.find-user',
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
  'portal-users.find-role',
  'select role, by_issuer from portal.role_assignments where user_id = $1 and institution_id = $2',
);

export const findRoleRow = (db: Db, userId: string, institutionId: string) => db.find(role(userId, institutionId));

type OwnRole = { institution_id: string; role: string; by_issuer: boolean };

const ownRoles = prepared<[userId: string, limit: number], OwnRole>(
  'portal-users.list-own-roles',
  `select institution_id, role, by_issuer from portal.role_assignments where user_id = $1
   order by institution_id limit $2`,
);

export const listOwnRoles = (db: Db, userId: string, limit: number) => db.many(ownRoles(userId, limit));

const owners = prepared<[institutionId: string, limit: number], { email: string }>(
  'portal-users.list-owner-emails',
  `select u.email from portal.role_assignments a join portal.users u on u.id = a.user_id
   where a.institution_id = $1 and a.role = 'owner' and u.disabled_at is null order by u.id limit $2`,
);

export const listOwnerEmails = (db: Db, institutionId: string, limit: number) => db.many(owners(institutionId, limit));

const names = prepared<[ids: readonly string[]], { id: string; name: string }>(
  'portal-users.list-names',
  'select id, name from portal.users where id = any($1::text[])',
);

export const listNamesOf = (db: Db, ids: readonly string[]) => db.many(names(ids));
