import { chooseContact, type StatedContact } from '#modules/facts';
import type { EnrollmentPatch, EnrollmentStatus } from './schemas.ts';

/** Which edits a status allows (D-114): the vehicle only while active, contacts until it is canceled. */
export const mayEdit = (status: EnrollmentStatus, patch: EnrollmentPatch): boolean =>
  status !== 'canceled' && (patch.vehicle === undefined || status === 'active');

/** Cancellations above both thresholds must be confirmed (D-116). */
export const thresholdPercent = 20;
const unaskedCancellations = 2;

export const mayCancel = (cancellations: number, active: number): boolean =>
  cancellations <= unaskedCancellations || cancellations * 100 <= active * thresholdPercent;

/** Struck numbers that are remembered of one member, the newest. */
export const struckMax = 20;

type CalledMember = {
  readonly phone: string | null;
  readonly struckPhones?: readonly string[];
  readonly givenPhone?: string | null;
  readonly staffContact?: StatedContact;
  readonly email: string | null;
  readonly lossState: string | null;
};

/**
 * A member's contact, and the location of their loss, which decides the calling hours. What the team stated counts
 * first, then the institution's number unless it turned out to be somebody else's.
 */
export const callContactOf = ({
  phone,
  struckPhones = [],
  givenPhone = null,
  staffContact = {},
  email,
  lossState,
}: CalledMember) => chooseContact(staffContact, { phones: [phone, givenPhone], struckPhones, email, state: lossState });
