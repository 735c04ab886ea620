import type { StatedContact } from '#modules/consultations';
import type { Program, Tenant } from '#modules/partners';
import { prepared, type Db, type Query, type TxDb } from '#platform/db';
import type { FullReferral, ReferralStatus } from './schemas.ts';

export type Referral = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly status: ReferralStatus;
  readonly statusNote: string | null;
  readonly externalRef: string | null;
  readonly borrower: FullReferral['borrower'];
  /** Numbers that turned out to be another person's, and the one that the borrower gave instead. */
  readonly struckPhones: readonly string[];
  readonly givenPhone: string | null;
  /** The contact that the team calls instead; only from staff. */
  readonly staffContact: StatedContact;
  readonly vehicle: FullReferral['vehicle'];
  /** With the calendar day of the loss as the institution wrote it, which its instant in UTC does not tell. */
  readonly claim: FullReferral['claim'] & { readonly loss_day: string };
  readonly liability: FullReferral['liability'];
  readonly program: Program;
  readonly priceCents: number;
  readonly consent: FullReferral['consent'];
  readonly submittedVia: string;
  readonly via: string | null;
  readonly consultationId: string | null;
  readonly consultationNumber: string | null;
  readonly settlementCents: number | null;
  /** The vehicle's value in both, and the improvement; null while either is unknown. */
  readonly offerValueCents: number | null;
  readonly settlementValueCents: number | null;
  readonly improvementCents: number | null;
  readonly createdAt: Date;
  readonly invitedAt: Date;
  readonly invitationExpiresAt: Date;
  /** The expiry originally shown to the lender, if an erasure ended the invitation earlier. */
  readonly promisedUntil: Date | null;
  readonly activatedAt: Date | null;
  readonly settledAt: Date | null;
  readonly closedAt: Date | null;
};

/** The invitation's token as stored: a hash to find it by, and the encrypted text to show it again. */
export type StoredLink = { readonly hash: Buffer; readonly encrypted: Buffer };

export const referralColumns = `institution_id as "institutionId", livemode, id, status, status_note as "statusNote",
  external_ref as "externalRef", borrower, struck_phones as "struckPhones", given_phone as "givenPhone", staff_contact as "staffContact", vehicle, claim, liability, program, price_cents as "priceCents", consent,
  submitted_via as "submittedVia", via, consultation_id as "consultationId", consultation_number as "consultationNumber",
  settlement_cents::float8 as "settlementCents", offer_value_cents::float8 as "offerValueCents",
  settlement_value_cents::float8 as "settlementValueCents", improvement_cents::float8 as "improvementCents", created_at as "createdAt", invited_at as "invitedAt",
  invitation_expires_at as "invitationExpiresAt", invitation_promised_until as "promisedUntil", activated_at as "activatedAt", settled_at as "settledAt",
  closed_at as "closedAt"`;

// Rows whose VIN has an open referral are skipped, and a concurrent insert of the same VIN is waited for. Ordered by VIN,
// so that two calls with the same vehicles cannot deadlock.
const insert = prepared<[rows: string, hashes: Buffer[], sealed: Buffer[]], { id: string }>(
  'referrals.insert',
  `insert into referrals.referrals (institution_id, livemode, id, status, status_note, external_ref, borrower, vehicle,
     claim, liability, program, price_cents, consent, submitted_via, link_hash, encrypted_link, created_at, invited_at,
     invitation_expires_at)
   select r."institutionId", r.livemode, r.id, r.status, r."statusNote", r."externalRef", r.borrower, r.vehicle,
     r.claim, r.liability, r.program, r."priceCents", r.consent, r."submittedVia", ($2::bytea[])[r.place],
     ($3::bytea[])[r.place], r."createdAt", r."invitedAt", r."invitationExpiresAt"
   from jsonb_to_recordset($1) as r("institutionId" text, livemode boolean, id text, status text, "statusNote" text,
     "externalRef" text, borrower jsonb, vehicle jsonb, claim jsonb, liability jsonb, program jsonb, "priceCents" integer,
     consent jsonb, "submittedVia" text, "createdAt" timestamptz, "invitedAt" timestamptz,
     "invitationExpiresAt" timestamptz, place integer)
   order by r.vehicle ->> 'vin', r.place
   on conflict (institution_id, livemode, vin) where status in ('invited', 'activated', 'settled') do nothing
   returning id`,
);

