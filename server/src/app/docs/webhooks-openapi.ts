import { agentEventTypes, listEventSamples, partnerEventTypes } from '#modules/events';

const text = { type: 'string' } as const;

/** What every delivery carries, whoever receives it. */
const headers = [
  {
    name: 'X-Service-Signature',
    description:
      't=<unix seconds>,v1=<hex>: HMAC-SHA256 of "<t>.<raw body>" with your secret. There may be several v1; one match is enough. Reject a t more than 300 seconds from your clock.',
  },
  { name: 'X-Service-Event', description: 'the event type' },
  { name: 'X-Service-Delivery', description: 'the same on every retry of this delivery' },
];

const standardHeaders = [
  {
    name: 'webhook-id',
    description: 'the event id; this and the next two headers are sent only if the secret is whsec_ followed by base64',
  },
  { name: 'webhook-timestamp', description: 'unix seconds, the same as t in X-Service-Signature' },
  {
    name: 'webhook-signature',
    description:
      'v1,<base64> entries separated by spaces: HMAC-SHA256 of "<webhook-id>.<webhook-timestamp>.<raw body>"',
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

const envelope = (types: readonly string[]) => ({
  id: { ...text, description: 'the same on every retry and resend; process each id once' },
  object: { type: 'string', const: 'event' },
  type: { type: 'string', enum: [...types] },
  created_at: { type: 'string', format: 'date-time' },
});

type Delivery = {
  readonly summary: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly schema: object;
  readonly example: object;
};

const delivery = ({ summary, description, headers: sent, schema, example }: Delivery) => ({
  post: {
    summary,
    description,
    parameters: sent.map(({ name, description: about }) => ({
      name,
      in: 'header',
      required: headers.some((each) => each.name === name),
      description: about,
      schema: text,
    })),
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: answered,
  },
});

const statuses = agentEventTypes.map((type) => type.slice('intake.'.length));

/** Deliveries to a registered agent. */
export const agentWebhooks = {
  intake: delivery({
    summary: 'One of your intakes entered a new status.',
    description:
      'Sent to the URL set by PUT /me/webhook and signed with its secret. It contains the status and no customer data. Deliveries can arrive out of order: if in doubt, fetch the intake.',
    headers,
    schema: {
      type: 'object',
      required: ['id', 'object', 'type', 'created_at', 'data'],
      properties: {
        ...envelope(agentEventTypes),
        data: {
          type: 'object',
          required: ['intake_id', 'status'],
          properties: { intake_id: text, status: { type: 'string', enum: statuses } },
        },
      },
    },
    example: {
      id: 'evt_0Ai1jZkB0000000000000000',
      object: 'event',
      type: 'intake.customer_confirmed',
      created_at: '2026-11-15T12:00:00.000Z',
      data: { intake_id: 'int_0Ai1jZkB0000000000000000', status: 'customer_confirmed' },
    },
  }),
};

const samples = listEventSamples({ accountId: 'inst_0Ai1jZkB0000000000000000', livemode: false });
const partnerExample = JSON.parse(samples.find(({ type }) => type === 'referral.activated')?.body ?? '{}') as object;

/** Deliveries to an institution's endpoint, with thin payloads. */
export const partnerWebhooks = {
  event: delivery({
    summary: 'An object of your institution changed.',
    description:
      'A thin payload: ids, statuses, your reference and times. data has a referral, an enrollment or a statement, according to the type. referral.activated, referral.settled and referral.closed add consultation_number, referral.activated also via; plan.loss.reported adds loss_notice, plan.redemption.* redemption, and referral.review_updated review_record. Fetch the rest by id. GET /events lists the same events.',
    headers: [...headers, ...standardHeaders],
    schema: {
      type: 'object',
      required: ['id', 'object', 'type', 'api_version', 'created_at', 'account', 'data'],
      properties: {
        ...envelope(partnerEventTypes),
        api_version: { type: 'string', const: '1.1' },
        livemode: { type: 'boolean', description: 'false in the sandbox; absent in plan.statement.issued' },
        account: { type: 'object', required: ['id'], properties: { id: text } },
        data: { type: 'object' },
      },
    },
    example: partnerExample,
  }),
};
