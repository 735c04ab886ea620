import type { Ctx, Tx } from '#context';
import { bulkResult, type BulkResult, type RowOutcome } from '#lib/api/bulk-result';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { listSuppressed, queueMessage } from '#modules/customers';
import { getInstitution, priceOf, type Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { prepared, type Db } from '#platform/db';
import { validationFailed, type AppError } from '#platform/errors';
import { VinTaken, referralExists } from '../errors.ts';
import { referralEvent } from '../events.ts';
import { composeInvitation, createInvitation, type Invitation } from '../invitation/invitation.ts';
import { expireLeavingMessages } from '../lifecycle/referral-closing.ts';
import { recordAttested } from '../lifecycle/referral-moves.ts';
import { withdrawMessagesAbout } from '../lifecycle/withdraw-messages-about.ts';
import { contactsOf, normalizeReferral, suppressedNote, vinTriesMax } from '../rules.ts';
import type { NewReferral } from '../schemas.ts';
import { insertReferrals, listOpenByVin, lockOverdue, type Referral } from '../store.ts';
import { listReferralIssues } from './edit-referral.ts';

type NewReferrals = {
  readonly tenant: Tenant;
  readonly submittedVia: 'api' | 'api_bulk' | 'portal';
  readonly requests: readonly NewReferral[];
};

type Draft = { readonly referral: Referral; readonly suppressed: boolean } & Invitation;

/**
 * Refers borrowers, each invited in the same transaction; returns a referral or an error for each, in order. One
 * statement per table for any number.
 */
export async function createReferrals(tx: Tx, input: NewReferrals): Promise<(Referral | AppError)[]> {
  const requests = input.requests.map((request): Request => ({
    externalRef: request.external_ref ?? null,
    ...normalizeReferral(request),
  }));
  const vins = requests.map(({ vehicle }) => vehicle.vin);
  const [institution, suppressed, overdue] = await Promise.all([
    getInstitution(tx, input.tenant.institutionId),
    listSuppressed(
      tx,
      requests.map(({ borrower }) => contactsOf({ borrower, ...input.tenant })),
    ),
    lockOverdue(tx.db, input.tenant, { vins, now: tx.clock.now() }),
  ]);
  expireLeavingMessages(tx, overdue);
  const rows = requests.map((request, index): Draft => {
    const isSuppressed = suppressed[index] ?? false;
    const referral = draftReferral(tx, input, {
      ...request,
      program: institution.program,
      statusNote: isSuppressed ? suppressedNote : null,
    });
    return { referral, suppressed: isSuppressed, ...createInvitation(tx, referral.id) };
  });
  const taken = await insertFree(tx, rows);
  withdrawMessagesAbout(tx, overdue);
  const created = rows.filter(({ referral }) => !taken.has(referral.id));
  recordAttested(
    tx,
    created.map(({ referral }) => referral),
  );
  publishCreated(tx, created, institution.name);
  return rows.map(({ referral }) => {
    const conflicting = taken.get(referral.id);
    return conflicting === undefined ? referral : referralExists(conflicting);
  });
}

/** The requested members, normalized. */
type Request = Pick<Referral, 'externalRef' | 'borrower' | 'vehicle' | 'claim' | 'liability'>;

function draftReferral(
  tx: Tx,
  { tenant, submittedVia }: NewReferrals,
  request: Request & Pick<Referral, 'program' | 'statusNote'>,
): Referral {
  const now = tx.clock.now();
  return {
    institutionId: tenant.institutionId,
    livemode: tenant.livemode,
    id: newId('ref', now),
    status: 'invited',
    ...request,
    priceCents: priceOf(request.program),
    consent: {
      mode: 'invitation',
      disclosure_confirmed_at: null,
      disclosure_channel: null,
      disclosure_attestor_name: null,
    },
    submittedVia,
    via: null,
    consultationId: null,
    consultationNumber: null,
    struckPhones: [],
    staffContact: {},
    givenPhone: null,
    settlementCents: null,
    offerValueCents: null,
    settlementValueCents: null,
    improvementCents: null,
    createdAt: now,
    invitedAt: now,
    invitationExpiresAt: addDays(now, tx.config.invitationTtlDays),
    promisedUntil: null,
    activatedAt: null,
    settledAt: null,
    closedAt: null,
  };
}

/** A borrower on the do-not-contact list is still referred, and gets no message (D-140). */
function publishCreated(tx: Tx, rows: readonly Draft[], institution: string): void {
  publishEvent(
    tx,
    ...rows.flatMap(({ referral }) => [
      referralEvent(referral, 'referral.created'),
      referralEvent(referral, 'referral.invited'),
    ]),
  );
  const invited = rows.filter(({ suppressed }) => !suppressed);
  queueMessage(
    tx,
    ...invited.flatMap(({ referral, token, link }) => composeInvitation(tx, referral, { token, link, institution })),
  );
}

/**
 * Inserts the rows whose VIN is free; returns for each other row the conflicting open referral: an earlier one, or an
 * earlier row of the same call.
 */
async function insertFree(tx: Tx, rows: readonly Draft[], turn = 1): Promise<ReadonlyMap<string, string>> {
  const created = await insertReferrals(tx.db, rows);
  const refused = rows.filter(({ referral }) => !created.has(referral.id));
  const [tenant] = refused;
  if (tenant === undefined) return new Map();
  const vins = refused.map(({ referral }) => referral.vehicle.vin);
  const open = new Map((await listOpenByVin(tx.db, tenant.referral, vins)).map(({ vin, id }) => [vin, id]));
  const taken = refused.flatMap(({ referral }) => {
    const conflicting = open.get(referral.vehicle.vin);
    return conflicting === undefined ? [] : [[referral.id, conflicting] as const];
  });
  const freed = refused.filter(({ referral }) => !open.has(referral.vehicle.vin));
  if (freed.length === 0) return new Map(taken);
  if (turn === vinTriesMax) throw new Error('a VIN is taken and freed again and again');
  return new Map([...taken, ...(await insertFree(tx, freed, turn + 1))]);
}

/**
 * Many referrals in one call: each row is handled separately, valid ones created and invalid ones explained (D-106).
 */
export async function createBulk(tx: Tx, tenant: Tenant, rows: readonly unknown[]): Promise<BulkResult> {
  const validated = rows.map((row) => ({ row, issues: listReferralIssues(tx.config, row) }));
  const good = validated.flatMap(({ row, issues }) => (issues.length === 0 ? [row as NewReferral] : []));
  const created =
    good.length === 0 ? [] : await createReferrals(tx, { tenant, submittedVia: 'api_bulk', requests: good });
  const outcomes = created.values();
  return bulkResult(
    rows,
    validated.map(({ issues }): RowOutcome => {
      if (issues.length > 0) return validationFailed(issues);
      const outcome = outcomes.next().value;
      if (outcome === undefined) throw new Error('every good row has an outcome');
      return outcome;
    }),
  );
}

/**
 * If a concurrent call took the VIN, the error names its referral; if that one has ended meanwhile, the call is
 * retried.
 */
export async function nameConflict<T>(ctx: Ctx, tenant: Tenant, run: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof VinTaken)) throw error;
      const [other] = await listOpenByVin(ctx.db, tenant, [error.vin]);
      if (other !== undefined) throw referralExists(other.id);
      if (turn === vinTriesMax) throw error;
    }
  }
}