/** The ids of those that were inserted; the others already have an open referral. */
export async function insertReferrals(
  db: TxDb,
  rows: readonly { readonly referral: Referral; readonly link: StoredLink }[],
): Promise<ReadonlySet<string>> {
  const placed = rows.map(({ referral }, index) => ({ ...referral, place: index + 1 }));
  const inserted = await db.many(
    insert(
      JSON.stringify(placed),
      rows.map(({ link }) => link.hash),
      rows.map(({ link }) => link.encrypted),
    ),
  );
  return new Set(inserted.map(({ id }) => id));
}

const openByVin = prepared<
  [institutionId: string, livemode: boolean, vins: readonly string[]],
  { id: string; vin: string }
>(
  'referrals.open-by-vin',
  `select id, vin from referrals.referrals where institution_id = $1 and livemode = $2 and vin = any($3::text[])
     and status in ('invited', 'activated', 'settled')`,
);

export const listOpenByVin = (db: Db, tenant: Tenant, vins: readonly string[]) =>
  db.many(openByVin(tenant.institutionId, tenant.livemode, vins));

const one = (tail: string) =>
  prepared<[institutionId: string, livemode: boolean, id: string], Referral>(
    `referrals.find${tail === '' ? '' : '-locked'}`,
    `select ${referralColumns} from referrals.referrals where institution_id = $1 and livemode = $2 and id = $3 ${tail}`,
  );
const byId = one('');
const lockedById = one('for update');

export const findReferral = (db: Db, tenant: Tenant, id: string) =>
  db.find(byId(tenant.institutionId, tenant.livemode, id));

export const lockReferral = (db: TxDb, tenant: Tenant, id: string) =>
  db.find(lockedById(tenant.institutionId, tenant.livemode, id));

const tenantById = prepared<[id: string], Tenant>(
  'referrals.find-tenant',
  'select institution_id as "institutionId", livemode from referrals.referrals where id = $1',
);

/** For staff, who address a referral by its id alone. */
export const findTenant = (db: Db, id: string) => db.find(tenantById(id));

const borrowers = prepared<
  [ids: readonly string[]],
  Pick<Referral, 'id' | 'borrower' | 'claim' | 'struckPhones' | 'givenPhone' | 'staffContact'>
>(
  'referrals.list-borrowers',
  `select id, borrower, claim, struck_phones as "struckPhones", given_phone as "givenPhone",
     staff_contact as "staffContact"
   from referrals.referrals where id = any($1::text[])`,
);

export const listBorrowers = (db: Db, ids: readonly string[]) => db.many(borrowers(ids));

const byLink = (tail: string) =>
  prepared<[hashes: Buffer[]], Referral>(
    `referrals.${tail === '' ? 'find' : 'lock'}-by-link`,
    `select ${referralColumns} from referrals.referrals where link_hash = any($1::bytea[]) ${tail}`,
  );
const byLinkOnly = byLink('');
const byLinkLocked = byLink('for update');

export const findByLink = (db: Db, hashes: Buffer[]) => db.find(byLinkOnly(hashes));

export const lockByLink = (db: TxDb, hashes: Buffer[]) => db.find(byLinkLocked(hashes));

type InvitationRow = Pick<Referral, 'status' | 'invitationExpiresAt' | 'borrower' | 'livemode' | 'institutionId'> & {
  readonly linkHash: Buffer;
};

const invitation = prepared<[id: string], InvitationRow>(
  'referrals.find-invitation',
  `select status, invitation_expires_at as "invitationExpiresAt", link_hash as "linkHash", borrower, livemode,
     institution_id as "institutionId" from referrals.referrals where id = $1`,
);

/** The state of an invitation, by the referral's id alone. */
export const findInvitation = (db: Db, id: string) => db.find(invitation(id));

const expiring = prepared<[now: Date, limit: number], Referral>(
  'referrals.expiring',
  `select ${referralColumns} from referrals.referrals where status = 'invited' and invitation_expires_at <= $1
   order by invitation_expires_at limit $2 for update skip locked`,
);

export const lockExpiring = (db: TxDb, now: Date, limit: number) => db.many(expiring(now, limit));

const expiringOne = prepared<[institutionId: string, livemode: boolean, id: string, now: Date], Referral>(
  'referrals.expiring-one',
  `select ${referralColumns} from referrals.referrals where institution_id = $1 and livemode = $2 and id = $3
     and status = 'invited' and invitation_expires_at <= $4 for update`,
);

export const lockExpiringOne = (db: TxDb, tenant: Tenant, { id, now }: { id: string; now: Date }) =>
  db.many(expiringOne(tenant.institutionId, tenant.livemode, id, now));

