import { prepared, type Db, type TxDb } from '#platform/db';
import type { RedemptionStatus } from './loss-schemas.ts';
import type { Enrollment, Owner } from './store.ts';

export type LossRow = Owner & {
  readonly id: string;
  readonly enrollmentId: string;
  readonly redemptionId: string;
  readonly externalRef: string | null;
  readonly dateOfLoss: Date;
  readonly lossState: string | null;
  readonly carrier: string | null;
  readonly claimNumber: string | null;
  readonly initialOfferCents: number | null;
  readonly createdAt: Date;
};

const insertNotice = prepared<[row: string], never>(
  'plans.insert-loss-notice',
  `insert into plans.loss_notices (institution_id, livemode, id, enrollment_id, redemption_id, external_ref, date_of_loss,
     loss_state, carrier, claim_number, initial_offer_cents, created_at)
   select * from jsonb_to_record($1) as r("institutionId" text, livemode boolean, id text, "enrollmentId" text,
     "redemptionId" text, "externalRef" text, "dateOfLoss" timestamptz, "lossState" text, carrier text,
     "claimNumber" text, "initialOfferCents" bigint, "createdAt" timestamptz)`,
);

export function insertLossNotice(db: TxDb, row: LossRow): void {
  db.write(insertNotice(JSON.stringify(row)));
}

export type Redemption = Owner & {
  readonly id: string;
  readonly enrollmentId: string;
  readonly lossNoticeId: string;
  readonly consultationId: string;
  readonly consultationNumber: string;
  readonly status: RedemptionStatus;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
};

const insertOne = prepared<[row: string], never>(
  'plans.insert-redemption',
  `insert into plans.redemptions (institution_id, livemode, id, enrollment_id, loss_notice_id, consultation_id,
     consultation_number, status, created_at)
   select * from jsonb_to_record($1) as r("institutionId" text, livemode boolean, id text, "enrollmentId" text,
     "lossNoticeId" text, "consultationId" text, "consultationNumber" text, status text, "createdAt" timestamptz)`,
);

export function insertRedemption(db: TxDb, row: Redemption): void {
  db.write(insertOne(JSON.stringify(row)));
}

const openNotice = prepared<[institutionId: string, livemode: boolean, enrollmentId: string], { id: string }>(
  'plans.open-loss-notice',
  `select loss_notice_id as id from plans.redemptions
   where institution_id = $1 and livemode = $2 and enrollment_id = $3 and status = 'open' limit 1`,
);

/** The notice whose redemption is still open. */
export const findOpenNotice = (db: Db, { institutionId, livemode, id }: Enrollment) =>
  db.find(openNotice(institutionId, livemode, id));

export type MemberRow = {
  readonly redemptionId: string;
  readonly consultationId: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly lossState: string | null;
};

const membersWhere = (condition: string): string =>
  `select d.id as "redemptionId", d.consultation_id as "consultationId", e.phone, e.email, n.loss_state as "lossState"
   from plans.redemptions d
   join plans.enrollments e on e.institution_id = d.institution_id and e.livemode = d.livemode and e.id = d.enrollment_id
   join plans.loss_notices n
     on n.institution_id = d.institution_id and n.livemode = d.livemode and n.id = d.loss_notice_id
   where ${condition}`;

const members = prepared<[ids: readonly string[]], MemberRow>(
  'plans.list-members',
  membersWhere('d.id = any($1::text[])'),
);

export const listMembers = (db: Db, redemptionIds: readonly string[]) => db.many(members(redemptionIds));

const beingHelped = prepared<[institutionId: string, livemode: boolean, enrollmentId: string], MemberRow>(
  'plans.find-member-being-helped',
  membersWhere(`d.institution_id = $1 and d.livemode = $2 and d.enrollment_id = $3 and d.status = 'open'`),
);

/** The member of an enrollment whose redemption is open, as this transaction has written them. */
export const findBeingHelped = (db: Db, { institutionId, livemode, id }: Enrollment) =>
  db.find(beingHelped(institutionId, livemode, id));

const redemptionColumns = `institution_id as "institutionId", livemode, id, enrollment_id as "enrollmentId",
  loss_notice_id as "lossNoticeId", consultation_id as "consultationId", consultation_number as "consultationNumber",
  status, created_at as "createdAt", completed_at as "completedAt"`;

const byId = prepared<[id: string], Redemption>(
  'plans.find-redemption',
  `select ${redemptionColumns} from plans.redemptions where id = $1 for update`,
);

/** For the team, which knows a redemption by its id alone. */
export const lockRedemption = (db: TxDb, id: string) => db.find(byId(id));

const end = prepared<[institutionId: string, livemode: boolean, id: string, status: string, at: Date | null], never>(
  'plans.end-redemption',
  'update plans.redemptions set status = $4, completed_at = $5 where institution_id = $1 and livemode = $2 and id = $3',
);

export function updateRedemption(db: TxDb, row: Redemption): void {
  db.write(end(row.institutionId, row.livemode, row.id, row.status, row.completedAt));
}

export type RedemptionFilter = {
  readonly enrollmentId: string | undefined;
  readonly status: string | undefined;
  readonly fromId: string | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
};

export function listRedemptionRows(db: Db, owner: Owner, filter: RedemptionFilter): Promise<Redemption[]> {
  const values: unknown[] = [owner.institutionId, owner.livemode];
  const conditions = ['institution_id = $1', 'livemode = $2'];
  const ask = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  ask('enrollment_id =', filter.enrollmentId);
  ask('status =', filter.status);
  ask('id >=', filter.fromId);
  ask('id <', filter.belowId);
  const text = `select ${redemptionColumns} from plans.redemptions where ${conditions.join(' and ')}
    order by id desc limit $${values.push(filter.limit)}`;
  return db.many<Redemption>({ text, values });
}
