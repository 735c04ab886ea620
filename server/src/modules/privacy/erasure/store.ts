import { firstIdAt } from '#lib/tokens/ids';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { SourcePrefix } from '../rules.ts';
import type { ErasureJob, ErasureReason, Scope } from '../schemas.ts';

/** The time of a consultation's last activity. */
const lastOfCase = `greatest(
  c.closed_at, c.opened_at, c.last_call_at, c.delivered_at, c.settled_at, c.reopened_at, c.active_at)`;

type Ended = {
  /** The name of the row in the statement. */
  readonly row: string;
  readonly institution?: string;
  /** The time of the row's own last activity. */
  readonly last: string;
  /** Which consultations are about it. */
  readonly cases: string;
};

/**
 * It ended before then: its consultations are closed and nothing has happened to them since; it and its institution
 * have no legal hold; and it was not erased, or something has happened since: a roster may have filled it again, or a
 * user reopened its case.
 */
const ended = ({ row, institution, last, cases }: Ended): string =>
  `${last} < $2
   and not exists (select from privacy.legal_holds h where h.lifted_at is null
     and h.subject_id in (${row}.id${institution === undefined ? '' : `, ${institution}`}))
   and not exists (select from privacy.erasures x where x.subject_id = ${row}.id and x.erased_at >= ${last}
     and not exists (select from consultations.consultations c where ${cases} and ${lastOfCase} > x.erased_at))
   and not exists (select from consultations.consultations c where ${cases} and (c.closed_at is null
     or ${lastOfCase} >= $2
     or exists (select from replies.replies r where r.case_ids @> array[c.id] and r.received_at >= $2)))`;

type Page = [after: string, before: Date, first: string, limit: number];

// Ids are ordered by time, so rows younger than the period are never read.
const statements: Readonly<Record<SourcePrefix, (...page: Page) => ReturnType<typeof intakes>>> = {
  int: (...page) => intakes(...page),
  ref: (...page) => referrals(...page),
  enr: (...page) => enrollments(...page),
};

const intakes = prepared<Page, { id: string }>(
  'privacy.list-old-intakes',
  `select i.id from intakes.intakes i where i.id > $1 and i.id < $3 and ${ended({
    row: 'i',
    last: 'greatest(i.status_at, i.expires_at, i.case_closed_at)',
    cases: `c.source = 'agent_intake' and c.source_id = i.id`,
  })} order by i.id limit $4`,
);

const referrals = prepared<Page, { id: string }>(
  'privacy.list-old-referrals',
  `select r.id from referrals.referrals r where r.id > $1 and r.id < $3
   and r.status in ('closed', 'declined', 'expired', 'canceled') and ${ended({
     row: 'r',
     institution: 'r.institution_id',
     last: 'greatest(r.created_at, r.activated_at, r.settled_at, coalesce(r.closed_at, r.invitation_expires_at))',
     cases: `c.source = 'referral' and c.source_id = r.id`,
   })} order by r.id limit $4`,
);

const enrollments = prepared<Page, { id: string }>(
  'privacy.list-old-enrollments',
  `select e.id from memberships.enrollments e where e.id > $1 and e.id < $3 and e.status in ('canceled', 'redeemed')
   and ${ended({
     row: 'e',
     institution: 'e.institution_id',
     last: 'greatest(e.updated_at, e.canceled_at, e.redeemed_at)',
     cases: `c.source = 'membership' and c.source_id in (
       select d.id from memberships.redemptions d where d.institution_id = e.institution_id and d.livemode = e.livemode
         and d.enrollment_id = e.id)`,
   })} order by e.id limit $4`,
);

type EndedPage = {
  readonly prefix: SourcePrefix;
  readonly after: string;
  readonly before: Date;
  readonly limit: number;
};

/** Intakes, referrals or enrollments that ended before then, page by page in the order of their ids. */
export const listEnded = async (db: Db, { prefix, after, before, limit }: EndedPage): Promise<string[]> =>
  (await db.many(statements[prefix](after, before, firstIdAt(prefix, before), limit))).map(({ id }) => id);

const registrations = prepared<[before: Date, limit: number], { id: string }>(
  'privacy.delete-registrations',
  `delete from agents.registrations where created_at < $1 and ctid = any(array(
     select ctid from agents.registrations where created_at < $1 limit $2)) returning id`,
);

/** The result of a registration is in the profile. */
export const deleteRegistrations = async (db: Db, before: Date, limit: number): Promise<number> =>
  (await db.many(registrations(before, limit))).length;

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

/** While one job for the case waits, it stays the only one. */
export const insertJob = (db: TxDb, job: NewJob) =>
  db.find(insert(job.id, job.consultationId, job.scope, job.reason, job.askedBy, job.askedAt));

const latest = prepared<[consultationId: string], ErasureJobRow>(
  'privacy.find-erasure-job',
  `select ${columns} from privacy.erasure_jobs where consultation_id = $1 order by id desc limit 1`,
);

export const findLatestJob = (db: Db, consultationId: string) => db.find(latest(consultationId));

// A lease expires by itself, so that another process restarts what a process did not finish.
const claim = prepared<[], ErasureJobRow>(
  'privacy.claim-erasure-job',
  `update privacy.erasure_jobs set attempts = attempts + 1, leased_until = now() + interval '45 seconds'
   where id = (select id from privacy.erasure_jobs
     where finished_at is null and (leased_until is null or leased_until < now())
     order by leased_until nulls first, id limit 1 for update skip locked)
   returning ${columns}`,
);

/** The next job that no process is working on. */
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

/** Undefined if another process has restarted it meanwhile. */
export const finishJob = (db: TxDb, { job, at, problem, counts }: Outcome) =>
  db.find(finish(job.id, job.attempts, at, problem ?? null, counts === undefined ? null : JSON.stringify(counts)));