const overdue = prepared<[institutionId: string, livemode: boolean, vins: readonly string[], now: Date], Referral>(
  'referrals.lock-over',
  `select ${referralColumns} from referrals.referrals where institution_id = $1 and livemode = $2 and vin = any($3::text[])
     and status = 'invited' and invitation_expires_at <= $4 order by id for update`,
);

/** Invitations to these vehicles that are overdue and that no sweep has ended yet. */
export const lockOverdue = (db: TxDb, tenant: Tenant, { vins, now }: { vins: readonly string[]; now: Date }) =>
  db.many(overdue(tenant.institutionId, tenant.livemode, vins, now));

const change = prepared<[row: string], never>(
  'referrals.change',
  `update referrals.referrals t set status = r.status, status_note = r."statusNote", external_ref = r."externalRef",
     borrower = r.borrower, vehicle = r.vehicle, claim = r.claim, liability = r.liability, consent = r.consent,
     via = r.via, consultation_id = r."consultationId", consultation_number = r."consultationNumber",
     settlement_cents = r."settlementCents", offer_value_cents = r."offerValueCents",
     settlement_value_cents = r."settlementValueCents", improvement_cents = r."improvementCents", invited_at = r."invitedAt",
     invitation_expires_at = r."invitationExpiresAt", activated_at = r."activatedAt", settled_at = r."settledAt",
     closed_at = r."closedAt"
   from jsonb_to_recordset($1) as r("institutionId" text, livemode boolean, id text, status text, "statusNote" text,
     "externalRef" text, borrower jsonb, vehicle jsonb, claim jsonb, liability jsonb, consent jsonb, via text,
     "consultationId" text, "consultationNumber" text, "settlementCents" bigint, "offerValueCents" bigint, "settlementValueCents" bigint,
     "improvementCents" bigint, "invitedAt" timestamptz,
     "invitationExpiresAt" timestamptz, "activatedAt" timestamptz, "settledAt" timestamptz, "closedAt" timestamptz)
   where t.institution_id = r."institutionId" and t.livemode = r.livemode and t.id = r.id`,
);

/** Writes referrals in their current state; each must be locked by this transaction. */
export function updateReferrals(db: TxDb, referrals: readonly Referral[], explain?: Query<never>['explain']): void {
  if (referrals.length > 0) db.write({ ...change(JSON.stringify(referrals)), ...(explain ? { explain } : {}) });
}

const replaceLink = prepared<
  [institutionId: string, livemode: boolean, id: string, hash: Buffer, sealed: Buffer],
  never
>(
  'referrals.replace-link',
  'update referrals.referrals set link_hash = $4, encrypted_link = $5 where institution_id = $1 and livemode = $2 and id = $3',
);

export function updateLink(db: TxDb, { institutionId, livemode, id }: Referral, link: StoredLink): void {
  db.write(replaceLink(institutionId, livemode, id, link.hash, link.encrypted));
}

const numbers = prepared<
  [
    institutionId: string,
    livemode: boolean,
    id: string,
    struck: readonly string[],
    given: string | null,
    stated: StatedContact,
  ],
  never
>(
  'referrals.set-numbers',
  `update referrals.referrals set struck_phones = $4, given_phone = $5, staff_contact = $6
   where institution_id = $1 and livemode = $2 and id = $3`,
);

/** The institution's data stay; the referral must be locked by this transaction. */
export function updateNumbers(db: TxDb, row: Referral): void {
  const { institutionId, livemode, id, struckPhones, givenPhone, staffContact } = row;
  db.write(numbers(institutionId, livemode, id, struckPhones, givenPhone, staffContact));
}

const accept = prepared<[institutionId: string, livemode: boolean, id: string, acceptance: string], never>(
  'referrals.record-acceptance',
  'update referrals.referrals set acceptance = $4 where institution_id = $1 and livemode = $2 and id = $3',
);

export function updateAcceptance(db: TxDb, { institutionId, livemode, id }: Referral, acceptance: object): void {
  db.write(accept(institutionId, livemode, id, JSON.stringify(acceptance)));
}

const due = prepared<[institutionId: string, id: string, now: Date], never>(
  'referrals.end-test-invitation',
  `update referrals.referrals set invitation_expires_at = $3
   where institution_id = $1 and not livemode and id = $2 and status = 'invited' and invitation_expires_at > $3`,
);

/** Ends a sandbox invitation now. */
export function updateInvitationEnd(db: TxDb, institutionId: string, { id, now }: { id: string; now: Date }): void {
  db.write(due(institutionId, id, now));
}
