import { prepared, type Db } from '#platform/db';

const use = prepared<[hash: Buffer, expiresAt: Date], { challenge_hash: Buffer }>(
  'portal-users.use-challenge',
  `insert into portal.used_challenges (challenge_hash, expires_at) values ($1, $2)
   on conflict do nothing returning challenge_hash`,
);

/** False when it was answered before. */
export const useChallenge = async (db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> =>
  (await db.find(use(hash, expiresAt))) !== undefined;

const purge = prepared<[now: Date, limit: number], { challenge_hash: Buffer }>(
  'portal-users.purge-challenges',
  `delete from portal.used_challenges where challenge_hash = any(array(
     select challenge_hash from portal.used_challenges where expires_at <= $1 order by expires_at limit $2
     for update skip locked))
   returning challenge_hash`,
);

export const deleteOldChallenges = (db: Db, now: Date, limit: number) => db.many(purge(now, limit));
