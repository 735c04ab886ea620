import { prepared, type Db, type TxDb } from '#platform/db';
import type { ErasureJob, ErasureReason, Scope } from '../schemas.ts';

export type ErasureJobRow = {
  readonly id: string;
  readonly consultationId: string;
  readonly scope: Scope;
  readonly reason: ErasureReason;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly attempts: number;
  readonly running: boolean;
  readonly finishedAt: Date | null;
  readonly problem: ErasureJob['problem'];
  readonly rows: number | null;
};

const columns = `id, consultation_id as "consultationId", scope, reason, asked_by as "askedBy", asked_at as "askedAt",
  attempts, coalesce(leased_until > now(), false) as running, finished_at as "finishedAt", problem,
  (select sum(value::int)::int from jsonb_each_text(counts)) as rows`;

type NewJob = Pick<ErasureJobRow, 'id' | 'consultationId' | 'scope' | 'reason' | 'askedBy' | 'askedAt'>;

const insert = prepared<
  [id: string, consultationId: string, scope: string, reason: string, by: string, at: Date],
  { id: string }
>(
  'privacy.insert-erasure-job',
  `insert into privacy.erasure_jobs (id, consultation_id, scope, reason, asked_by, asked_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (consultation_id) where finished_at is null do nothing returning id`,
);

/** While one of the case waits, it stays the only one. */
export const insertJob = (db: TxDb, job: NewJob) =>
  db.find(insert(job.id, job.consultationId, job.scope, job.reason, job.askedBy, job.askedAt));

const latest = prepared<[consultationId: string], ErasureJobRow>(
  'privacy.find-erasure-job',
  `select ${columns} from privacy.erasure_jobs where consultation_id = $1 order by id desc limit 1`,
);

export const findLatestJob = (db: Db, consultationId: string) => db.find(latest(consultationId));

// A lease ends by itself, so that what a process began and did not end is begun again by another.
const claim = prepared<[], ErasureJobRow>(
  'privacy.claim-erasure-job',
  `update privacy.erasure_jobs set attempts = attempts + 1, leased_until = now() + interval '2 minutes'
   where id = (select id from privacy.erasure_jobs
     where finished_at is null and (leased_until is null or leased_until < now())
     order by leased_until nulls first, id limit 1 for update skip locked)
   returning ${columns}`,
);

/** The next that nobody is at. */
export const claimJob = (db: Db) => db.find(claim());

type Outcome = {
  readonly job: Pick<ErasureJobRow, 'id' | 'attempts'>;
  readonly at: Date;
  readonly problem?: NonNullable<ErasureJob['problem']>;
  readonly counts?: Readonly<Record<string, number>>;
};

const finish = prepared<
  [id: string, attempt: number, at: Date, problem: string | null, counts: string | null],
  { id: string }
>(
  'privacy.finish-erasure-job',
  `update privacy.erasure_jobs set finished_at = $3, problem = $4, counts = $5::jsonb, leased_until = null
   where id = $1 and attempts = $2 and finished_at is null returning id`,
);

/** Undefined when another process has begun it again meanwhile. */
export const finishJob = (db: TxDb, { job, at, problem, counts }: Outcome) =>
  db.find(finish(job.id, job.attempts, at, problem ?? null, counts === undefined ? null : JSON.stringify(counts)));
