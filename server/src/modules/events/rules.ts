import type { DayPartitions } from '#platform/db';

/** Events of the agent surface: one per status an intake can enter (decision 13). */
export type AgentEventType =
  | 'intake.received'
  | 'intake.welcome_sent'
  | 'intake.contact_attempted'
  | 'intake.customer_confirmed'
  | 'intake.consultation_active'
  | 'intake.declined'
  | 'intake.expired';

export type NewEvent = {
  readonly type: AgentEventType;
  /** Whom it is told to; undefined for an anonymous submission, which nobody is told about. */
  readonly accountId: string | undefined;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The text that is stored, listed and delivered: status only, never contact details (decision 63). */
export function thinEnvelope(id: string, event: NewEvent, at: Date): string {
  return JSON.stringify({ id, object: 'event', type: event.type, created_at: at.toISOString(), data: event.data });
}

/** A worker may be down for a week before a day is missing; thirty whole days are kept (decision 142). */
export const eventDays: DayPartitions = { table: 'events.events', key: 'created_at', daysAhead: 8, daysKept: 31 };
