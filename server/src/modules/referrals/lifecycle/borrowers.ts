import type { Ctx, Tx } from '#context';
import {
  updateContact,
  type CallContact,
  type ConsultationSources,
  type LockedSubmission,
  type StatedContact,
  type Submission,
} from '#modules/consultations';
import { findZip } from '#modules/vehicles';
import { referralNotFound } from '../errors.ts';
import { callContactOf, struckMax, toSubmission } from '../rules.ts';
import { findReferral, findTenant, listBorrowers, updateNumbers, type Referral } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';

/** Whom to call about each of these referrals, by their current contacts. */
export async function listBorrowerContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  return new Map((await listBorrowers(tx.db, ids)).map((row) => [row.id, callContactOf(row)]));
}

/** Locks the referral, and returns the change that removes a number; the institution's data stay unchanged. */
export async function strikeBorrowerNumber(tx: Tx, id: string): Promise<(phone: string) => CallContact> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) throw referralNotFound();
  const referral = await getLockedReferral(tx, tenant, id);
  return (phone) => {
    const struck = { ...referral, struckPhones: [...referral.struckPhones, phone].slice(-struckMax) };
    updateNumbers(tx.db, struck);
    return callContactOf(struck);
  };
}

type NumberWanted = Awaited<ReturnType<ConsultationSources['numbers']['referral']>>;

/** Locks the referral of a borrower who is asked for another number; undefined if it has ended. */
export async function takeBorrowerNumber(tx: Tx, id: string): Promise<NumberWanted> {
  const tenant = await findTenant(tx.db, id);
  const referral = tenant && (await getLockedReferral(tx, tenant, id));
  const { consultationId } = referral ?? {};
  if (!referral || !consultationId || referralTransitions.isTerminal(referral.status)) return undefined;
  return {
    consultationIds: [consultationId],
    struck: referral.struckPhones,
    take: (givenPhone) => {
      // Newer than the number that the team recorded.
      const { phone: _stated, ...staffContact } = referral.staffContact;
      const given = { ...referral, givenPhone, staffContact };
      updateNumbers(tx.db, given);
      return new Map([[consultationId, callContactOf(given)]]);
    },
  };
}

/** A referral as the facts of a case see it. */
export async function findBorrowerSubmission(ctx: Ctx, id: string): Promise<Submission | undefined> {
  const tenant = await findTenant(ctx.db, id);
  const referral = tenant && (await findReferral(ctx.db, tenant, id));
  return referral && toSubmission(referral);
}

/** Locks a referral for a change of the case's facts; the institution's data stay unchanged. */
export async function lockBorrowerSubmission(tx: Tx, id: string): Promise<LockedSubmission | undefined> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return undefined;
  const referral = await getLockedReferral(tx, tenant, id);
  return { ...toSubmission(referral), updateContact: (stated) => applyContact(tx, referral, stated) };
}

/** A number that the team records is the customer's, even if it was removed before. */
async function applyContact(tx: Tx, referral: Referral, staffContact: StatedContact): Promise<void> {
  const struckPhones = referral.struckPhones.filter((phone) => phone !== staffContact.phone);
  const changed = { ...referral, staffContact, struckPhones };
  updateNumbers(tx.db, changed);
  if (referral.consultationId === null) return;
  await updateContact(tx, { consultationId: referral.consultationId, contact: callContactOf(changed) });
}

/** The state of the claim by two letters, as recorded by the team or the institution. */
export function findClaimState(referral: Parameters<typeof callContactOf>[0]): string | undefined {
  const { state, zip } = callContactOf(referral);
  return state?.toUpperCase() ?? (zip === undefined ? undefined : findZip(zip)?.state);
}
