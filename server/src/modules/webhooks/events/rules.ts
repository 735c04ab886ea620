import { decodeBase62 } from '#lib/tokens/base62';
import type { DayPartitions } from '#platform/db';

/** Events of the agent interface: one per status an intake can enter (D-013). */
export const agentEventTypes = [
  'intake.received',
  'intake.welcome_sent',
  'intake.contact_attempted',
  'intake.customer_confirmed',
  'intake.consultation_active',
  'intake.declined',
  'intake.expired',
] as const;

/** The first types: a full-payload endpoint without a selection gets these and no later ones. */
export const initialPartnerEventTypes = [
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
] as const;

/** Events of the partner interface (T11). The order is contractual: new types are appended, never inserted. */
export const partnerEventTypes = [
  ...initialPartnerEventTypes,
  'referral.declined',
  'referral.updated',
  'plan.redemption.completed',
  'referral.review_updated',
] as const;

/** Statements are always live, since only live enrollments are billed; their envelopes have no `livemode`. */
export const statementIssued = 'plan.statement.issued' satisfies PartnerEventType;

type AgentEventType = (typeof agentEventTypes)[number];
export type PartnerEventType = (typeof partnerEventTypes)[number];

type Data = Readonly<Record<string, unknown>>;

type AgentEvent = {
  readonly audience: 'agent';
  readonly type: AgentEventType;
  /** The recipient; undefined for an anonymous submission, whose events are not delivered. */
  readonly accountId: string | undefined;
  readonly subjectId: string;
  /** Only for the log and the choice of endpoints; the contract's event does not contain it. */
  readonly livemode: boolean;
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
  /** The whole resources, for endpoints that still take full payloads. */
  readonly full: Data;
};

export type NewEvent = AgentEvent | PartnerEvent;

export type Envelopes = {
  /** The text that is stored, listed and delivered. */
  readonly thin: string;
  /** Delivered to full-payload endpoints only, and computed only where there is one. */
  full(): string | undefined;
};

/** The exact texts of an event, members in the contract's order (D-063 and D-122, T11). */
export function computeEnvelopes(id: string, event: NewEvent, at: Date): Envelopes {
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

/** Partner events of one account and moment, other than statements, which the database writes as a set. */
export type EventSetHead = { readonly accountId: string; readonly livemode: boolean };

/** What `computeEnvelopes` puts between the type and the data of a thin text; it is the same for the whole set. */
export function computeSetMiddle({ accountId, livemode }: EventSetHead, at: Date): string {
  const members = { api_version: '1.1', created_at: at.toISOString(), livemode, account: { id: accountId } };
  return `",${JSON.stringify(members).slice(1, -1)},"data":`;
}

/** A worker may be down for a week before a partition is missing; thirty whole days are stored (D-142). */
export const eventDays: DayPartitions = { table: 'events.events', key: 'created_at', daysAhead: 8, retentionDays: 31 };

/** The account and mode of a log: the first condition of every query. */
export type LogTenant = { readonly accountId: string; readonly livemode: boolean };

/** The same for an account with only one mode, such as an agent. */
export type LogAccount = Omit<LogTenant, 'livemode'> & { readonly livemode: boolean | 'any' };

const eventId = /^evt_[0-9A-Za-z]{24}$/;

/** When the event of this id was written; undefined for an id that is not ours. */
export function readEventTime(id: string): Date | undefined {
  const made = eventId.test(id) ? decodeBase62(id.slice('evt_'.length, 'evt_'.length + 8)) : undefined;
  // The database accepts every time up to the year 9999.
  return made === undefined || made > Date.UTC(9999, 0) ? undefined : new Date(made);
}
