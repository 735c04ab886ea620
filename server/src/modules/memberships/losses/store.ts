import type { Tenant } from '#modules/partners';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { Enrollment } from '../store.ts';
import type { RedemptionStatus } from './schemas.ts';

export type LossRow = Tenant & {
  readonly id: string;
  readonly enrollmentId: string;
  readonly redemptionId: string;
  readonly externalRef: string | null;
  readonly dateOfLoss: Date;
  /** The calendar day as it was sent. */
  readonly lossDay: string;
  readonly lossState: string | null;
  readonly carrier: string | null;
  readonly claimNumber: string | null;
  readonly initialOfferCents: number | null;
  readonly createdAt: Date;
};

const insertNotice = prepared<[row: string], never>(
  'memberships.insert-loss-notice',
  `insert into memberships.loss_notices (institution_id, livemode, id, enrollment_id, redemption_id, external_ref, date_of_loss,
     loss_day, loss_state, carrier, claim_number, initial_offer_cents, created_at)
   select * from jsonb_to_record($1) as r("institutionId" text, livemode boolean, id text, "enrollmentId" text,
     "redemptionId" text, "externalRef" text, "dateOfLoss" timestamptz, "lossDay" date, "lossState" text, carrier text,
     "claimNumber" text, "initialOfferCents" bigint, "createdAt" timestamptz)`,
);

export function insertLossNotice(db: TxDb, row: LossRow): void {
  db.write(insertNotice(JSON.stringify(row)));
}

export type Redemption = Tenant & {
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
  'memberships.insert-redemption',
  `insert into memberships.redemptions (institution_id, livemode, id, enrollment_id, loss_notice_id, consultation_id,
     consultation_number, status, created_at)
   select * from jsonb_to_record($1) as r("institutionId" text, livemode boolean, id text, "enrollmentId" text,
     "lossNoticeId" text, "consultationId" text, "consultationNumber" text, status text, "createdAt" timestamptz)`,
);

export function insertRedemption(db: TxDb, row: Redemption): void {
  db.write(insertOne(JSON.stringify(row)));
}

const openNotice = prepared<[institutionId: string, livemode: boolean, enrollmentId: string], { id: string }>(
  'memberships.open-loss-notice',
  `select loss_notice_id as id from memberships.redemptions
   where institution_id = $1 and livemode = $2 and enrollment_id = $3 and status = 'open' limit 1`,
);

/** The notice whose redemption is still open. */
export const findOpenNotice = (db: Db, { institutionId, livemode, id }: Enrollment) =>
  db.find(openNotice(institutionId, livemode, id));

const redemptionColumns = `institution_id as "institutionId", livemode, id, enrollment_id as "enrollmentId",
  loss_notice_id as "lossNoticeId", consultation_id as "consultationId", consultation_number as "consultationNumber",
  status, created_at as "createdAt", completed_at as "completedAt"`;

const byId = prepared<[id: string], Redemption>(
  'memberships.find-redemption',
  `select ${redemptionColumns} from memberships.redemptions where id = $1 for update`,
);

/** For the end of a case, which names a redemption by its id alone. */
export const lockRedemption = (db: TxDb, id: string) => db.find(byId(id));

const own = prepared<[institutionId: string, livemode: boolean, id: string], Redemption>(
  'memberships.lock-own-redemption',
  `select ${redemptionColumns} from memberships.redemptions where institution_id = $1 and livemode = $2 and id = $3 for update`,
);

export const lockOwnRedemption = (db: TxDb, { institutionId, livemode }: Tenant, id: string) =>
  db.find(own(institutionId, livemode, id));

const found = prepared<[id: string], Redemption>(
  'memberships.read-redemption',
  `select ${redemptionColumns} from memberships.redemptions where id = $1`,
);

export const findRedemption = (db: Db, id: string) => db.find(found(id));

const change = prepared<[institutionId: string, livemode: boolean, id: string, status: string, at: Date | null], never>(
  'memberships.end-redemption',
  'update memberships.redemptions set status = $4, completed_at = $5 where institution_id = $1 and livemode = $2 and id = $3',
);

export function updateRedemption(db: TxDb, row: Redemption): void {
  db.write(change(row.institutionId, row.livemode, row.id, row.status, row.completedAt));
}

type RedemptionFilter = {
  readonly enrollmentId: string | undefined;
  readonly status: string | undefined;
  readonly fromId: string | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
};

export function listRedemptionRows(db: Db, tenant: Tenant, filter: RedemptionFilter): Promise<Redemption[]> {
  const values: unknown[] = [tenant.institutionId, tenant.livemode];
  const conditions = ['institution_id = $1', 'livemode = $2'];
  const ask = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  ask('enrollment_id =', filter.enrollmentId);
  ask('status =', filter.status);
  ask('id >=', filter.fromId);
  ask('id <', filter.belowId);
  const text = `select ${redemptionColumns} from memberships.redemptions where ${conditions.join(' and ')}
    order by id desc limit $${values.push(filter.limit)}`;
  return db.many<Redemption>({ text, values });
}
