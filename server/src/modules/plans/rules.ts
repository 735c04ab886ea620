import { addDays, addHours, dayOf, monthOf, startOfDay, startOfNextMonth } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { normalizePhone } from '#lib/phone';
import type { Issue } from '#platform/errors';
import type { EnrollmentPatch, EnrollmentStatus, NewEnrollment } from './schemas.ts';

type Transition = { readonly from: readonly EnrollmentStatus[]; readonly to: EnrollmentStatus };

/** Table T8: every way an enrollment moves; it comes to be as active. */
export const transitions = {
  report_loss: { from: ['active'], to: 'loss_reported' },
  redeem: { from: ['loss_reported'], to: 'redeemed' },
  cancel_redemption: { from: ['loss_reported'], to: 'active' },
  cancel: { from: ['active'], to: 'canceled' },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof transitions;

export const canMove = (status: EnrollmentStatus, action: Action): boolean =>
  (transitions[action].from as readonly EnrollmentStatus[]).includes(status);

/** Which edits a status allows (decision 114): the vehicle only while active, contacts until it is canceled. */
export const mayEdit = (status: EnrollmentStatus, patch: EnrollmentPatch): boolean =>
  status !== 'canceled' && (patch.vehicle === undefined || status === 'active');

/** A cancellation stands alone, and only a cancellation has a reason. */
export function patchIssues(patch: EnrollmentPatch): Issue[] {
  const { status, cancel_reason: reason, ...edits } = patch;
  if (status === undefined)
    return reason === undefined ? [] : [{ path: 'cancel_reason', message: 'goes with the status canceled only' }];
  return Object.keys(edits).map((path) => ({ path, message: 'cannot be changed together with the status' }));
}

/** How far ahead and back an enrollment may begin. */
const daysAhead = 90;
const daysBack = 366;

export type Terms = {
  /** Codes of the institution's plans; the first is the default. */
  readonly plans: readonly string[];
  readonly now: Date;
};

/** A row's members as they are stored, or what is wrong between them and the institution's terms. */
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

/** More cancellations than both of these, and the file is looked at twice (decision 116). */
export const thresholdPercent = 20;
const unaskedCancellations = 2;

export const mayCancel = (cancellations: number, active: number): boolean =>
  cancellations <= unaskedCancellations || cancellations * 100 <= active * thresholdPercent;

/** A month's statements are due at six on the first day after it (T10). */
const dueHours = 6;

export const statementsDueAt = (period: string): Date => addHours(boundsOf(period).to, dueHours);

/** Months whose statements are due, from the one in which that moment lies, oldest first. */
export function duePeriods(from: Date, now: Date): string[] {
  const periods: string[] = [];
  for (let month = monthOf(from); statementsDueAt(month) <= now;) {
    periods.push(month);
    month = monthOf(boundsOf(month).to);
  }
  return periods;
}

/** The first moment of a month and of the one after it. */
export function boundsOf(period: string): { readonly from: Date; readonly to: Date } {
  const from = startOfDay(`${period}-01`);
  return { from, to: startOfNextMonth(from) };
}

export const dueDays = 30;
