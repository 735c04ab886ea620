import { prepared, type Db, type TxDb } from '#platform/db';

const answer = prepared<[hashes: Buffer[], now: Date], { vin: string | null }>(
  'vehicles.find-plate-answer',
  'select vin from vehicles.plate_answers where plate_hash = any($1::bytea[]) and expires_at > $2 limit 1',
);

/** A provider's earlier answer for this plate; its VIN is null when the plate was unknown. */
export const findPlateAnswer = (db: Db, hashes: Buffer[], now: Date) => db.find(answer(hashes, now));

const upsert = prepared<[hash: Buffer, vin: string | null, expiresAt: Date], never>(
  'vehicles.upsert-plate-answer',
  `insert into vehicles.plate_answers (plate_hash, vin, expires_at) values ($1, $2, $3)
   on conflict (plate_hash) do update set vin = excluded.vin, expires_at = excluded.expires_at`,
);

type NewPlateAnswer = { readonly hash: Buffer; readonly vin: string | undefined; readonly expiresAt: Date };

export const upsertPlateAnswer = (db: Db, { hash, vin, expiresAt }: NewPlateAnswer) =>
  db.many(upsert(hash, vin ?? null, expiresAt));

const insert = prepared<[subjectId: string, sealed: Buffer, dueAt: Date], never>(
  'vehicles.insert-plate-lookup',
  `insert into vehicles.plate_lookups (subject_id, encrypted_plate, state, due_at) values ($1, $2, 'waiting', $3)`,
);

export function insertPlateLookup(db: TxDb, subjectId: string, row: { sealed: Buffer; dueAt: Date }): void {
  db.write(insert(subjectId, row.sealed, row.dueAt));
}

export type ClaimedLookup = {
  readonly subject_id: string;
  readonly encrypted_plate: Buffer;
  readonly attempt: number;
};

// The lease runs on the database's clock: it measures this worker's life, not business time.
const claim = prepared<[worker: string, now: Date, limit: number], ClaimedLookup>(
  'vehicles.claim-plate-lookups',
  `update vehicles.plate_lookups set state = 'claimed', attempt = attempt + 1, claimed_by = $1,
     lease_until = now() + interval '45 seconds'
   where subject_id = any(array(
     select subject_id from vehicles.plate_lookups where state = 'waiting' and due_at <= $2
     order by due_at limit $3 for update skip locked))
   returning subject_id, encrypted_plate, attempt`,
);

export const claimLookups = (db: Db, args: { worker: string; now: Date; limit: number }) =>
  db.many(claim(args.worker, args.now, args.limit));

// Fenced by worker and attempt. A row without a next due time has ended.
const finish = prepared<[worker: string, rows: string], never>(
  'vehicles.finish-plate-lookups',
  `with r as (
     select * from json_to_recordset($2) as r("subjectId" text, attempt smallint, "dueAt" timestamptz)
   ), ended as (
     delete from vehicles.plate_lookups l using r
     where l.subject_id = r."subjectId" and l.attempt = r.attempt and l.claimed_by = $1 and r."dueAt" is null
   )
   update vehicles.plate_lookups l set state = 'waiting', due_at = r."dueAt", claimed_by = null, lease_until = null
   from r where l.subject_id = r."subjectId" and l.attempt = r.attempt and l.claimed_by = $1 and r."dueAt" is not null`,
);

type FinishedLookup = {
  readonly subjectId: string;
  readonly attempt: number;
  /** When it is retried, if at all. */
  readonly dueAt: Date | null;
};

export const finishLookups = (db: Db, worker: string, rows: readonly FinishedLookup[]) =>
  db.many(finish(worker, JSON.stringify(rows)));

// Returns the rows of workers that died. A row whose work fails every time is given up before its attempt count
// overflows.
const reap = prepared<[attempts: number], { subject_id: string }>(
  'vehicles.reap-plate-lookups',
  `with hopeless as (
     delete from vehicles.plate_lookups where state = 'claimed' and lease_until < now() and attempt >= $1
   )
   update vehicles.plate_lookups set state = 'waiting', claimed_by = null, lease_until = null
   where state = 'claimed' and lease_until < now() and attempt < $1 returning subject_id`,
);

/** Many more than a look-up that ends normally has. */
const attemptsMax = 20;

export const reapLookups = (db: Db) => db.many(reap(attemptsMax));

const backlog = prepared<[now: Date], { due: number; oldest: number }>(
  'vehicles.plate-backlog',
  `select count(*)::integer as due, coalesce(extract(epoch from $1 - min(due_at)), 0)::float8 as oldest
   from (select due_at from vehicles.plate_lookups where state = 'waiting' and due_at <= $1 order by due_at limit 10000) d`,
);

export const findLookupBacklog = (db: Db, now: Date) => db.find(backlog(now));
