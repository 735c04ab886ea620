import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import { chooseContact, type StatedContact } from '#modules/consultations';
import type { Issue } from '#platform/errors';
import type { EnrollmentPatch, EnrollmentStatus, NewEnrollment } from './schemas.ts';

/** Which edits a status allows (D-114): the vehicle only while active, contacts until it is canceled. */
export const mayEdit = (status: EnrollmentStatus, patch: EnrollmentPatch): boolean =>
  status !== 'canceled' && (patch.vehicle === undefined || status === 'active');

/** Cancellations above both thresholds must be confirmed (D-116). */
export const thresholdPercent = 20;
const unaskedCancellations = 2;

export const mayCancel = (cancellations: number, active: number): boolean =>
  cancellations <= unaskedCancellations || cancellations * 100 <= active * thresholdPercent;

/** Removed numbers remembered for one member, the newest. */
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
 * A member's contact, and the location of their loss, which decides the calling hours. The team's record comes first,
 * then the institution's number unless it turned out to be another person's.
 */
export const callContactOf = ({
  phone,
  struckPhones = [],
  givenPhone = null,
  staffContact = {},
  email,
  lossState,
}: CalledMember) => chooseContact(staffContact, { phones: [phone, givenPhone], struckPhones, email, state: lossState });

// The meaning of a roster row or an enrollment body. Separate from the other rules, because a thread loads this file.

/** How far ahead and back an enrollment may begin. */
const daysAhead = 90;
const daysBack = 366;

export type Terms = {
  /** Codes of the institution's plans; the first is the default. */
  readonly plans: readonly string[];
  readonly now: Date;
};

/** A row's members as they are stored, or the issues across members and with the institution's terms. */
export function readEnrollment(row: NewEnrollment, { plans, now }: Terms) {
  const today = startOfDay(dayOf(now));
  const effectiveAt = row.effective_on === undefined ? today : startOfDay(row.effective_on);
  const plan = row.plan ?? plans[0] ?? '';
  const issues: Issue[] = [];
  if (!plans.includes(plan)) issues.push({ path: 'plan', message: `must be one of: ${plans.join(', ')}` });
  if (effectiveAt > addDays(today, daysAhead))
    issues.push({ path: 'effective_on', message: `must be at most ${daysAhead} days ahead` });
  if (effectiveAt < addDays(today, -daysBack))
    issues.push({ path: 'effective_on', message: `must be at most ${daysBack} days back` });
  const { member, vehicle } = row;
  return {
    issues,
    members: {
      externalRef: row.external_ref ?? null,
      plan,
      firstName: member.first_name,
      lastName: member.last_name,
      email: member.email === undefined ? null : normalizeEmail(member.email),
      phone: member.phone === undefined ? null : (normalizePhone(member.phone) ?? null),
      vin: vehicle.vin.toUpperCase(),
      year: vehicle.year ?? null,
      make: vehicle.make ?? null,
      model: vehicle.model ?? null,
      effectiveAt,
    },
  };
}

export type Members = ReturnType<typeof readEnrollment>['members'];
