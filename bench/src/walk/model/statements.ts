// Monthly statements: T10.
import { hourMs, monthOf, nextMonth, startOfMonth } from './clock.ts';
import type { Enrollment, Institution, Model, Statement } from './state.ts';

/** In force for any moment of the month. One that was canceled before it began never was. */
function isInForce(
  { effectiveAt, canceledAt, redeemedAt }: Pick<Enrollment, 'effectiveAt' | 'canceledAt' | 'redeemedAt'>,
  period: string,
): boolean {
  if (canceledAt !== undefined && canceledAt <= effectiveAt) return false;
  const [from, to] = [startOfMonth(period), startOfMonth(nextMonth(period))];
  return effectiveAt < to && (canceledAt ?? from) >= from && (redeemedAt ?? from) >= from;
}

/** The vehicle and the plan that an enrollment had when the month ended. */
function termsOf(
  { earlier, vehicle, plan }: Enrollment,
  period: string,
): { readonly vin: string; readonly plan: string } {
  const end = startOfMonth(nextMonth(period));
  return earlier.find(({ until }) => until >= end) ?? { vin: vehicle.vin, plan };
}

/** A vehicle is billed once per plan, however often it left and came back. */
function linesOf(institution: Institution, enrollments: readonly Enrollment[], period: string): Statement['lines'] {
  const billed = enrollments
    .filter((one) => one.tenant.institution === institution && one.tenant.livemode && isInForce(one, period))
    .map((one) => termsOf(one, period));
  const plans = [...new Set(billed.map(({ plan }) => plan))].toSorted();
  return plans.map((plan) => {
    const quantity = new Set(billed.filter((one) => one.plan === plan).map(({ vin }) => vin)).size;
    const price = institution.plans.find(({ code }) => code === plan)?.unit_price_cents ?? Number.NaN;
    return { plan, quantity, unit_price_cents: price, amount_cents: quantity * price };
  });
}

/** When a month's statements are due. */
export const dueAt = (period: string): number => startOfMonth(nextMonth(period)) + 6 * hourMs;

/** An institution without enrollments by then gets no statement, whatever is enrolled for the month later. */
const isOwed = (institution: Institution, enrollments: readonly Enrollment[], period: string): boolean =>
  enrollments.some(
    (one) =>
      one.tenant.institution === institution &&
      one.tenant.livemode &&
      isInForce(one, period) &&
      one.createdAt < dueAt(period),
  );

export const isOver = (period: string, now: number): boolean => period < monthOf(now);

/**
 * Issues what is missing of a month, in the order in which institutions were created; ids and numbers come from the
 * service.
 */
export function issue(model: Model, period: string, by: 'staff' | 'calendar'): Statement[] {
  const missing = model.institutions.filter(
    (institution) => !model.statements.some((one) => one.institution === institution && one.period === period),
  );
  const made = missing.flatMap((institution): Statement[] => {
    if (by === 'calendar' && !isOwed(institution, model.enrollments, period)) return [];
    const lines = linesOf(institution, model.enrollments, period);
    return lines.length === 0 ? [] : [{ institution, period, number: '', id: '', issuedAt: model.now, lines }];
  });
  for (const statement of made) {
    const place = model.statements.filter((one) => one.period === period).length + 1;
    statement.number = `MS-${period.replace('-', '')}-${String(place).padStart(4, '0')}`;
    model.statements.push(statement);
  }
  return made;
}

export const totalOf = ({ lines }: Pick<Statement, 'lines'>): number =>
  lines.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
export const countOf = ({ lines }: Pick<Statement, 'lines'>): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
