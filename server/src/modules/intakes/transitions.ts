import type { IntakeStatus } from './schemas.ts';

/** Statuses in which the customer has not answered yet. */
export const undecided = ['received', 'welcome_sent', 'contact_attempted'] as const satisfies readonly IntakeStatus[];

/** Statuses in which a person is being looked after; a second submission of theirs is a duplicate. */
export const open = [
  ...undecided,
  'customer_confirmed',
  'consultation_active',
] as const satisfies readonly IntakeStatus[];

/** Whether an intake has ended by time alone, whoever has come by to note it since (decision 15). */
export const isOver = (intake: { readonly status: IntakeStatus; readonly expiresAt: Date }, now: Date): boolean =>
  (undecided as readonly IntakeStatus[]).includes(intake.status) && now >= intake.expiresAt;

const inUndecided = undecided.map((status) => `'${status}'`).join(', ');

/** When time ends an intake's row; null where it no longer can. */
export const endSql = (row: string): string => `case when ${row}.status in (${inUndecided}) then ${row}.expires_at end`;

/** `isOver` of an intake's row; `now` is the parameter that says when. */
export const isOverSql = (row: string, now: string): string => `coalesce(${endSql(row)} <= ${now}, false)`;

type Transition = { readonly from: readonly IntakeStatus[]; readonly to: IntakeStatus };

/**
 * Table T1: every way an intake moves, and there is no other. An intake comes to be as received, duplicate or
 * not_eligible; whatever enters a status of this table is announced by exactly one event.
 */
export const transitions = {
  welcome_accepted: { from: ['received'], to: 'welcome_sent' },
  call_unanswered: { from: ['received', 'welcome_sent'], to: 'contact_attempted' },
  confirmed: { from: undecided, to: 'customer_confirmed' },
  started: { from: ['customer_confirmed'], to: 'consultation_active' },
  declined_by_customer: { from: undecided, to: 'declined' },
  not_requested: { from: undecided, to: 'declined' },
  declined_to_staff: { from: [...undecided, 'customer_confirmed'], to: 'declined' },
  expired: { from: undecided, to: 'expired' },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof transitions;

export const canMove = (status: IntakeStatus, action: Action): boolean =>
  (transitions[action].from as readonly IntakeStatus[]).includes(status);
