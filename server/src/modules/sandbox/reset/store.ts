import { firstIdAt } from '#lib/tokens/ids';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { ResetCounts } from '../schemas.ts';

export type Reset = {
  readonly institutionId: string;
  readonly id: string;
  readonly askedAt: Date;
  readonly found: ResetCounts;
  readonly removed: Partial<ResetCounts>;
  readonly kept: number | null;
  readonly finishedAt: Date | null;
};

const columns = `institution_id as "institutionId", id, asked_at as "askedAt", found, removed, kept,
  finished_at as "finishedAt"`;

// Of two simultaneous requests, the second finds the first one's reset.
const insert = prepared<[institutionId: string, id: string, askedBy: string, askedAt: Date, found: string], never>(
  'sandbox.insert-reset',
  `insert into sandbox.resets (institution_id, id, asked_by, asked_at, found) values ($1, $2, $3, $4, $5)
   on conflict (institution_id) where finished_at is null do nothing`,
);

type NewReset = Pick<Reset, 'institutionId' | 'id' | 'askedAt' | 'found'> & { readonly askedBy: string };

export function insertReset(db: TxDb, { institutionId, id, askedBy, askedAt, found }: NewReset): void {
  db.write(insert(institutionId, id, askedBy, askedAt, JSON.stringify(found)));
}

const latest = prepared<[institutionId: string], Reset>(
  'sandbox.find-latest-reset',
  `select ${columns} from sandbox.resets where institution_id = $1
   order by finished_at is null desc, id desc limit 1`,
);

export const findLatestReset = (db: Db, institutionId: string) => db.find(latest(institutionId));

const open = prepared<[institutionId: string], Pick<Reset, 'id'>>(
  'sandbox.find-open-reset',
  'select id from sandbox.resets where institution_id = $1 and finished_at is null',
);

export const findOpenReset = (db: Db, institutionId: string) => db.find(open(institutionId));

const next = prepared<[], Reset>(
  'sandbox.claim-reset',
  `select ${columns} from sandbox.resets where finished_at is null order by asked_at limit 1 for update skip locked`,
);

const anyOpen = prepared<[], { open: boolean }>(
  'sandbox.has-open-reset',
  'select exists (select from sandbox.resets where finished_at is null) as open',
);

/** Whether there is a reset to claim, checked without a transaction. */
export const hasOpenReset = async (db: Db): Promise<boolean> => (await db.find(anyOpen()))?.open === true;

/** The oldest running reset that no other worker has claimed, locked until the transaction ends. */
export const claimReset = (db: TxDb) => db.find(next());

const progress = prepared<
  [institutionId: string, id: string, removed: string, finishedAt: Date | null, kept: number | null],
  never
>(
  'sandbox.note-reset',
  'update sandbox.resets set removed = $3, finished_at = $4, kept = $5 where institution_id = $1 and id = $2',
);

type Progress = Pick<Reset, 'removed' | 'finishedAt' | 'kept'>;

export function updateReset(db: TxDb, { institutionId, id }: Reset, { removed, finishedAt, kept }: Progress): void {
  db.write(progress(institutionId, id, JSON.stringify(removed), finishedAt, kept));
}

const count = prepared<
  [institutionId: string, messages: string, referrals: string, enrollments: string, syncs: string, scope: string],
  ResetCounts
>(
  'sandbox.count-test-rows',
  `select
     (select count(*)::integer from customers.messages where account_id = $1 and state = 'sandbox' and id < $2) as messages,
     (select count(*)::integer from referrals.referrals
      where institution_id = $1 and not livemode and id < $3) as referrals,
     (select count(*)::integer from memberships.enrollments
      where institution_id = $1 and not livemode and id < $4) as enrollments,
     (select count(*)::integer from memberships.roster_syncs
      where institution_id = $1 and not livemode and id < $5) as roster_syncs,
     (select count(*)::integer from platform.idempotency where scope = $6) as idempotency_keys`,
);

/** The scope of idempotency keys in an institution's test calls (D-090). */
export const testScope = (institutionId: string): string => `gap/${institutionId}/test`;

/** How many rows the sandbox had before that time. */
export async function countTestRows(db: Db, institutionId: string, before: Date): Promise<ResetCounts> {
  const [messages, referrals, enrollments, syncs] = (['msg', 'ref', 'enr', 'rsy'] as const).map((prefix) =>
    firstIdAt(prefix, before),
  ) as [string, string, string, string];
  const row = await db.find(count(institutionId, messages, referrals, enrollments, syncs, testScope(institutionId)));
  if (row === undefined) throw new Error('a count has a row');
  return row;
}
