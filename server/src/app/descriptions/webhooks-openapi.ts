import { listEventSamples } from '#modules/webhooks';
import { reference, type Operation, type Schema } from '#app/openapi/document-types';

/** Headers of every delivery. */
const headers = [
  {
    name: 'X-Service-Signature',
    description:
      '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with your secret. There may be several `v1`; one match is enough. Reject a `t` more than 300 seconds from your clock.',
  },
  { name: 'X-Service-Event', description: 'the event type' },
  { name: 'X-Service-Delivery', description: 'the same on every retry of this delivery' },
];

const standardHeaders = [
  {
    name: 'webhook-id',
    description: 'the event id; this and the next two headers are sent only if the secret is whsec_ followed by base64',
  },
  { name: 'webhook-timestamp', description: 'unix seconds, the same as `t` in X-Service-Signature' },
  {
    name: 'webhook-signature',
    description:
      '`v1,<base64>` entries separated by spaces: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`',
  },
];

const answered = {
  '2XX': {
    description: 'Acknowledged, if sent within ten seconds. Acknowledge event types that you do not know, too.',
  },
  default: {
    description:
      'Retried after 1 min, 5 min, 30 min, 2 h, 8 h and 24 h, each time signed again, with the same event id; then given up.',
  },
};

type Delivery = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, object>>;
};

const delivery = ({
  name: operationId,
  summary,
  description,
  headers: sent,
  schema,
  examples,
}: Delivery): { post: Operation } => ({
  post: {
    operationId,
    tags: ['Webhooks'],
    summary,
    description,
    parameters: sent.map(({ name, description: about }) => ({
      name,
      in: 'header',
      required: headers.some((each) => each.name === name),
      description: about,
      schema: { type: 'string' },
    })),
    // We sign instead.
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
        },
      },
    },
    responses: answered,
  },
});

/** Deliveries to a registered agent. */
export const agentWebhooks = {
  intake: delivery({
    name: 'intakeEvent',
    summary: 'One of your intakes entered a new status.',
    description:
      'Sent to the URL set by PUT /me/webhook and signed with its secret. It contains the status and no customer data. Deliveries can arrive out of order: if in doubt, fetch the intake.',
    headers,
    schema: reference('IntakeEvent'),
    examples: {
      'intake.customer_confirmed': {
        id: 'evt_0Ai1jZkB0000000000000000',
        object: 'event',
        type: 'intake.customer_confirmed',
        created_at: '2026-11-15T12:00:00.000Z',
        data: { intake_id: 'int_0Ai1jZkB0000000000000000', status: 'customer_confirmed' },
      },
    },
  }),
};

const samples = listEventSamples({ accountId: 'inst_0Ai1jZkB0000000000000000', livemode: false });
const partnerExamples = Object.fromEntries(samples.map(({ type, body }) => [type, JSON.parse(body) as object]));

/** The meaning of each event type. */
export const eventMeanings: ReadonlyMap<string, string> = new Map(samples.map(({ type, means }) => [type, means]));

/** Deliveries to an institution's endpoint, with thin payloads. */
export const partnerWebhooks = {
  event: delivery({
    name: 'event',
    summary: 'An object of your institution changed.',
    description:
      'A thin payload: ids, statuses, your reference and times. What data holds depends on the type. Fetch the rest by id. GET /events lists the same events.',
    headers: [...headers, ...standardHeaders],
    schema: reference('Event'),
    examples: partnerExamples,
  }),
};
