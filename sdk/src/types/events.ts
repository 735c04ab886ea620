// Events by their type. The API descriptions type the data where they define it per type, and otherwise the shapes
// below do.
import type { Webhooks as AgentWebhooks } from './agent.gen.ts';
import type { Webhooks as PartnerWebhooks } from './partner.gen.ts';

type AgentEnvelope = AgentWebhooks[keyof AgentWebhooks];
type PartnerEnvelope = PartnerWebhooks[keyof PartnerWebhooks];

export type AgentEventType = AgentEnvelope['type'];
export type PartnerEventType = PartnerEnvelope['type'];
export type EventType = AgentEventType | PartnerEventType;

type ThinReferral = {
  readonly id: string;
  readonly object: 'gap.referral';
  readonly status: string;
  readonly external_ref: string | null;
  readonly created_at: string;
  readonly invited_at: string | null;
  readonly invitation_expires_at: string | null;
  readonly activated_at: string | null;
  readonly settled_at: string | null;
  readonly closed_at: string | null;
};

type ThinEnrollment = {
  readonly id: string;
  readonly object: 'gap.enrollment';
  readonly status: string;
  readonly external_ref: string | null;
  readonly test: boolean;
  readonly created_at: string;
  readonly effective_at: string;
  readonly canceled_at: string | null;
};

type OfReferral = { readonly referral: ThinReferral };
type OfEnrollment = { readonly enrollment: ThinEnrollment };
type Numbered = OfReferral & { readonly consultation_number: string };

type ThinRedemption = {
  readonly id: string;
  readonly object: 'gap.redemption';
  readonly status: string;
  readonly consultation_number: string;
  readonly created_at: string;
  readonly completed_at: string | null;
};

type OwnData = {
  readonly 'referral.activated': Numbered & { readonly via: string };
  readonly 'referral.settled': Numbered;
  readonly 'referral.closed': Numbered;
  readonly 'referral.review_updated': OfReferral & {
    readonly review_record: {
      readonly id: string;
      readonly object: 'gap.review_record';
      readonly status: string;
      readonly updated_at: string;
    };
  };
  readonly 'plan.loss.reported': OfEnrollment & {
    readonly loss_notice: {
      readonly id: string;
      readonly object: 'gap.loss_notice';
      readonly status: string;
      readonly external_ref: string | null;
      readonly created_at: string;
    };
  };
  readonly 'plan.redemption.created': OfEnrollment & { readonly redemption: ThinRedemption };
  readonly 'plan.redemption.completed': OfEnrollment & { readonly redemption: ThinRedemption };
  readonly 'plan.statement.issued': {
    readonly statement: {
      readonly id: string;
      readonly object: 'gap.statement';
      readonly number: string;
      readonly period: string;
      readonly status: string;
      readonly issued_at: string;
    };
  };
};

type DataOf<Type extends string> = Type extends keyof OwnData
  ? OwnData[Type]
  : Type extends `referral.${string}`
    ? OfReferral
    : OfEnrollment;

/** The description's own event of this type; if a description has one envelope for all, that envelope narrowed. */
type Described<Envelope, Type extends string> = [Extract<Envelope, { readonly type: Type }>] extends [never]
  ? never
  : Extract<Envelope, { readonly type: Type }>;

type PartnerEventOf<Type extends PartnerEventType> = [Described<PartnerEnvelope, Type>] extends [never]
  ? Omit<PartnerEnvelope, 'type' | 'data'> & { readonly type: Type; readonly data: DataOf<Type> }
  : Described<PartnerEnvelope, Type>;

type AgentEventOf<Type extends AgentEventType> = [Described<AgentEnvelope, Type>] extends [never]
  ? Omit<AgentEnvelope, 'type'> & { readonly type: Type }
  : Described<AgentEnvelope, Type>;

export type AgentEvent = { readonly [Type in AgentEventType]: AgentEventOf<Type> }[AgentEventType];
export type PartnerEvent = { readonly [Type in PartnerEventType]: PartnerEventOf<Type> }[PartnerEventType];

/** Every event known to this version of the library. */
export type Event = AgentEvent | PartnerEvent;
export type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>;

/** An event of a type that was added later. */
export type UnknownEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
};
