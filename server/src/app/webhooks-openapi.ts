import { agentEventTypes, partnerEventTypes } from '#modules/events';

const text = { type: 'string' } as const;

/** What every delivery carries, whoever gets it. */
const headers = [
  {
    name: 'X-Service-Signature',
    description:
      't=<unix seconds>,v1=<hex>: HMAC-SHA256 of "<t>.<raw body>" with your secret. There may be several v1; one that matches is enough. Refuse a t more than 300 seconds from your clock.',
  },
  { name: 'X-Service-Event', description: 'the type of the event' },
  { name: 'X-Service-Delivery', description: 'the same on every retry of this delivery' },
];

const standardHeaders = [
  { name: 'webhook-id', description: 'the event’s id; only with a whsec_ secret in base64, as the two below' },
  { name: 'webhook-timestamp', description: 'unix seconds, the t of X-Service-Signature' },
  {
    name: 'webhook-signature',
    description: 'v1,<base64> entries between spaces: HMAC-SHA256 of "<webhook-id>.<webhook-timestamp>.<raw body>"',
  },
];

const answered = {
  '2XX': { description: 'Acknowledged, if it comes within ten seconds. Answer types that you do not know so, too.' },
  default: {
    description:
      'Tried again after 1 min, 5 min, 30 min, 2 h, 8 h and 24 h, each time signed afresh, under the same event id; then given up.',
  },
};

const envelope = (types: readonly string[]) => ({
  id: { ...text, description: 'the same on every retry and every resend; act once per id' },
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

/** What a registered agent is sent. */
export const agentWebhooks = {
  intake: delivery({
    summary: 'An intake of yours entered a status.',
    description:
      'Sent to the address of PUT /me/webhook, signed with its secret. It carries the status and nothing of the customer. Deliveries can overtake one another: when in doubt, fetch the intake.',
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

/** What an institution's endpoint is sent, with thin payloads. */
export const partnerWebhooks = {
  event: delivery({
    summary: 'Something of your institution changed.',
    description:
      'Thin: ids, statuses, your reference and times. data has referral, enrollment or statement after the type’s first words; referral.activated, settled and closed add consultation_number, activated also via; plan.loss.reported adds loss_notice, plan.redemption.* redemption, referral.review_updated review_record. Fetch the rest by id. GET /events lists the same events.',
    headers: [...headers, ...standardHeaders],
    schema: {
      type: 'object',
      required: ['id', 'object', 'type', 'api_version', 'created_at', 'account', 'data'],
      properties: {
        ...envelope(partnerEventTypes),
        api_version: { type: 'string', const: '1.1' },
        livemode: { type: 'boolean', description: 'false in the sandbox; plan.statement.issued has none' },
        account: { type: 'object', required: ['id'], properties: { id: text } },
        data: { type: 'object' },
      },
    },
    example: {
      id: 'evt_0Ai1jZkB0000000000000000',
      object: 'event',
      type: 'referral.activated',
      api_version: '1.1',
      created_at: '2026-11-15T12:00:00.000Z',
      livemode: false,
      account: { id: 'inst_0Ai1jZkB0000000000000000' },
      data: {
        referral: {
          id: 'ref_0Ai1jZkB0000000000000000',
          object: 'gap.referral',
          status: 'activated',
          external_ref: 'loan-1001',
          created_at: '2026-11-14T12:00:00.000Z',
          invited_at: '2026-11-14T12:00:00.000Z',
          invitation_expires_at: '2026-11-28T12:00:00.000Z',
          activated_at: '2026-11-15T12:00:00.000Z',
          settled_at: null,
          closed_at: null,
        },
        consultation_number: 'CN-T0000001',
        via: 'simulation',
      },
    },
  }),
};
