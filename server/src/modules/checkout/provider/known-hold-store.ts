import { prepared, type Db } from '#platform/db';

const knownOf = prepared<[ids: readonly string[]], { id: string }>(
  'checkout.list-known-holds',
  `select id from checkout.holds where id = any($1::text[]) and coalesce(session_id, setup_session_id) is not null`,
);

/** Those of these holds that are here and know their page. */
export const listKnownIds = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await db.many(knownOf(ids))).map(({ id }) => id);

const newest = prepared<[], { created_at: Date | null }>(
  'checkout.newest-hold',
  'select max(created_at) as created_at from checkout.holds',
);

export const findNewestHold = async (db: Db): Promise<Date | undefined> =>
  (await db.find(newest()))?.created_at ?? undefined;
