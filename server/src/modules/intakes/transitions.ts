import { defineTransitions, type ActionOf } from '#lib/states/define-transitions';
import { intakeStatuses, type IntakeStatus } from './schemas.ts';

/** Statuses in which the customer has not answered yet. */
export const undecidedStatuses: readonly IntakeStatus[] = ['received', 'welcome_sent', 'contact_attempted'];

/** Statuses in which the customer is being helped; a second submission about them is a duplicate. */
export const unfinishedStatuses: readonly IntakeStatus[] = [
  ...undecidedStatuses,
  'customer_confirmed',
  'consultation_active',
];

/** Whether an intake has expired by time, even if no sweep has recorded it yet (D-015). */
export const isExpired = (intake: { readonly status: IntakeStatus; readonly expiresAt: Date }, now: Date): boolean =>
  undecidedStatuses.includes(intake.status) && now >= intake.expiresAt;

const inUndecided = undecidedStatuses.map((status) => `'${status}'`).join(', ');

/** SQL for the expiry of an intake's row; null where it can no longer expire. */
export const expirySql = (row: string): string =>
  `case when ${row}.status in (${inUndecided}) then ${row}.expires_at end`;

/** `isExpired` as SQL for an intake's row; `now` is the parameter with the time. */
export const isExpiredSql = (row: string, now: string): string => `coalesce(${expirySql(row)} <= ${now}, false)`;

/**
 * T1: all transitions of an intake. It is created as received, duplicate or not_eligible; entering a status of this
 * table publishes exactly one event.
 */
export const intakeTransitions = defineTransitions(intakeStatuses, {
  welcome_accepted: { from: ['received'], to: 'welcome_sent' },
  call_unanswered: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  confirmed: { from: undecidedStatuses, to: 'customer_confirmed' },
  started: { from: ['customer_confirmed'], to: 'consultation_active' },
  declined_by_customer: { from: undecidedStatuses, to: 'declined' },
  /** A relayed yes, taken back by the customer's own link or on the phone. */
  taken_back: { from: ['customer_confirmed'], to: 'declined' },
  not_requested: { from: [...undecidedStatuses, 'customer_confirmed'], to: 'declined' },
  declined_to_staff: { from: [...undecidedStatuses, 'customer_confirmed'], to: 'declined' },
  expired: { from: undecidedStatuses, to: 'expired' },
});

export type IntakeAction = ActionOf<typeof intakeTransitions>;
