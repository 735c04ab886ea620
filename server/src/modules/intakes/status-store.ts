import type { Contacts } from '#lib/text/contacts';
import type { LookedUp } from '#modules/consultations';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { Submitter } from './identify-submitter.ts';
import type { IntakeRequest, IntakeStatus } from './schemas.ts';
import type { Confirmation, ProofKind } from './store.ts';
import { isExpiredSql, unfinishedStatuses, undecidedStatuses } from './transitions.ts';

const inOpen = unfinishedStatuses.map((status) => `'${status}'`).join(', ');
const inUndecided = undecidedStatuses.map((status) => `'${status}'`).join(', ');

type OpenRow = {
  id: string;
  vin: string | null;
  over: boolean;
  shares: 'email' | 'phone';
  proven: boolean;
  same_submitter: boolean;
  registered: boolean;
  created_at: Date;
};

/** An open intake with this contact, and whether it proved this contact. */
const openHalf = (shares: 'email' | 'phone', isProven: string): string =>
  `select id, vin, ${isExpiredSql('i', '$3')} as over, '${shares}' as shares, ${isProven} as proven,
     coalesce(principal_id = $4, false) or coalesce(submitter_hash = any($5::bytea[]), false) as same_submitter,
     agent_tier = 'registered' as registered, created_at
   from intakes.intakes i where ${shares} = $${shares === 'email' ? 1 : 2} and status in (${inOpen})
     and case_closed_at is null and livemode = $6`;

// Each half has a partial index of open intakes; a customer has few.
const openOf = prepared<
  [
    email: string | null,
    phone: string | null,
    now: Date,
    principalId: string | null,
    submitterHashes: Buffer[],
    livemode: boolean,
  ],
  OpenRow
>(
  'intakes.open-of-customer',
  `${openHalf('email', '(proven_by_email_at is not null or phone is null and proven_by_call_at is not null)')}
   union all
   ${openHalf('phone', '(proven_by_text_at is not null or proven_by_call_at is not null)')}`,
);

/** An open intake that shares a contact with a submission. */
export type EarlierIntake = {
  readonly id: string;
  /** Null where none is known. */
  readonly vin: string | null;
  readonly shares: 'email' | 'phone';
  /** Whether it proved the contact they share. */
  readonly proven: boolean;
  readonly sameSubmitter: boolean;
  /** Whether a registered agent submitted it. */
  readonly registered: boolean;
  readonly createdAt: Date;
};

type Submission = Submitter & Required<Pick<Contacts, 'email' | 'phone' | 'test'>>;

type EarlierIntakes = {
  /** One that shares both contacts is listed for each. */
  readonly open: readonly EarlierIntake[];
  /** Ids of overdue intakes that no sweep has processed yet. */
  readonly expiredIds: readonly string[];
};

export async function listOpenIntakes(db: Db, submission: Submission, now: Date): Promise<EarlierIntakes> {
  const { email, phone, principalId, submitterHashes, test } = submission;
  const rows = await db.many(openOf(email ?? null, phone ?? null, now, principalId ?? null, submitterHashes, !test));
  return {
    open: rows
      // In the sandbox everybody is alone: the addresses of its documentation are in use by all who try it.
      .filter(({ over, same_submitter: own }) => !over && (own || !test))
      .map(({ id, vin, shares, proven, same_submitter: sameSubmitter, registered, created_at: createdAt }) => ({
        id,
        vin,
        shares,
        proven,
        sameSubmitter,
        registered,
        createdAt,
      })),
    expiredIds: [...new Set(rows.filter(({ over }) => over).map(({ id }) => id))],
  };
}

type ContactRow = {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly loss: NonNullable<IntakeRequest['loss']>;
  readonly found: LookedUp;
};

const contactRows = prepared<[ids: readonly string[]], ContactRow>(
  'intakes.list-contacts',
  'select id, email, phone, loss, found from intakes.intakes where id = any($1::text[])',
);

export const listContactRows = (db: Db, ids: readonly string[]) => db.many(contactRows(ids));

export type MovedIntake = {
  readonly id: string;
  readonly principalId: string | undefined;
  readonly consultationId: string | undefined;
  readonly test: boolean;
};

