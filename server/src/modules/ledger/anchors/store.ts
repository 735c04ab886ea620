import { prepared, type Db } from '#platform/db';

const last = prepared<[], { number: string; at: Date; sha256: Buffer }>(
  'anchors.find-last',
  'select number, at, sha256 from anchors.anchors order by number desc limit 1',
);

/** The newest anchor that was recorded as written. */
export async function findLast(db: Db): Promise<{ number: number; at: Date; sha256: string } | undefined> {
  const row = await db.find(last());
  return row && { number: Number(row.number), at: row.at, sha256: row.sha256.toString('hex') };
}

const insert = prepared<[number: number, at: Date, sha256: Buffer], never>(
  'anchors.insert',
  'insert into anchors.anchors (number, at, sha256) values ($1, $2, $3) on conflict (number) do nothing',
);

type Noted = { readonly number: number; readonly at: Date; readonly sha256: string };

/** Inserts once: a slower process finds it recorded. */
export const insertAnchor = (db: Db, { number, at, sha256 }: Noted) =>
  db.many(insert(number, at, Buffer.from(sha256, 'hex')));

const since = prepared<[], { at: Date | null }>(
  'anchors.find-since',
  `select coalesce((select max(at) from anchors.anchors), (select min(run_on) at time zone 'UTC' from public.migrations)) as at`,
);

/** When the last one was written; before the first, when the database was created. */
export const findSince = async (db: Db): Promise<Date | undefined> => (await db.find(since()))?.at ?? undefined;
