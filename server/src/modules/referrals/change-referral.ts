import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#context';
import { changeContact } from '#modules/consultations';
import { listSpared, queueMessage, withdrawMessages } from '#modules/customers';
import { getInstitution } from '#modules/partners';
import { announce } from '#modules/webhooks';
import { addDays } from '#lib/dates';
import { isUniqueViolation } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { composeInvitation, newInvitation } from './compose-invitation.ts';
import { invalidState, referralExists } from './errors.ts';
import { referralEvent } from './events.ts';
import { callContactOf, expireAlone, moveReferral, requireLocked, withdrawAbout } from './move-referral.ts';
import {
  contactIssues,
  contactsOf,
  mayEdit,
  normalizeReferral,
  statusAt,
  suppressedNote,
  type Editable,
} from './rules.ts';
import type { NewReferral, ReferralEdit } from './schemas.ts';
import { listOpenByVin, lockOver, updateLink, updateReferrals, type Owner, type Referral } from './store.ts';

/** Thrown when another referral took the VIN at the same moment; whoever catches it says which. */
export class VinTaken extends Error {
  readonly vin: string;

  constructor(vin: string) {
    super('another open referral has this VIN');
    this.vin = vin;
  }
}

/** The institution takes its referral back, before the borrower has answered. */
export async function cancelReferral(
  tx: Tx,
  owner: Owner,
  { id, reason }: { readonly id: string; readonly reason: string | undefined },
): Promise<Referral> {
  const referral = await requireLocked(tx, owner, id);
  return moveReferral(tx, referral, { action: 'cancel', statusNote: reason ?? referral.statusNote });
}

/** Edits what may be edited in this status (decision 103); a change is announced once, no change not at all. */
export async function editReferral(
  tx: Tx,
  owner: Owner,
  { id, patch }: { readonly id: string; readonly patch: ReferralEdit },
): Promise<Referral> {
  const referral = await requireLocked(tx, owner, id);
  const status = statusAt(referral, tx.clock.now());
  if (!mayEdit(status, Object.keys(patch) as Editable[])) throw invalidState(status);
  const edited = mergeEdit(referral, patch);
  if (isDeepStrictEqual(edited, referral)) return referral;
  const over = await freeVin(tx, referral, edited);
  const changed = isDeepStrictEqual(contactsOf(edited), contactsOf(referral))
    ? await applyEdit(tx, referral, edited)
    : await inviteAgain(tx, edited);
  withdrawAbout(tx, over);
  return changed;
}

async function applyEdit(tx: Tx, referral: Referral, edited: Referral): Promise<Referral> {
  writeEdit(tx, edited);
  announce(tx, referralEvent(edited, 'referral.updated'));
  await tellCase(tx, referral, edited);
  return edited;
}

/** Another state has other hours in which its people may be called. */
async function tellCase(tx: Tx, before: Referral, after: Referral): Promise<void> {
  const contact = callContactOf(after);
  if (after.consultationId === null || isDeepStrictEqual(contact, callContactOf(before))) return;
  await changeContact(tx, { consultationId: after.consultationId, contact });
}

function mergeEdit(referral: Referral, patch: ReferralEdit): Referral {
  const merged = {
    borrower: { ...referral.borrower, ...patch.borrower },
    vehicle: { ...referral.vehicle, ...patch.vehicle },
    claim: { ...referral.claim, ...patch.claim },
    liability: { ...referral.liability, ...patch.liability },
  };
  const issues = contactIssues(merged.borrower);
  if (issues.length > 0) throw validationFailed(issues);
  const { email, phone, ...names } = merged.borrower;
  const contacts = { ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) };
  const request: NewReferral = { ...merged, borrower: { ...names, ...contacts } };
  const externalRef = patch.external_ref === undefined ? referral.externalRef : patch.external_ref;
  return { ...referral, externalRef, ...normalizeReferral(request) };
}

/** Refuses a vehicle that has an open referral. What is only in its way since no sweep has come by ends, and is given back. */
async function freeVin(tx: Tx, before: Referral, after: Referral): Promise<readonly Referral[]> {
  const { vin } = after.vehicle;
  if (before.vehicle.vin === vin) return [];
  const over = await lockOver(tx.db, after, { vins: [vin], now: tx.clock.now() });
  expireAlone(tx, over);
  const [other] = await listOpenByVin(tx.db, after, [vin]);
  if (other !== undefined) throw referralExists(other.id);
  return over;
}

const writeEdit = (tx: Tx, edited: Referral): void =>
  updateReferrals(tx.db, [edited], (error) =>
    isUniqueViolation(error) ? new VinTaken(edited.vehicle.vin) : undefined,
  );

/** Another contact gets an invitation of its own; the old link is dead from now on (decision 102). */
async function inviteAgain(tx: Tx, edited: Referral): Promise<Referral> {
  const now = tx.clock.now();
  const [institution, [spared = false]] = await Promise.all([
    getInstitution(tx, edited.institutionId),
    listSpared(tx, [contactsOf(edited)]),
  ]);
  const invited: Referral = {
    ...edited,
    statusNote: spared ? suppressedNote : edited.statusNote === suppressedNote ? null : edited.statusNote,
    invitedAt: now,
    invitationExpiresAt: addDays(now, tx.config.invitationTtlDays),
  };
  const { token, link } = newInvitation(tx, invited.id);
  writeEdit(tx, invited);
  updateLink(tx.db, invited, link);
  announce(tx, referralEvent(invited, 'referral.updated'), referralEvent(invited, 'referral.invited'));
  withdrawMessages(tx, [invited.id]);
  if (!spared) queueMessage(tx, ...composeInvitation(tx, invited, { token, link, institution: institution.name }));
  return invited;
}
