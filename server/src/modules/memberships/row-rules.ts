// What a row of a roster or the body of an enrollment means. Apart from the other rules, because a thread loads this file.
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import type { Issue } from '#platform/errors';
import type { NewEnrollment } from './schemas.ts';

/** How far ahead and back an enrollment may begin. */
const daysAhead = 90;
const daysBack = 366;

export type Terms = {
  /** Codes of the institution's plans; the first is the default. */
  readonly plans: readonly string[];
  readonly now: Date;
};

/** A row's members as they are stored, or the issues across members and the institution's terms. */
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
