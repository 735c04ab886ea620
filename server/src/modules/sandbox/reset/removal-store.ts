import { firstIdAt } from '#lib/tokens/ids';
import { sandboxIntakes } from '#modules/intakes';
import { prepared, type TxDb } from '#platform/db';
import { testScope } from './store.ts';

// Each statement has the institution and the mode as conditions, so that no list of ids can make it reach a live row. Only the worker runs
// them.

export type Removal = {
  readonly institutionId: string;
  /** Rows created since then stay. */
  readonly before: Date;
  /** Ids under a legal hold. */
  readonly except: readonly string[];
  readonly limit: number;
};

type Removable = { readonly id: string; readonly consultationIds: readonly string[] };
type RemovableReferral = Removable & { readonly email: string | null; readonly phone: string | null };

type Candidates = [institutionId: string, below: string, except: readonly string[], limit: number];

const unwrittenReferral = sandboxIntakes.isUnwrittenSql('r.consultation_id');

const referralIds = prepared<Candidates, { id: string }>(
  'sandbox.list-removable-referrals',
  `select r.id from referrals.referrals r
   where r.institution_id = $1 and not r.livemode and r.id < $2 and r.id <> all($3::text[]) and ${unwrittenReferral}
   order by r.id limit $4`,
);
const lockReferrals = prepared<[institutionId: string, ids: readonly string[]], { id: string }>(
  'sandbox.lock-referrals',
  `select id from referrals.referrals where institution_id = $1 and not livemode and id = any($2::text[])
   order by id for update`,
);
const referrals = prepared<[institutionId: string, ids: readonly string[]], RemovableReferral>(
  'sandbox.read-removable-referrals',
  `select r.id, array_remove(array[r.consultation_id], null) as "consultationIds", r.borrower ->> 'email' as email,
     r.borrower ->> 'phone' as phone
   from referrals.referrals r
   where r.institution_id = $1 and not r.livemode and r.id = any($2::text[]) and ${unwrittenReferral}`,
);

/** Locked before reading the data stored about them, which may have changed while we waited for the lock. */
export async function lockRemovableReferrals(db: TxDb, { institutionId, before, except, limit }: Removal) {
  const found = await db.many(referralIds(institutionId, firstIdAt('ref', before), except, limit));
  const ids = found.map(({ id }) => id);
  const [, rows] = await Promise.all([
    db.many(lockReferrals(institutionId, ids)),
    db.many(referrals(institutionId, ids)),
  ]);
  return rows;
}

const unwrittenEnrollment = `not exists (select from memberships.redemptions d where d.institution_id = $1 and not d.livemode
       and d.enrollment_id = e.id and not (${sandboxIntakes.isUnwrittenSql('d.consultation_id')}))`;

const enrollmentIds = prepared<Candidates, { id: string }>(
  'sandbox.list-removable-enrollments',
  `select e.id from memberships.enrollments e
   where e.institution_id = $1 and not e.livemode and e.id < $2 and e.id <> all($3::text[]) and ${unwrittenEnrollment}
   order by e.id limit $4`,
);
const lockEnrollments = prepared<[institutionId: string, ids: readonly string[]], { id: string }>(
  'sandbox.lock-enrollments',
  `select id from memberships.enrollments where institution_id = $1 and not livemode and id = any($2::text[])
   order by id for update`,
);
const enrollments = prepared<[institutionId: string, ids: readonly string[]], Removable>(
  'sandbox.read-removable-enrollments',
  `select e.id, array(select d.consultation_id from memberships.redemptions d
       where d.institution_id = $1 and not d.livemode and d.enrollment_id = e.id) as "consultationIds"
   from memberships.enrollments e
   where e.institution_id = $1 and not e.livemode and e.id = any($2::text[]) and ${unwrittenEnrollment}`,
);

/** Locked before reading their redemptions: a loss notice that held the lock has added one. */
export async function lockRemovableEnrollments(db: TxDb, { institutionId, before, except, limit }: Removal) {
  const found = await db.many(enrollmentIds(institutionId, firstIdAt('enr', before), except, limit));
  const ids = found.map(({ id }) => id);
  const [, rows] = await Promise.all([
    db.many(lockEnrollments(institutionId, ids)),
    db.many(enrollments(institutionId, ids)),
  ]);
  return rows;
}

const testCases = 'select id from consultations.consultations where test and id = any($1::text[])';

/** A case's rows in other tables; the case itself comes last. */
const caseDeletions = [
  'consultations.calls',
  'consultations.closings',
  'consultations.notes',
  'consultations.assignments',
  'facts.cases',
  'self_service.requests',
].map((table) =>
  prepared<[ids: readonly string[]], never>(
    `sandbox.delete-of-case-${table.replaceAll(/[._]/g, '-')}`,
    `delete from ${table} where consultation_id in (${testCases})`,
  ),
);