/** Referrals returned per vehicle; for a vehicle with more, the newest. */
const perVehicle = 20;

/** Referrals of these vehicles, open and ended, the newest first. */
export const listKnownReferrals = (ctx: Ctx | Tx, tenant: Tenant, vins: readonly string[]): Promise<KnownReferral[]> =>
  vins.length === 0
    ? Promise.resolve([])
    : listKnown(ctx.db, tenant, { vins, now: ctx.clock.now(), limit: vins.length * perVehicle });

/** A referral of a vehicle, with the members that tell whether the same person is referred again. */
type KnownReferral = {
  readonly id: string;
  readonly vin: string;
  readonly claimNumber: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Whether another one for this vehicle would be refused. */
  readonly isOpen: boolean;
};

type Asked = readonly [institutionId: string, livemode: boolean, vins: readonly string[], now: Date, limit: number];

const known = prepared<Asked, KnownReferral>(
  'referrals.list-known',
  `select id, vin, claim ->> 'claim_number' as "claimNumber", borrower ->> 'email' as email, borrower ->> 'phone' as phone,
     status in ('activated', 'settled') or (status = 'invited' and invitation_expires_at > $4) as "isOpen"
   from referrals.referrals where institution_id = $1 and livemode = $2 and vin = any($3::text[])
   order by id desc limit $5`,
);

type Vehicles = { readonly vins: readonly string[]; readonly now: Date; readonly limit: number };

const listKnown = (db: Db, { institutionId, livemode }: Tenant, { vins, now, limit }: Vehicles) =>
  db.many(known(institutionId, livemode, vins, now, limit));
