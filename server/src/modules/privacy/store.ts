import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

type Found = { id: string };
const idsOf = (rows: readonly Found[]): string[] => rows.map(({ id }) => id);

// Each part of the union is one index; a case has an id in every module that it passed through.
const byName = prepared<[name: string], Found>(
  'privacy.find-sources-by-name',
  `with named as (
     select source, source_id from consultations.consultations where id = $1
     union select source, source_id from consultations.consultations where number = upper($1))
   select id from intakes.intakes where id = $1
   union select source_id from named where source in ('agent_intake', 'referral')
   union select id from referrals.referrals where id = $1
   union select id from memberships.enrollments where id = $1
   union select enrollment_id from memberships.redemptions where id = $1
   union select enrollment_id from memberships.redemptions where id in (select source_id from named where source = 'membership')
   union select enrollment_id from memberships.loss_notices where id = $1`,
);

/** Intakes, referrals and enrollments by any id or number of a case. */
export const listSourcesByName = async (db: Db, name: string): Promise<string[]> => idsOf(await db.many(byName(name)));

const byContact = prepared<[contacts: readonly string[], hashes: readonly Buffer[]], Found>(
  'privacy.find-sources-by-contact',
  `with known as (
     select source, source_id from consultations.consultations where phone_hash = any($2::bytea[])
     union select source, source_id from consultations.consultations where email_hash = any($2::bytea[]))
   select id from intakes.intakes where email = any($1::text[]) or phone = any($1::text[])
     or id in (select source_id from known where source = 'agent_intake')
   union select id from referrals.referrals where lower(borrower ->> 'email') = any($1::text[])
     or '+1' || right(regexp_replace(borrower ->> 'phone', '\\D', '', 'g'), 10) = any($1::text[])
     or given_phone = any($1::text[]) or staff_contact ->> 'phone' = any($1::text[])
     or staff_contact ->> 'email' = any($1::text[]) or id in (select source_id from known where source = 'referral')
   union select id from memberships.enrollments where lower(email) = any($1::text[])
     or '+1' || right(regexp_replace(phone, '\\D', '', 'g'), 10) = any($1::text[]) or given_phone = any($1::text[])
     or staff_contact ->> 'phone' = any($1::text[]) or staff_contact ->> 'email' = any($1::text[])
   union select enrollment_id from memberships.redemptions where id in (select source_id from known where source = 'membership')`,
);

/**
 * The same by a contact. It reads whole tables: requests are rare, and an index on every contact would slow down every
 * roster.
 */
export const listSourcesByContact = async (
  db: Db,
  contacts: readonly string[],
  hashes: readonly Buffer[],
): Promise<string[]> => idsOf(await db.many(byContact(contacts, hashes)));

export type FoundConsultation = {
  readonly id: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly source_id: string;
  readonly number: string;
  readonly closed_at: Date | null;
  readonly test: boolean;
};

const cases = prepared<[sourceIds: readonly string[]], FoundConsultation>(
  'privacy.list-cases',
  `select id, source, source_id, number, closed_at, test from consultations.consultations
   where source = 'agent_intake' and source_id = any($1::text[])
   union all select id, source, source_id, number, closed_at, test from consultations.consultations
   where source = 'referral' and source_id = any($1::text[])
   union all select id, source, source_id, number, closed_at, test from consultations.consultations
   where source = 'membership'
     and source_id in (select id from memberships.redemptions where enrollment_id = any($1::text[]))
   order by id`,
);

/** Consultations of these intakes, referrals and enrollments. */
export const listCases = (db: Db, sourceIds: readonly string[]) => db.many(cases(sourceIds));

