import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { addDays } from '#lib/time/dates';
import { lockClaimState } from '#modules/checkout';
import { lockConsultation, recordParts, updateContact } from '#modules/consultations';
import { listSuppressed, queueMessage, withdrawMessages } from '#modules/customers';
import { getInstitution, type Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import type { Config } from '#platform/config';
import { isUniqueViolation } from '#platform/db';
import { validationFailed, type Issue } from '#platform/errors';
import { readIdRange } from '#platform/http';
import { createValidator, toIssues } from '#platform/validation';
import { VinTaken, invalidState, referralExists, referralNotFound } from '../errors.ts';
import { referralEvent, toView } from '../events.ts';
import { composeInvitation, createInvitation } from '../invitation/invitation.ts';
import { findClaimState } from '../lifecycle/borrowers.ts';
import { getLockedReferral } from '../lifecycle/get-locked-referral.ts';
import { expireLeavingMessages } from '../lifecycle/referral-closing.ts';
import { moveReferral, recordAttested } from '../lifecycle/referral-moves.ts';
import { withdrawMessagesAbout } from '../lifecycle/withdraw-messages-about.ts';
import { listReferralRows } from '../list-store.ts';
import {
  asOf,
  callContactOf,
  contactIssues,
  contactsOf,
  mayEdit,
  normalizeReferral,
  offerOf,
  stateIssues,
  statusAt,
  submissionIssues,
  suppressedNote,
  type Editable,
} from '../rules.ts';
import {
  newReferralSchema,
  type NewReferral,
  type ReferralEdit,
  type ReferralQuery,
  type ReferralView,
} from '../schemas.ts';
import { findReferral, listOpenByVin, lockOverdue, updateLink, updateReferrals, type Referral } from '../store.ts';

type EditReferral = {
  readonly id: string;
  readonly patch: ReferralEdit;
  /** Throws unless the locked referral is as the caller saw it. */
  check?(referral: Referral): void;
};

/** Edits the members that this status allows (D-103); a change is published once, an edit without a change is not. */
export async function editReferral(tx: Tx, tenant: Tenant, { id, patch, check }: EditReferral): Promise<Referral> {
  // Locked before the referral (0024): the borrower's offers depend on the state of the claim.
  const consultationId = (await findReferral(tx.db, tenant, id))?.consultationId ?? undefined;
  const followState = consultationId === undefined ? undefined : await lockClaimState(tx, consultationId);
  const referral = await getLockedReferral(tx, tenant, id);
  const status = statusAt(referral, tx.clock.now());
  if (!mayEdit(status, Object.keys(patch) as Editable[])) throw invalidState(status);
  check?.(referral);
  const edited = mergeEdit(tx, referral, patch);
  if (isDeepStrictEqual(edited, referral)) return referral;
  const overdue = await freeVin(tx, referral, edited);
  const changed = isDeepStrictEqual(contactsOf(edited), contactsOf(referral))
    ? await applyEdit(tx, referral, edited)
    : await inviteAgain(tx, edited);
  followState?.(findClaimState(changed));
  withdrawMessagesAbout(tx, overdue);
  return changed;
}

async function applyEdit(tx: Tx, referral: Referral, edited: Referral): Promise<Referral> {
  writeEdit(tx, edited);
  publishEvent(tx, referralEvent(edited, 'referral.updated'));
  await updateCallContact(tx, referral, edited);
  await updateStatedOffer(tx, referral, edited);
  return edited;
}

/** Calling hours depend on the state. */
async function updateCallContact(tx: Tx, before: Referral, after: Referral): Promise<void> {
  const contact = callContactOf(after);
  if (after.consultationId === null || isDeepStrictEqual(contact, callContactOf(before))) return;
  await updateContact(tx, { consultationId: after.consultationId, contact });
}

/** The institution's statement about the offer; values from the team or a report stay. */
async function updateStatedOffer(tx: Tx, before: Referral, after: Referral): Promise<void> {
  if (after.consultationId === null || isDeepStrictEqual(offerOf(after), offerOf(before))) return;
  recordParts(tx, await lockConsultation(tx, after.consultationId), { offer: offerOf(after) });
}

function mergeEdit({ config }: Tx, referral: Referral, patch: ReferralEdit): Referral {
  const merged = {
    borrower: { ...referral.borrower, ...patch.borrower },
    vehicle: { ...referral.vehicle, ...patch.vehicle },
    claim: { ...referral.claim, ...patch.claim },
    liability: { ...referral.liability, ...patch.liability },
  };
  // A state that is sent back unchanged was accepted before.
  const isSameState = merged.claim.loss_state.toUpperCase() === referral.claim.loss_state;
  const issues = [...contactIssues(merged.borrower), ...(isSameState ? [] : stateIssues(config, merged.claim))];
  if (issues.length > 0) throw validationFailed(issues);
  const { email, phone, ...names } = merged.borrower;
  const contacts = { ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) };
  const request: NewReferral = { ...merged, borrower: { ...names, ...contacts } };
  const externalRef = patch.external_ref === undefined ? referral.externalRef : patch.external_ref;
  const edited = normalizeReferral(request);
  return { ...referral, externalRef, ...edited, claim: keepLossDay(referral.claim, edited.claim) };
}

