import { prepared, type Db, type TxDb } from '#platform/db';

type UserByEmail = { id: string; name: string; disabled_at: Date | null };

const byEmail = prepared<[email: string], UserByEmail>(
  'portal-users.find-user-by-email',
  'select id, name, disabled_at from portal.users where email = $1',
);

export const findUserByEmail = (db: Db, email: string) => db.find(byEmail(email));

type NewUser = { readonly id: string; readonly email: string; readonly name: string; readonly created_at: Date };

const add = prepared<[id: string, email: string, name: string, now: Date], { id: string }>(
  'portal-users.add-user',
  `insert into portal.users (id, email, name, created_at) values ($1, $2, $3, $4)
   on conflict (email) do nothing returning id`,
);

/** False when somebody has the address. */
export const addUser = async (db: TxDb, { id, email, name, created_at }: NewUser): Promise<boolean> =>
  (await db.find(add(id, email, name, created_at))) !== undefined;

const rename = prepared<[id: string, name: string], never>(
  'portal-users.update-name',
  'update portal.users set name = $2 where id = $1',
);

export const updateName = (db: TxDb, id: string, name: string): void => db.write(rename(id, name));

const removePasskeys = prepared<[userId: string], { id: string }>(
  'portal-users.delete-passkeys',
  'delete from portal.passkeys where user_id = $1 returning id',
);

export const deletePasskeysOf = (db: TxDb, userId: string) => db.many(removePasskeys(userId));

const passkeys = prepared<[userId: string], { count: number }>(
  'portal-users.count-passkeys',
  'select count(*)::int as count from portal.passkeys where user_id = $1',
);

export const countPasskeysOf = async (db: Db, userId: string): Promise<number> =>
  (await db.find(passkeys(userId)))?.count ?? 0;

const lock = prepared<[id: string], { email: string }>(
  'portal-users.lock-user',
  'select email from portal.users where id = $1 and disabled_at is null for no key update',
);

/** Creating a session locks the user's row, and so does ending all of them: one of them is first. */
export const lockUser = (db: TxDb, id: string) => db.find(lock(id));
