import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

type FoundToken = {
  id: string;
  user_id: string;
  institution_id: string;
  permissions: string[];
  modes: string[];
  last_used_at: Date | null;
};

const find = prepared<[hashes: Buffer[], now: Date], FoundToken>(
  'portal.find-token',
  `select t.id, t.user_id, t.institution_id, t.permissions, t.modes, t.last_used_at
   from portal.tokens t join portal.users u on u.id = t.user_id
   where t.token_hash = any($1::bytea[]) and t.revoked_at is null and t.expires_at > $2 and u.disabled_at is null`,
);

export const findToken = (db: Db, hashes: Buffer[], now: Date) => db.find(find(hashes, now));

const touch = prepared<[institutionId: string, id: string, now: Date], never>(
  'portal.touch-token',
  `update portal.tokens set last_used_at = $3
   where institution_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3)`,
);

export const touchToken = (db: Db, institutionId: string, { id, now }: { id: string; now: Date }) =>
  db.find(touch(institutionId, id, now));

export const recheckToken = prepared<
  [userId: string, id: string, institutionId: string, now: Date, roles: readonly string[]],
  never
>('portal.recheck-token', 'select portal.recheck_token($1, $2, $3, $4, $5)');

export type TokenRow = {
  readonly id: string;
  readonly institution_id: string;
  readonly user_id: string;
  readonly label: string;
  readonly token_hash: Buffer;
  readonly permissions: string[];
  readonly modes: string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly by_issuer: boolean;
};

export function insertToken(db: TxDb, row: TokenRow): void {
  db.write(typed(sql.insertInto('portal.tokens').values(row)));
}

const issuer = prepared<[institutionId: string], { institution_id: string }>(
  'portal.share-issuer-with-token',
  'select institution_id from portal.issuers where institution_id = $1 for share',
);

/** Serialized with removing or changing the provider: a concurrent change either commits first or waits for us. */
export const shareIssuer = (db: TxDb, institutionId: string) => db.find(issuer(institutionId));

const origin = prepared<[sessionId: string, userId: string], { institution_id: string | null }>(
  'portal.find-token-origin',
  'select institution_id from portal.sessions where id = $1 and user_id = $2 and ended_at is null',
);

/** For the session that creates a token: the institution whose provider signed the user in, or null. */
export const findOrigin = (db: TxDb, sessionId: string, userId: string) => db.find(origin(sessionId, userId));

const active = prepared<[institutionId: string, userId: string, now: Date], { count: number }>(
  'portal.count-tokens',
  `select count(*)::int as count from portal.tokens
   where institution_id = $1 and user_id = $2 and revoked_at is null and expires_at > $3`,
);

export const countTokens = async (
  db: Db,
  institutionId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<number> => (await db.find(active(institutionId, userId, now)))?.count ?? 0;

/** Tokens of the institution, newest first: one user's, or all. */
export function listTokenRows(db: Db, institutionId: string, { userId, limit }: { userId?: string; limit: number }) {
  let query = sql
    .selectFrom('portal.tokens as t')
    .innerJoin('portal.users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.user_id', 'u.name', 't.label', 't.permissions', 't.modes', 't.created_at'])
    .select(['t.expires_at', 't.last_used_at', 't.revoked_at'])
    .where('t.institution_id', '=', institutionId)
    .orderBy('t.id', 'desc')
    .limit(limit);
  if (userId !== undefined) query = query.where('t.user_id', '=', userId);
  return db.many(typed(query));
}

export type ListedToken = Awaited<ReturnType<typeof listTokenRows>>[number];

type Ended = { readonly id: string; readonly userId?: string; readonly now: Date };

/** Keeps the time of the first revocation. Undefined if the institution, or the given user, has no such token. */
export function updateTokenRevoked(db: TxDb, institutionId: string, { id, userId, now }: Ended) {
  let query = sql
    .updateTable('portal.tokens')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
    .where('institution_id', '=', institutionId)
    .where('id', '=', id);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return db.find(typed(query.returning(['id'])));
}

const revokeAll = prepared<[userId: string, now: Date], { id: string }>(
  'portal.revoke-tokens',
  // Goes through the user's roles, which have an index.
  `update portal.tokens t set revoked_at = $2 from portal.role_assignments a
   where a.user_id = $1 and t.institution_id = a.institution_id and t.user_id = $1
     and t.revoked_at is null and t.expires_at > $2 returning t.id`,
);

/** Revokes the user's tokens at all institutions. */
export const revokeTokensOf = (db: TxDb, userId: string, now: Date) => db.many(revokeAll(userId, now));

const revokeOfIssuer = prepared<[institutionId: string, now: Date], never>(
  'portal.revoke-tokens-by-issuer',
  `update portal.tokens set revoked_at = $2
   where institution_id = $1 and by_issuer is distinct from false and revoked_at is null and expires_at > $2`,
);

/** Revokes tokens made in sessions of the institution's provider, and those whose session is unknown. */
export const revokeTokensByIssuer = (db: TxDb, institutionId: string, now: Date): void =>
  db.write(revokeOfIssuer(institutionId, now));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'portal.purge-tokens',
  `delete from portal.tokens where id = any(array(
     select id from portal.tokens where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldTokens = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