const related = prepared<[sourceIds: readonly string[], caseIds: readonly string[], hashes: readonly Buffer[]], Found>(
  'privacy.list-related-ids',
  `select id from memberships.redemptions where enrollment_id = any($1::text[])
   union all select id from memberships.loss_notices where enrollment_id = any($1::text[])
   union all select id from referrals.review_records where referral_id = any($1::text[])
   union all select id from checkout.checkouts where consultation_id = any($2::text[])
   union all select h.id from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id
     where c.consultation_id = any($2::text[])
   union all select id from checkout.payments where consultation_id = any($2::text[])
   union all select id from appraisals.appraisals where consultation_id = any($2::text[])
   union all select v.id from appraisals.versions v join appraisals.appraisals a on a.id = v.appraisal_id
     where a.consultation_id = any($2::text[])
   union all select id from self_service.requests where consultation_id = any($2::text[])
   union all select id from documents.documents where intake_id = any($1::text[]) or intake_id = any($2::text[])
   union all select id from replies.replies where contact_hash = any($3::bytea[])
     or case_ids <> '{}' and case_ids <@ $2::text[]`,
);

type Related = {
  readonly sourceIds: readonly string[];
  readonly caseIds: readonly string[];
  readonly hashes: readonly Buffer[];
};

/** Ids of everything that messages, events and entries may be about besides the case itself. */
export const listRelatedIds = async (db: Db, { sourceIds, caseIds, hashes }: Related): Promise<string[]> =>
  idsOf(await db.many(related(sourceIds, caseIds, hashes)));

const contacts = prepared<[sourceIds: readonly string[]], { email: string | null; phone: string | null }>(
  'privacy.list-contacts',
  `select email, phone from intakes.intakes where id = any($1::text[])
   union select lower(borrower ->> 'email'), borrower ->> 'phone' from referrals.referrals where id = any($1::text[])
   union select staff_contact ->> 'email', staff_contact ->> 'phone' from referrals.referrals where id = any($1::text[])
   union select null, given_phone from referrals.referrals where id = any($1::text[])
   union select lower(email), phone from memberships.enrollments where id = any($1::text[])
   union select staff_contact ->> 'email', staff_contact ->> 'phone' from memberships.enrollments where id = any($1::text[])
   union select null, given_phone from memberships.enrollments where id = any($1::text[])`,
);

export const listStoredContacts = (db: Db, sourceIds: readonly string[]) => db.many(contacts(sourceIds));

const live = prepared<[sourceIds: readonly string[]], Found>(
  'privacy.list-live-sources',
  `select id from intakes.intakes where id = any($1::text[]) and livemode
   union all select id from referrals.referrals where id = any($1::text[]) and livemode
   union all select id from memberships.enrollments where id = any($1::text[]) and livemode`,
);

/** Those of these intakes, referrals and enrollments that are not tests. */
export const listLiveSources = async (db: Db, sourceIds: readonly string[]): Promise<string[]> =>
  idsOf(await db.many(live(sourceIds)));

const heldOf = prepared<[sourceIds: readonly string[]], { subject_id: string }>(
  'privacy.list-held',
  `select h.subject_id from privacy.legal_holds h where h.lifted_at is null and (h.subject_id = any($1::text[])
     or h.subject_id in (select institution_id from referrals.referrals where id = any($1::text[]))
     or h.subject_id in (select institution_id from memberships.enrollments where id = any($1::text[])))`,
);

/** Which of these cases, or of their institutions, have an active legal hold. */
export const listHeld = async (db: Db, sourceIds: readonly string[]): Promise<string[]> =>
  (await db.many(heldOf(sourceIds))).map((row) => row.subject_id);

// An institution has many members, and without a loss they have no case.
const heldSources = prepared<[], Found>(
  'privacy.list-held-sources',
  `with held as (select subject_id from privacy.legal_holds where lifted_at is null)
   select subject_id as id from held
   union select id from referrals.referrals where institution_id in (select subject_id from held)
   union select enrollment_id from memberships.loss_notices where institution_id in (select subject_id from held)`,
);

/** Institutions, intakes, referrals and enrollments under an active legal hold, their own or their institution's. */
export const listHeldSources = async (db: Db): Promise<string[]> => idsOf(await db.many(heldSources()));

