import { Type, type Static } from 'typebox';
import { filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { agentEventTypes, agentDeliveries } from '#modules/webhooks';
import { intakeStatuses, receiptSchema, type IntakeStatus } from '#modules/intakes';

const time = Type.String({ format: 'date-time' });
const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>(Type.Enum([...values], { type: 'string', ...(description === undefined ? {} : { description }) }));

const eventType = oneOf(agentEventTypes, 'one of the types that agents are sent');
const deliveryStates = ['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'] as const;

const intakeItemSchema = Type.Object(
  {
    intake_id: Type.String(),
    status: oneOf<IntakeStatus>(intakeStatuses),
    external_ref: nullable(Type.String(), 'your own reference'),
    vehicle: nullable(Type.String(), 'year, make and model as you submitted them, or else the VIN'),
    agent_tier: oneOf(['anonymous', 'registered']),
    priority_callback: Type.Boolean(),
    missing_fields: Type.Array(Type.String(), { description: 'request fields that would help' }),
    created_at: time,
    status_at: Type.String({ format: 'date-time', description: 'since when it is in this status' }),
  },
  closed,
);
export const intakePageSchema = pageOf(intakeItemSchema);

export const intakeQuerySchema = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(oneOf<IntakeStatus>(intakeStatuses)),
    external_ref: Type.Optional(filterText(120)),
  },
  closed,
);

const eventItemSchema = Type.Object(
  { id: Type.String(), type: eventType, intake_id: Type.String(), created_at: time },
  closed,
);
export const eventPageSchema = pageOf(eventItemSchema);

export const eventQuerySchema = Type.Object(
  { ...pageQuery, type: Type.Optional(eventType), intake_id: Type.Optional(filterText(100)) },
  closed,
);

const deliveryItem = {
  id: Type.String(),
  event_id: Type.String({ description: 'of a test there is no event with this id' }),
  type: Type.String(),
  state: oneOf(deliveryStates),
  attempts: Type.Integer({ description: 'attempts that were made' }),
  last_attempt: nullable(
    Type.Object(
      {
        at: time,
        status: nullable(Type.Integer(), 'what your server answered; null when there was no answer'),
        cause: Type.String({ description: 'what happened, in plain words' }),
        advice: Type.String({ description: 'what to do about it' }),
        duration_ms: Type.Integer(),
      },
      closed,
    ),
  ),
  next_attempt_at: nullable(time),
  created_at: time,
};
const deliveryItemSchema = Type.Object(deliveryItem, closed);
export type DeliveryItem = Static<typeof deliveryItemSchema>;
export const deliveryPageSchema = Type.Object(
  {
    ...pageOf(deliveryItemSchema).properties,
    searched_to: nullable(time, 'how far back was looked, when a search ended before the history did'),
  },
  closed,
);

/** The pages' forms send an empty field for an option that was not chosen. */
export const deliveryQuerySchema = Type.Object(
  {
    limit: pageQuery.limit,
    cursor: Type.Optional(
      Type.String({ pattern: '^\\d{1,14}~[A-Za-z0-9_]{1,60}$', description: 'next_cursor of the previous page' }),
    ),
    failed: Type.Optional(oneOf(['yes'], 'only those whose last attempt was not acknowledged')),
    type: Type.Optional(eventType),
    event_id: Type.Optional(filterText(100)),
    intake_id: Type.Optional(filterText(100)),
  },
  closed,
);

export const deliverySchema = Type.Object(
  {
    id: Type.String(),
    event_id: Type.String(),
    type: Type.String(),
    state: oneOf(deliveryStates),
    url: nullable(Type.String(), 'null when the webhook was removed since'),
    body: Type.String({ description: 'as it was signed and sent, byte for byte' }),
    attempts: Type.Array(agentDeliveries.attemptSchema),
    next_attempt_at: nullable(time),
    created_at: time,
  },
  closed,
);

export const startedSchema = Type.Object({ delivery_id: Type.String() }, closed);

export const intakeDetailSchema = Type.Object(
  {
    livemode: Type.Boolean(),
    created_at: time,
    status_at: time,
    receipt: receiptSchema,
    callable: Type.Boolean({ description: 'there is a number that can be called; without one no call follows' }),
    events: Type.Array(eventItemSchema, { description: 'the first hundred, in their order' }),
    deliveries: Type.Array(deliveryItemSchema, { description: 'the last hundred, newest first' }),
    steps: Type.Array(
      Type.Object(
        {
          step: Type.String(),
          does: Type.String({ description: 'what happens, in a sentence' }),
          causes: nullable(Type.String(), 'the event it publishes'),
          possible: Type.Boolean(),
        },
        closed,
      ),
      { description: 'in the sandbox: every step there is, and whether it is possible now; empty for live ones' },
    ),
    steps_url: nullable(Type.String(), 'in the sandbox: where you move the case on; null for live ones'),
  },
  closed,
);
export type IntakeDetail = Static<typeof intakeDetailSchema>;

export const eventDetailSchema = Type.Object(
  {
    ...eventItemSchema.properties,
    body: Type.String({ description: 'the text that was delivered' }),
    deliveries: Type.Array(deliveryItemSchema),
  },
  closed,
);
export type EventDetail = Static<typeof eventDetailSchema>;

const { object: _object, endpoint_id: _endpoint, ...health } = agentDeliveries.endpointHealthSchema.properties;
const webhookSchema = Type.Object({ url: Type.String(), created_at: time, updated_at: time, ...health }, closed);
export const webhookAnswerSchema = Type.Object({ livemode: Type.Boolean(), webhook: nullable(webhookSchema) }, closed);

export const testEventSchema = Type.Object(
  {
    type: Type.Optional(
      oneOf(agentEventTypes, 'one of the types that agents are sent; intake.received if none is named'),
    ),
  },
  closed,
);

export const settingsSchema = Type.Object(
  {
    mail_on_failure: Type.Boolean({
      description: 'a mail when your webhook fails for hours or deliveries are given up',
    }),
    mail_to: Type.String({ description: 'the address that the operator registered with, masked' }),
  },
  closed,
);
export const newSettingsSchema = Type.Object({ mail_on_failure: Type.Boolean() }, closed);

const messageItem = {
  id: Type.String(),
  purpose: Type.String({ description: 'what it says, such as intake.welcome' }),
  channel: oneOf(['email', 'text']),
  from: Type.String(),
  to: Type.String(),
  subject: nullable(Type.String()),
  refused: Type.Boolean({ description: 'the mail server of the address refuses it, so it never arrives' }),
  about: Type.String({ description: 'the intake, its consultation or your webhook, by id' }),
  created_at: time,
};
const messageItemSchema = Type.Object(messageItem, closed);
export type MessageItem = Static<typeof messageItemSchema>;
export const mailboxPageSchema = pageOf(messageItemSchema);
export const mailboxQuerySchema = Type.Object({ ...pageQuery, about: Type.Optional(filterText(100)) }, closed);
export const messageSchema = Type.Object(
  {
    ...messageItem,
    text: Type.String(),
    links: Type.Array(Type.String(), { description: 'addresses of our own pages in it; they work' }),
  },
  closed,
);
export type Message = Static<typeof messageSchema>;