const testCheckouts = `select id from checkout.checkouts where test and consultation_id in (${testCases})`;
const testHolds = `select id from checkout.holds where checkout_id in (${testCheckouts})`;

/** Their checkouts, and the built-in test card provider's rows about them. */
const checkoutDeletions = (
  [
    ['test_cards.refunds', `payment_id in (select id from test_cards.payments where hold_id in (${testHolds}))`],
    ['test_cards.payments', `hold_id in (${testHolds})`],
    ['test_cards.sessions', `not livemode and hold_id in (${testHolds})`],
    ['checkout.refunds', `hold_id in (${testHolds})`],
    ['checkout.holds', `checkout_id in (${testCheckouts})`],
    ['checkout.checkouts', `id in (${testCheckouts})`],
  ] as const
).map(([table, rows]) =>
  prepared<[ids: readonly string[]], never>(
    `sandbox.delete-checkouts-${table.replaceAll(/[._]/g, '-')}`,
    `delete from ${table} where ${rows}`,
  ),
);

const cases = prepared<[ids: readonly string[]], never>(
  'sandbox.delete-cases',
  'delete from consultations.consultations where test and id = any($1::text[])',
);

export function deleteConsultations(db: TxDb, consultationIds: readonly string[]): void {
  if (consultationIds.length === 0) return;
  for (const deletion of [...checkoutDeletions, ...caseDeletions]) db.write(deletion(consultationIds));
  db.write(cases(consultationIds));
}

const ownRows = (name: string, table: string, column: string) =>
  prepared<[institutionId: string, ids: readonly string[]], never>(
    `sandbox.delete-${name}`,
    `delete from ${table} where institution_id = $1 and not livemode and ${column} = any($2::text[])`,
  );

const sentDocuments = ownRows('sent-documents', 'referrals.sent_documents', 'referral_id');
const reviewRecords = ownRows('reviews', 'referrals.review_records', 'referral_id');
const ownReferrals = ownRows('referrals', 'referrals.referrals', 'id');
const redemptions = ownRows('redemptions', 'memberships.redemptions', 'enrollment_id');
const lossNotices = ownRows('loss-notices', 'memberships.loss_notices', 'enrollment_id');
const ownEnrollments = ownRows('enrollments', 'memberships.enrollments', 'id');

// The sweep of uploads removes the stored objects, as after an erasure.
const documents = prepared<[institutionId: string, ids: readonly string[]], never>(
  'sandbox.delete-documents',
  `with gone as (
     delete from documents.documents where intake_id in (
       select id from referrals.referrals where institution_id = $1 and not livemode and id = any($2::text[]))
     returning object_key, file_removed_at)
   insert into documents.pending_uploads (object_key, lease_until, removing)
   select object_key, now(), true from gone where file_removed_at is null
   on conflict (object_key) do update set lease_until = now(), removing = true`,
);

export function deleteReferrals(db: TxDb, institutionId: string, ids: readonly string[]): void {
  for (const deletion of [documents, sentDocuments, reviewRecords, ownReferrals])
    db.write(deletion(institutionId, ids));
}

export function deleteEnrollments(db: TxDb, institutionId: string, ids: readonly string[]): void {
  for (const deletion of [redemptions, lossNotices, ownEnrollments]) db.write(deletion(institutionId, ids));
}

const syncs = prepared<[institutionId: string, below: string, limit: number], { id: string }>(
  'sandbox.delete-roster-syncs',
  `delete from memberships.roster_syncs where institution_id = $1 and not livemode and id = any(array(
     select id from memberships.roster_syncs where institution_id = $1 and not livemode and id < $2 order by id limit $3))
   returning id`,
);

export const deleteRosterSyncs = async (db: TxDb, { institutionId, before, limit }: Removal): Promise<number> =>
  (await db.many(syncs(institutionId, firstIdAt('rsy', before), limit))).length;

const messages = prepared<[institutionId: string, below: string, limit: number], { id: string }>(
  'sandbox.delete-messages',
  `delete from customers.messages where account_id = $1 and state = 'sandbox' and id = any(array(
     select id from customers.messages where account_id = $1 and state = 'sandbox' and id < $2 order by id limit $3))
   returning id`,
);

export const deleteMessages = async (db: TxDb, { institutionId, before, limit }: Removal): Promise<number> =>
  (await db.many(messages(institutionId, firstIdAt('msg', before), limit))).length;

const keys = prepared<[scope: string, limit: number], { key: string }>(
  'sandbox.delete-idempotency-keys',
  `delete from platform.idempotency where scope = $1 and key = any(array(
     select key from platform.idempotency where scope = $1 order by key limit $2)) returning key`,
);

/** All keys, because their stored responses name removed objects. No new keys arrive while a reset runs. */
export const deleteIdempotencyKeys = async (db: TxDb, { institutionId, limit }: Removal): Promise<number> =>
  (await db.many(keys(testScope(institutionId), limit))).length;