/** An edit that leaves the date of loss out, or sends the same instant back as we show it, does not change its day. */
const keepLossDay = (before: Referral['claim'], claim: Referral['claim']): Referral['claim'] =>
  claim.date_of_loss === before.date_of_loss ? { ...claim, loss_day: before.loss_day } : claim;

/** Refuses a vehicle that has an open referral. A conflicting one that is overdue is expired now, and returned. */
async function freeVin(tx: Tx, before: Referral, after: Referral): Promise<readonly Referral[]> {
  const { vin } = after.vehicle;
  if (before.vehicle.vin === vin) return [];
  const overdue = await lockOverdue(tx.db, after, { vins: [vin], now: tx.clock.now() });
  expireLeavingMessages(tx, overdue);
  const [other] = await listOpenByVin(tx.db, after, [vin]);
  if (other !== undefined) throw referralExists(other.id);
  return overdue;
}

const writeEdit = (tx: Tx, edited: Referral): void =>
  updateReferrals(tx.db, [edited], (error) =>
    isUniqueViolation(error) ? new VinTaken(edited.vehicle.vin) : undefined,
  );

/** A new contact gets a new invitation; the old link is dead from now on (D-102). */
async function inviteAgain(tx: Tx, edited: Referral): Promise<Referral> {
  const now = tx.clock.now();
  const [institution, [suppressed = false]] = await Promise.all([
    getInstitution(tx, edited.institutionId),
    listSuppressed(tx, [contactsOf(edited)]),
  ]);
  const invited: Referral = {
    ...edited,
    statusNote: suppressed ? suppressedNote : edited.statusNote === suppressedNote ? null : edited.statusNote,
    invitedAt: now,
    invitationExpiresAt: addDays(now, tx.config.invitationTtlDays),
  };
  const { token, link } = createInvitation(tx, invited.id);
  writeEdit(tx, invited);
  updateLink(tx.db, invited, link);
  recordAttested(tx, [invited]);
  publishEvent(tx, referralEvent(invited, 'referral.updated'), referralEvent(invited, 'referral.invited'));
  withdrawMessages(tx, [invited.id]);
  if (!suppressed) queueMessage(tx, ...composeInvitation(tx, invited, { token, link, institution: institution.name }));
  return invited;
}

/** The institution cancels its referral before the borrower has answered. */
export async function cancelReferral(
  tx: Tx,
  tenant: Tenant,
  { id, reason }: { readonly id: string; readonly reason: string | undefined },
): Promise<Referral> {
  const referral = await getLockedReferral(tx, tenant, id);
  return moveReferral(tx, referral, { action: 'cancel', statusNote: reason ?? referral.statusNote });
}

export async function getReferral(ctx: Ctx, tenant: Tenant, id: string): Promise<ReferralView> {
  const referral = await findReferral(ctx.db, tenant, id);
  if (referral === undefined) throw referralNotFound();
  return toView(asOf(referral, ctx.clock.now()));
}

/** An institution's referrals, newest first, a page at a time. */
export async function listReferrals(ctx: Ctx, tenant: Tenant, query: ReferralQuery) {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const rows = await listReferralRows(ctx.db, tenant, {
    status: query.status,
    now,
    externalRef: query.external_ref,
    vin: query.vin?.toUpperCase(),
    ...readIdRange('ref', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: (row) => toView(asOf(row, now)), cursor: (row) => writeCursor(row.id) });
}

const validate = createValidator().compile<NewReferral>(newReferralSchema);

/** The issues of a submitted referral, wherever it comes from; a valid one has none. */
export const listReferralIssues = (config: Pick<Config, 'servedStates'>, row: unknown): readonly Issue[] => [
  ...(validate(row) ? [] : toIssues(validate.errors ?? [])),
  ...submissionIssues(config, row),
];
