import type { Ctx, Tx } from '#context';
import {
  updateContact,
  type CallContact,
  type ConsultationSources,
  type LockedSubmission,
  type Submission,
} from '#modules/consultations';
import { getInstitution } from '#modules/partners';
import { getLockedEnrollment } from '../enrollments/enrollments.ts';
import { redemptionNotFound } from '../errors.ts';
import { findMemberBeingCalled, findMemberLoss, listMembers, type MemberLoss } from '../member-store.ts';
import { callContactOf, struckMax } from '../rules.ts';
import { updateNumbers } from '../store.ts';
import { findRedemption, lockRedemption } from './store.ts';

/** Whom to call about each of these redemptions, by their current contacts. */
export async function listMemberContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  return new Map((await listMembers(tx.db, ids)).map((row) => [row.redemptionId, callContactOf(row)]));
}

/**
 * Locks the member's redemption and enrollment, and returns the change that removes a number; the roster's data stay.
 */
export async function strikeMemberNumber(tx: Tx, redemptionId: string): Promise<(phone: string) => CallContact> {
  const redemption = await lockRedemption(tx.db, redemptionId);
  if (redemption === undefined) throw redemptionNotFound();
  const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
  const member = await findMemberBeingCalled(tx.db, redemptionId);
  return (phone) => {
    const struckPhones = [...(enrollment.struckPhones ?? []), phone].slice(-struckMax);
    updateNumbers(tx.db, { ...enrollment, struckPhones });
    return callContactOf({ ...enrollment, struckPhones, lossState: member?.lossState ?? null });
  };
}

type NumberWanted = Awaited<ReturnType<ConsultationSources['numbers']['membership']>>;

/** Locks the enrollment of a member who is asked for another number; undefined if the redemption has ended. */
export async function takeMemberNumber(tx: Tx, redemptionId: string): Promise<NumberWanted> {
  const redemption = await lockRedemption(tx.db, redemptionId);
  if (redemption?.status !== 'open') return undefined;
  const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
  const member = await findMemberBeingCalled(tx.db, redemptionId);
  const { consultationId } = redemption;
  return {
    consultationIds: [consultationId],
    struck: enrollment.struckPhones ?? [],
    take: (givenPhone) => {
      // Newer than the number that the team recorded.
      const { phone: _stated, ...staffContact } = enrollment.staffContact ?? {};
      const given = { ...enrollment, givenPhone, staffContact };
      updateNumbers(tx.db, given);
      return new Map([[consultationId, callContactOf({ ...given, lossState: member?.lossState ?? null })]]);
    },
  };
}

/** The institution whose plan covers a member, and since when, for the member's own page. */
type MemberStory = { readonly institution: string; readonly askedAt: Date };

export async function findMemberStory(ctx: Ctx, redemptionId: string): Promise<MemberStory | undefined> {
  const redemption = await findRedemption(ctx.db, redemptionId);
  if (redemption === undefined) return undefined;
  const { name: institution } = await getInstitution(ctx, redemption.institutionId);
  return { institution, askedAt: redemption.createdAt };
}

/** A member's loss as the facts of a case see it. */
export async function findMemberSubmission(ctx: Ctx, redemptionId: string): Promise<Submission | undefined> {
  const row = await findMemberLoss(ctx.db, redemptionId);
  return row && toSubmission(row);
}

/** Locks a member's redemption and enrollment for a change of the case's facts; the institution's data stay. */
export async function lockMemberSubmission(tx: Tx, redemptionId: string): Promise<LockedSubmission | undefined> {
  const redemption = await lockRedemption(tx.db, redemptionId);
  if (redemption === undefined) return undefined;
  const enrollment = await getLockedEnrollment(tx, redemption, redemption.enrollmentId);
  const row = await findMemberLoss(tx.db, redemptionId);
  if (row === undefined) return undefined;
  return {
    ...toSubmission(row),
    // A number that the team records is the customer's, even if it was removed before.
    updateContact: async (staffContact) => {
      const struckPhones = (enrollment.struckPhones ?? []).filter((phone) => phone !== staffContact.phone);
      updateNumbers(tx.db, { ...enrollment, staffContact, struckPhones });
      const contact = callContactOf({ ...row, staffContact, struckPhones });
      await updateContact(tx, { consultationId: redemption.consultationId, contact });
    },
  };
}

/** The institution's statement about a member's loss. */
function toSubmission(row: MemberLoss): Submission {
  const { phone, email } = callContactOf(row);
  return {
    sentBy: 'institution',
    sent: {
      vin: row.vin,
      year: row.year ?? undefined,
      make: row.make ?? undefined,
      model: row.model ?? undefined,
      date_of_loss: row.lossDay,
      loss_state: row.lossState ?? undefined,
      insurer: row.carrier ?? undefined,
      claim_number: row.claimNumber ?? undefined,
      offer_cents: row.initialOfferCents ?? undefined,
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email ?? undefined,
      phone: row.phone ?? undefined,
    },
    called: { phone, email },
    ended: false,
  };
}
