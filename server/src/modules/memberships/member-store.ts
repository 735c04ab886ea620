import type { StatedContact } from '#modules/consultations';
import { prepared, type Db } from '#platform/db';
import type { Enrollment } from './store.ts';

type MemberRow = {
  readonly redemptionId: string;
  readonly consultationId: string;
  readonly phone: string | null;
  readonly struckPhones: readonly string[];
  readonly givenPhone: string | null;
  readonly staffContact: StatedContact;
  readonly email: string | null;
  readonly lossState: string | null;
};

const membersWhere = (condition: string, more = ''): string =>
  `select d.id as "redemptionId", d.consultation_id as "consultationId", e.phone, e.struck_phones as "struckPhones",
     e.given_phone as "givenPhone", e.staff_contact as "staffContact", e.email, n.loss_state as "lossState"${more}
   from memberships.redemptions d
   join memberships.enrollments e on e.institution_id = d.institution_id and e.livemode = d.livemode and e.id = d.enrollment_id
   join memberships.loss_notices n
     on n.institution_id = d.institution_id and n.livemode = d.livemode and n.id = d.loss_notice_id
   where ${condition}`;

const members = prepared<[ids: readonly string[]], MemberRow>(
  'memberships.list-members',
  membersWhere('d.id = any($1::text[])'),
);

export const listMembers = (db: Db, redemptionIds: readonly string[]) => db.many(members(redemptionIds));

export const findMemberBeingCalled = async (db: Db, redemptionId: string): Promise<MemberRow | undefined> =>
  (await listMembers(db, [redemptionId])).at(0);

const beingHelped = prepared<[institutionId: string, livemode: boolean, enrollmentId: string], MemberRow>(
  'memberships.find-member-being-helped',
  membersWhere(`d.institution_id = $1 and d.livemode = $2 and d.enrollment_id = $3 and d.status = 'open'`),
);

/** The member of an enrollment whose redemption is open, as written in this transaction. */
export const findMemberBeingHelped = (db: Db, { institutionId, livemode, id }: Enrollment) =>
  db.find(beingHelped(institutionId, livemode, id));

export type MemberLoss = MemberRow &
  Pick<Enrollment, 'vin' | 'year' | 'make' | 'model' | 'firstName' | 'lastName'> & {
    readonly lossDay: string;
    readonly carrier: string | null;
    readonly claimNumber: string | null;
    readonly initialOfferCents: number | null;
  };

const memberLoss = prepared<[redemptionId: string], MemberLoss>(
  'memberships.find-member-loss',
  membersWhere(
    'd.id = $1',
    `, e.vin, e.year, e.make, e.model, e.first_name as "firstName", e.last_name as "lastName",
     n.loss_day::text as "lossDay", n.carrier, n.claim_number as "claimNumber",
     n.initial_offer_cents::float8 as "initialOfferCents"`,
  ),
);

/** The institution's statement about a member's loss. */
export const findMemberLoss = (db: Db, redemptionId: string) => db.find(memberLoss(redemptionId));
