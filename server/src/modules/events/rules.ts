import type { DayPartitions } from '#platform/db';

/** Events of the agent surface: one per status an intake can enter (decision 13). */
export const agentEventTypes = [
  'intake.received',
  'intake.welcome_sent',
  'intake.contact_attempted',
  'intake.customer_confirmed',
  'intake.consultation_active',
  'intake.declined',
  'intake.expired',
] as const;

/** Events of the partner surface (T11). The order is contractual: new types are appended, never inserted. */
export const partnerEventTypes = [
  'referral.created',
  'referral.invited',
  'referral.activated',
  'referral.settled',
  'referral.closed',
  'referral.canceled',
  'referral.expired',
  'plan.enrollment.created',
  'plan.enrollment.updated',
  'plan.enrollment.canceled',
  'plan.loss.reported',
  'plan.redemption.created',
  'plan.statement.issued',
  'referral.declined',
  'referral.updated',
  'plan.redemption.completed',
  'referral.review_updated',
] as const;

/** A full-payload endpoint with no selection takes only the types there were when it was made. */
export const fullDefaultTypes: readonly string[] = partnerEventTypes.slice(0, 13);

export type AgentEventType = (typeof agentEventTypes)[number];
export type PartnerEventType = (typeof partnerEventTypes)[number];

type Data = Readonly<Record<string, unknown>>;

export type AgentEvent = {
  readonly audience: 'agent';
  readonly type: AgentEventType;
  /** Whom it is told to; undefined for an anonymous submission, which nobody is told about. */
  readonly accountId: string | undefined;
  readonly subjectId: string;
  readonly data: Data;
};

export type PartnerEvent = {
  readonly audience: 'partner';
  readonly type: PartnerEventType;
  readonly accountId: string;
  readonly subjectId: string;
  readonly livemode: boolean;
  /** Ids, statuses, references and times; never a contact, a VIN or an amount. */
  readonly thin: Data;
  /** The whole resources, for endpoints that still take them. */
  readonly full: Data;
};

export type NewEvent = AgentEvent | PartnerEvent;

export type Envelopes = {
  /** Stored, listed and delivered. */
  readonly thin: string;
  /** Delivered to full-payload endpoints only, and made only where there is one. */
  full(): string | undefined;
};

/** The exact texts of an event, members in the contract's order (decisions 63 and 122, T11). */
export function envelopes(id: string, event: NewEvent, at: Date): Envelopes {
  const head = { id, object: 'event', type: event.type };
  const created_at = at.toISOString();
  if (event.audience === 'agent') {
    return { thin: JSON.stringify({ ...head, created_at, data: event.data }), full: () => undefined };
  }
  const { type, livemode, accountId, thin, full } = event;
  const mode = type === 'plan.statement.issued' ? {} : { livemode };
  return {
    thin: JSON.stringify({ ...head, api_version: '1.1', created_at, ...mode, account: { id: accountId }, data: thin }),
    full: () => JSON.stringify({ ...head, created_at, ...(type.startsWith('plan.') ? {} : { livemode }), data: full }),
  };
}

/** A worker may be down for a week before a day is missing; thirty whole days are kept (decision 142). */
export const eventDays: DayPartitions = { table: 'events.events', key: 'created_at', daysAhead: 8, daysKept: 31 };