// Rows are locked in the order of their ids, so that two batches that share intakes cannot deadlock. An overdue
// intake can only expire, and did so at its expiry time, however late it is recorded.
const move = prepared<
  [ids: readonly string[], from: readonly IntakeStatus[], to: IntakeStatus, now: Date],
  { id: string; principal_id: string | null; consultation_id: string | null; livemode: boolean }
>(
  'intakes.move',
  `with due as (
     select id from intakes.intakes i where id = any($1::text[]) and status = any($2::text[])
       and ${isExpiredSql('i', '$4')} = ($3 = 'expired') order by id for update
   )
   update intakes.intakes i set status = $3, status_at = case when $3 = 'expired' then i.expires_at else $4 end
   from due where i.id = due.id
   returning i.id, i.principal_id, i.consultation_id, i.livemode`,
);

type Move = {
  readonly ids: readonly string[];
  readonly from: readonly IntakeStatus[];
  readonly to: IntakeStatus;
  readonly now: Date;
};

/** Moves the intakes that are in one of the `from` statuses; the others stay as they are. */
export async function updateStatus(db: TxDb, { ids, from, to, now }: Move): Promise<MovedIntake[]> {
  const rows = await db.many(move(ids, from, to, now));
  return rows.map((row) => ({
    id: row.id,
    principalId: row.principal_id ?? undefined,
    consultationId: row.consultation_id ?? undefined,
    test: !row.livemode,
  }));
}

const confirmation = prepared<[id: string, confirmation: Confirmation], never>(
  'intakes.set-confirmation',
  'update intakes.intakes set confirmation = $2 where id = $1',
);

export function updateConfirmation(db: TxDb, id: string, record: Confirmation): void {
  db.write(confirmation(id, record));
}

const taken = prepared<[id: string, staffId: string], never>(
  'intakes.set-taken-by',
  'update intakes.intakes set taken_by = $2 where id = $1',
);

/** The staff member who took the owner's call. */
export function updateTakenBy(db: TxDb, id: string, staffId: string): void {
  db.write(taken(id, staffId));
}

const prove = prepared<[id: string, by: ProofKind, now: Date], never>(
  'intakes.prove',
  `update intakes.intakes set
     proven_by_email_at = case when $2::text = 'email' then coalesce(proven_by_email_at, $3) else proven_by_email_at end,
     proven_by_text_at = case when $2::text = 'text' then coalesce(proven_by_text_at, $3) else proven_by_text_at end,
     proven_by_call_at = case when $2::text = 'call' then coalesce(proven_by_call_at, $3) else proven_by_call_at end
   where id = $1`,
);

/** The first proof of each kind counts. */
export function updateProof(db: TxDb, id: string, { by, now }: { by: ProofKind; now: Date }): void {
  db.write(prove(id, by, now));
}

const extend = prepared<[id: string, until: Date], never>(
  'intakes.extend',
  'update intakes.intakes set expires_at = $2 where id = $1 and expires_at < $2',
);

/** Only ever extends the expiry. */
export function updateExpiry(db: TxDb, id: string, until: Date): void {
  db.write(extend(id, until));
}

const expiring = prepared<[now: Date, limit: number], { id: string }>(
  'intakes.lock-expiring',
  `select id from intakes.intakes where expires_at <= $1 and status in (${inUndecided})
   order by expires_at limit $2 for update skip locked`,
);

/** Intakes whose time is over, at most `limit`, skipping rows that another transaction has locked. */
export async function lockExpiring(db: TxDb, now: Date, limit: number): Promise<string[]> {
  return (await db.many(expiring(now, limit))).map((row) => row.id);
}

const setCaseClosed = prepared<[id: string, at: Date | null], never>(
  'intakes.set-case-closed',
  'update intakes.intakes set case_closed_at = $2 where id = $1',
);

export function updateClosedWithReason(db: TxDb, id: string, at: Date | null): void {
  db.write(setCaseClosed(id, at));
}

const telephoned = prepared<[id: string], { id: string }>(
  'intakes.find-taken-by-telephone',
  'select id from intakes.intakes where id = $1 and taken_by is not null',
);

/** Whether a staff member took the call of an owner who called us. */
export const isTakenByTelephone = async (db: Db, id: string): Promise<boolean> =>
  (await db.find(telephoned(id))) !== undefined;
