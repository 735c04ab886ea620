import { prepared, type Db, type TxDb } from '#platform/db';

type NewPairingRow = {
  readonly id: string;
  readonly codeHash: Buffer;
  readonly challenge: Buffer;
  readonly client: string;
  readonly address: string;
  readonly now: Date;
  readonly expiresAt: Date;
};

const insert = prepared<
  [id: string, codeHash: Buffer, challenge: Buffer, client: string, address: string, now: Date, expiresAt: Date],
  { id: string }
>(
  'portal.insert-pairing',
  `insert into portal.pairings (id, code_hash, challenge, client, address, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
);

/** Undefined when a pairing with this challenge exists. */
export const insertPairing = (db: TxDb, row: NewPairingRow) =>
  db.find(insert(row.id, row.codeHash, row.challenge, row.client, row.address, row.now, row.expiresAt));

type OpenPairing = { id: string; client: string; address: string; created_at: Date; expires_at: Date };

const byCode = prepared<[hashes: Buffer[], now: Date], OpenPairing>(
  'portal.find-pairing',
  `select id, client, address, created_at, expires_at from portal.pairings
   where code_hash = any($1::bytea[]) and decided_at is null and expires_at > $2`,
);

/** A pairing that no user has approved or denied yet. */
export const findOpenPairing = (db: Db, hashes: Buffer[], now: Date) => db.find(byCode(hashes, now));

type Yes = { readonly userId: string; readonly sessionId: string; readonly institutionId: string };

const approve = prepared<
  [hashes: Buffer[], now: Date, userId: string, sessionId: string, institutionId: string],
  { id: string; client: string }
>(
  'portal.approve-pairing',
  `update portal.pairings set decided_at = $2, user_id = $3, session_id = $4, institution_id = $5
   where code_hash = any($1::bytea[]) and decided_at is null and expires_at > $2 returning id, client`,
);

export const approvePairingRow = (
  db: TxDb,
  hashes: Buffer[],
  { userId, sessionId, institutionId, now }: Yes & { now: Date },
) => db.find(approve(hashes, now, userId, sessionId, institutionId));

const deny = prepared<[hashes: Buffer[], now: Date], { id: string }>(
  'portal.deny-pairing',
  `update portal.pairings set decided_at = $2
   where code_hash = any($1::bytea[]) and decided_at is null and expires_at > $2 returning id`,
);

export const denyPairingRow = (db: TxDb, hashes: Buffer[], now: Date) => db.find(deny(hashes, now));

type AskedPairing = {
  id: string;
  client: string;
  decided_at: Date | null;
  user_id: string | null;
  session_id: string | null;
  institution_id: string | null;
};

const byChallenge = prepared<[challenge: Buffer, now: Date], AskedPairing>(
  'portal.find-asked-pairing',
  `select id, client, decided_at, user_id, session_id, institution_id from portal.pairings
   where challenge = $1 and taken_at is null and expires_at > $2`,
);

/** The pairing of the client with this secret; undefined once its token was fetched. */
export const findAskedPairing = (db: Db, challenge: Buffer, now: Date) => db.find(byChallenge(challenge, now));

const take = prepared<[id: string, now: Date], { id: string }>(
  'portal.take-pairing',
  `update portal.pairings set taken_at = $2
   where id = $1 and user_id is not null and taken_at is null and expires_at > $2 returning id`,
);

/** Undefined when another request took it first. */
export const takePairing = (db: TxDb, id: string, now: Date) => db.find(take(id, now));

const approver = prepared<
  [userId: string, sessionId: string, institutionId: string, roles: readonly string[], now: Date],
  { role: string }
>(
  'portal.find-approver',
  // Keeps the role until the token that depends on it is written.
  `select a.role from portal.role_assignments a
     join portal.users u on u.id = a.user_id
     join portal.sessions s on s.id = $2 and s.user_id = a.user_id
   where a.user_id = $1 and a.institution_id = $3 and a.role = any($4::text[])
     and u.disabled_at is null and s.ended_at is null and s.expires_at > $5
   for key share of a`,
);

/** The approver, if they could still approve: their role still allows it, and their account and the approving session are active. */
export const findApprover = (
  db: TxDb,
  { userId, sessionId, institutionId }: Yes,
  { roles, now }: { roles: readonly string[]; now: Date },
) => db.find(approver(userId, sessionId, institutionId, roles, now));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'portal.purge-pairings',
  `delete from portal.pairings where id = any(array(
     select id from portal.pairings where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldPairings = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
