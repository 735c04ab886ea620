import type { ClaimedRows, Result } from '#platform/jobs';
import { prepared, type Database } from '#platform/db';

/** A minimal work table for the loop; each row counts how often it was started and finished. */
export type WorkRow = { readonly id: number; readonly attempt: number };

type WorkState = { id: number; state: string; attempt: number; claimed_by: string | null; done: number };

const claim = prepared<[worker: string, limit: number], WorkRow>(
  'test.claim',
  `update test_work set state = 'claimed', attempt = attempt + 1, claimed_by = $1, lease_until = now() + interval '30 seconds'
   where id = any(array(select id from test_work where state = 'waiting' order by id limit $2 for update skip locked))
   returning id, attempt`,
);

const finish = prepared<[worker: string, ids: number[], attempts: number[]], never>(
  'test.finish',
  `update test_work w set state = 'done', claimed_by = null, lease_until = null, done = w.done + 1
   from unnest($2::int[], $3::int[]) as r(id, attempt)
   where w.id = r.id and w.attempt = r.attempt and w.claimed_by = $1 and w.state = 'claimed'`,
);

const release = prepared<[worker: string, ids: number[], attempts: number[]], never>(
  'test.release',
  `update test_work w set state = 'waiting', attempt = w.attempt - 1, claimed_by = null, lease_until = null
   from unnest($2::int[], $3::int[]) as r(id, attempt)
   where w.id = r.id and w.attempt = r.attempt and w.claimed_by = $1 and w.state = 'claimed'`,
);

const reap = prepared<[], { id: number }>(
  'test.reap',
  `update test_work set state = 'waiting', claimed_by = null, lease_until = null
   where state = 'claimed' and lease_until < now() returning id`,
);

export async function makeWorkTable(db: Database): Promise<void> {
  await db.pool.query(`create table test_work (id int primary key, state text not null default 'waiting',
    attempt int not null default 0, claimed_by text, lease_until timestamptz, done int not null default 0)`);
  await db.pool.query('grant all on test_work to makewhole_worker');
}

export async function fillWorkTable(db: Database, rows: number): Promise<void> {
  await db.pool.query('delete from test_work');
  await db.pool.query('insert into test_work (id) select generate_series(1, $1)', [rows]);
}

export async function workStates(db: Database): Promise<WorkState[]> {
  const { rows } = await db.pool.query<WorkState>(
    'select id, state, attempt, claimed_by, done from test_work order by id',
  );
  return rows;
}

/** Makes every current claim look abandoned. */
export const endLeases = (db: Database, table: 'test_work' | 'customers.messages') =>
  db.pool.query(`update ${table} set lease_until = now() - interval '1 second' where state = 'claimed'`);

type Work = ClaimedRows<WorkRow, 'done'>;

/** The table as the loop uses it; `changes` replaces the steps that a test observes or breaks. */
export function workTable(db: Database, changes: Partial<Work> = {}): Work {
  return {
    queue: 'test.work',
    concurrency: 4,
    // Zero, so that rows a test abandons are reclaimed immediately.
    leaseMs: 0,
    claim: (worker, limit) => db.many(claim(worker, limit)),
    run: async () => 'done',
    finish: async (worker, results: readonly Result<WorkRow, 'done'>[]) => {
      await db.many(finish(worker, ...columns(results.map(({ row }) => row))));
    },
    release: async (worker, rows) => {
      await db.many(release(worker, ...columns(rows)));
    },
    reap: async () => (await db.many(reap())).length,
    label: (outcome) => outcome,
    outcomes: ['done'],
    measure: async () => ({ due: 0, oldestDueS: 0 }),
    ...changes,
  };
}

const columns = (rows: readonly WorkRow[]): [number[], number[]] => [
  rows.map((row) => row.id),
  rows.map((row) => row.attempt),
];
