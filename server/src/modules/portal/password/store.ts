import { prepared, type Db, type TxDb } from '#platform/db';

type NewReset = {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly now: Date;
  readonly expiresAt: Date;
};

const insert = prepared<[tokenHash: Buffer, userId: string, now: Date, expiresAt: Date], never>(
  'portal.insert-reset',
  'insert into portal.resets (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
);

/** Earlier links stay valid: otherwise repeated requests by another person would invalidate the link that the owner opens. */
export function insertReset(db: TxDb, { tokenHash, userId, now, expiresAt }: NewReset): void {
  db.write(insert(tokenHash, userId, now, expiresAt));
}

type Reset = { token_hash: Buffer; user_id: string; email: string; name: string };

const find = prepared<[hashes: Buffer[], now: Date], Reset>(
  'portal.find-reset',
  `select r.token_hash, r.user_id, u.email, u.name from portal.resets r join portal.users u on u.id = r.user_id
   where r.token_hash = any($1::bytea[]) and r.used_at is null and r.expires_at > $2 and u.disabled_at is null`,
);

export const findReset = (db: Db, hashes: Buffer[], now: Date) => db.find(find(hashes, now));

const ofUser = prepared<[userId: string, expiresAt: Date, now: Date], { expires_at: Date }>(
  'portal.find-open-reset',
  'select expires_at from portal.resets where user_id = $1 and expires_at = $2 and used_at is null and $2 > $3',
);

export const findOpenReset = (db: Db, userId: string, { expiresAt, now }: { expiresAt: Date; now: Date }) =>
  db.find(ofUser(userId, expiresAt, now));

const consume = prepared<[tokenHash: Buffer, now: Date], { user_id: string }>(
  'portal.take-reset',
  'update portal.resets set used_at = $2 where token_hash = $1 and used_at is null returning user_id',
);

const consumeRest = prepared<[userId: string, now: Date], never>(
  'portal.take-resets',
  'update portal.resets set used_at = $2 where user_id = $1 and used_at is null',
);

/** False when another request used the link in the meantime. All other links of the user end too. */
export async function consumeReset(
  db: TxDb,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: string; now: Date },
): Promise<boolean> {
  if ((await db.find(consume(tokenHash, now))) === undefined) return false;
  db.write(consumeRest(userId, now));
  return true;
}

const purge = prepared<[until: Date, limit: number], { user_id: string }>(
  'portal.purge-resets',
  `delete from portal.resets where token_hash = any(array(
     select token_hash from portal.resets where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning user_id`,
);

export const deleteOldResets = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