// The rows of a case that an erasure changes, in the shared lock order (decision 0024): step 3, step 5, step 6.
const caseLocks = (
  [
    ['checkouts', 'checkout.checkouts', 'consultation_id'],
    ['intakes', 'intakes.intakes', 'id'],
    ['referrals', 'referrals.referrals', 'id'],
    ['enrollments', 'memberships.enrollments', 'id'],
    ['consultations', 'consultations.consultations', 'id'],
  ] as const
).map(([name, table, column]) =>
  prepared<[ids: readonly string[]], never>(
    `privacy.lock-${name}`,
    `select from ${table} where ${column} = any($1::text[]) order by id for update`,
  ),
);

/** Tables are erased in a different order, so the rows that others lock first are locked before all of them. */
export function lockCases(db: TxDb, ids: readonly string[]): void {
  for (const lock of caseLocks) db.write(lock(ids));
}

const record = prepared<[ids: readonly string[], why: string, by: string, at: Date, counts: string], never>(
  'privacy.record-erasures',
  `insert into privacy.erasures (subject_id, why, erased_by, erased_at, counts)
   select id, $2, $3, $4, $5::jsonb from unnest($1::text[]) as k (id)
   on conflict (subject_id) do update set erased_at = excluded.erased_at, why = excluded.why,
     erased_by = excluded.erased_by, counts = excluded.counts`,
);

export type Erasure = {
  readonly sourceIds: readonly string[];
  readonly why: 'request' | 'age';
  readonly by: string;
  readonly at: Date;
  readonly counts: Readonly<Record<string, number>>;
};

export const recordErasures = (db: TxDb, { sourceIds, why, by, at, counts }: Erasure): void =>
  db.write(record(sourceIds, why, by, at, JSON.stringify(counts)));

const hold = preparedInsert('privacy.legal_holds', ['id', 'kind', 'subject_id', 'reason', 'placed_by', 'placed_at']);

export const insertLegalHold = (db: TxDb, row: Parameters<typeof hold>[0]): void => db.write(hold(row));

const lift = prepared<[subjectId: string, by: string, at: Date, reason: string | null], Found>(
  'privacy.lift-legal-hold',
  `update privacy.legal_holds set lifted_by = $2, lifted_at = $3, lift_reason = $4 where subject_id = $1 and lifted_at is null returning id`,
);

type Lifting = { readonly by: string; readonly at: Date; readonly reason?: string | undefined };

export const liftHold = (db: TxDb, subjectId: string, { by, at, reason }: Lifting) =>
  db.find(lift(subjectId, by, at, reason ?? null));

export type LegalHoldRow = {
  readonly id: string;
  readonly kind: 'case' | 'institution';
  readonly subject_id: string;
  readonly reason: string;
  readonly placed_by: string;
  readonly placed_at: Date;
};

const inForce = prepared<[], LegalHoldRow>(
  'privacy.list-legal-holds',
  `select id, kind, subject_id, reason, placed_by, placed_at from privacy.legal_holds
   where lifted_at is null order by placed_at, id limit 1000`,
);

export const listHoldsInForce = (db: Db) => db.many(inForce());

const institution = prepared<[id: string], Found>(
  'privacy.find-institution',
  'select id from partners.institutions where id = $1',
);

export const findInstitutionId = (db: Db, id: string) => db.find(institution(id));

const erased = prepared<[sourceIds: readonly string[]], { at: Date }>(
  'privacy.find-erased-at',
  'select max(erased_at) as at from privacy.erasures where subject_id = any($1::text[]) having count(*) > 0',
);

/** When the personal data of a case was erased. */
export const findErasedAt = async (db: Db, sourceIds: readonly string[]): Promise<Date | undefined> =>
  (await db.find(erased(sourceIds)))?.at;

type ConsultationHold = {
  readonly id: string;
  readonly kind: 'case' | 'institution';
  readonly reason: string;
  readonly placed_by: string;
  readonly placed_at: Date;
};

const holds = prepared<[subjectIds: readonly string[]], ConsultationHold>(
  'privacy.list-holds-of-case',
  `select id, kind, reason, placed_by, placed_at from privacy.legal_holds
   where lifted_at is null and subject_id = any($1::text[]) order by placed_at, id`,
);

/** Active legal holds for these cases and institutions. */
export const listHoldsOf = (db: Db, subjectIds: readonly string[]) => db.many(holds(subjectIds));
