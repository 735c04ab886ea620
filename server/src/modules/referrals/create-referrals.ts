import type { Tx } from '#context';
import { listSpared, queueMessage } from '#modules/customers';
import { getInstitution, priceOf } from '#modules/partners';
import { announce } from '#modules/webhooks';
import { addDays } from '#lib/dates';
import { newId } from '#lib/ids';
import type { AppError } from '#platform/errors';
import { composeInvitation, newInvitation, type Invitation } from './compose-invitation.ts';
import { referralExists } from './errors.ts';
import { referralEvent } from './events.ts';
import { expireAlone, withdrawAbout } from './move-referral.ts';
import { contactsOf, normalizeReferral, suppressedNote } from './rules.ts';
import type { NewReferral } from './schemas.ts';
import { insertReferrals, listOpenByVin, lockOver, type Owner, type Referral } from './store.ts';

export type NewReferrals = {
  readonly owner: Owner;
  readonly submittedVia: 'api' | 'api_bulk' | 'portal';
  readonly requests: readonly NewReferral[];
};

type Draft = { readonly referral: Referral; readonly spared: boolean } & Invitation;

/**
 * Refers borrowers, each invited in the same transaction; gives a referral or a refusal for each, in their order. Set by
 * set: a statement per table however many there are.
 */
export async function createReferrals(tx: Tx, input: NewReferrals): Promise<(Referral | AppError)[]> {
  const requests = input.requests.map((request): Request => ({
    externalRef: request.external_ref ?? null,
    ...normalizeReferral(request),
  }));
  const vins = requests.map(({ vehicle }) => vehicle.vin);
  const [institution, spared, over] = await Promise.all([
    getInstitution(tx, input.owner.institutionId),
    listSpared(
      tx,
      requests.map(({ borrower }) => contactsOf({ borrower, livemode: input.owner.livemode })),
    ),
    lockOver(tx.db, input.owner, { vins, now: tx.clock.now() }),
  ]);
  expireAlone(tx, over);
  const rows = requests.map((request, index): Draft => {
    const held = spared[index] ?? false;
    const referral = draftReferral(tx, input, {
      ...request,
      program: institution.program,
      statusNote: held ? suppressedNote : null,
    });
    return { referral, spared: held, ...newInvitation(tx, referral.id) };
  });
  const taken = await insertFree(tx, rows);
  withdrawAbout(tx, over);
  tellOfNew(
    tx,
    rows.filter(({ referral }) => !taken.has(referral.id)),
    institution.name,
  );
  return rows.map(({ referral }) => {
    const inTheWay = taken.get(referral.id);
    return inTheWay === undefined ? referral : referralExists(inTheWay);
  });
}

/** What was asked for, in one spelling. */
type Request = Pick<Referral, 'externalRef' | 'borrower' | 'vehicle' | 'claim' | 'liability'>;

function draftReferral(
  tx: Tx,
  { owner, submittedVia }: NewReferrals,
  request: Request & Pick<Referral, 'program' | 'statusNote'>,
): Referral {
  const now = tx.clock.now();
  return {
    institutionId: owner.institutionId,
    livemode: owner.livemode,
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
    settlementCents: null,
    createdAt: now,
    invitedAt: now,
    invitationExpiresAt: addDays(now, tx.config.invitationTtlDays),
    activatedAt: null,
    settledAt: null,
    closedAt: null,
  };
}

/** Whoever must not be contacted is referred all the same, and gets no message (decision 140). */
function tellOfNew(tx: Tx, rows: readonly Draft[], institution: string): void {
  announce(
    tx,
    ...rows.flatMap(({ referral }) => [
      referralEvent(referral, 'referral.created'),
      referralEvent(referral, 'referral.invited'),
    ]),
  );
  const invited = rows.filter(({ spared }) => !spared);
  queueMessage(
    tx,
    ...invited.flatMap(({ referral, token, link }) => composeInvitation(tx, referral, { token, link, institution })),
  );
}

/** How often a VIN is tried again whose open referral ended just when it was to be named. */
export const turnsMax = 3;

/**
 * Inserts what can be; gives for each row that cannot the open referral in its way: one from before, or an earlier row of
 * the same call.
 */
async function insertFree(tx: Tx, rows: readonly Draft[], turn = 1): Promise<ReadonlyMap<string, string>> {
  const created = await insertReferrals(tx.db, rows);
  const refused = rows.filter(({ referral }) => !created.has(referral.id));
  const [owner] = refused;
  if (owner === undefined) return new Map();
  const vins = refused.map(({ referral }) => referral.vehicle.vin);
  const open = new Map((await listOpenByVin(tx.db, owner.referral, vins)).map(({ vin, id }) => [vin, id]));
  const taken = refused.flatMap(({ referral }) => {
    const inTheWay = open.get(referral.vehicle.vin);
    return inTheWay === undefined ? [] : [[referral.id, inTheWay] as const];
  });
  const freed = refused.filter(({ referral }) => !open.has(referral.vehicle.vin));
  if (freed.length === 0) return new Map(taken);
  if (turn === turnsMax) throw new Error('a VIN is taken and freed again and again');
  return new Map([...taken, ...(await insertFree(tx, freed, turn + 1))]);
}
