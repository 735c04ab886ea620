import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/shapes';
import type { Config } from '#platform/config';
import { describeSurface } from './openapi.ts';
import { agentWebhooks } from './webhooks-openapi.ts';

const errorMembers = {
  error: Type.String(),
  code: Type.Enum(
    [
      'invalid_request',
      'not_found',
      'unauthorized',
      'rate_limited',
      'program_disabled',
      'idempotency_conflict',
      'internal',
    ],
    { type: 'string' },
  ),
};

const issues = Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, closed));

/** What each refusal of the agent surface looks like, by status and, where an operation adds a member, by operation. */
function errorSchema(operation: string, status: number) {
  const description = ownTexts[operation]?.[status] ?? refusalTexts[status] ?? 'refused';
  if (operation === 'agents.register' && status === 409) {
    return Type.Object({ ...errorMembers, current_version: Type.String() }, { ...closed, description });
  }
  if (operation === 'agents.verify' && status === 400) {
    const members = {
      ...errorMembers,
      issues: Type.Optional(issues),
      attempts_left: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
    };
    return Type.Object(members, { ...closed, description });
  }
  const members = status === 400 ? { ...errorMembers, issues } : errorMembers;
  return Type.Object(members, { ...closed, description, ...(status === 429 ? { headers: waiting } : {}) });
}

const waiting = { 'Retry-After': { type: 'integer', description: 'whole seconds to wait' } };

/** Read by the operation itself, since a schema could not say that an empty one counts as none; here for its callers. */
const headersOf: Record<string, object> = {
  'intakes.open': Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'A name for this submission, such as your case number. The same key with the same body is answered once, for 24 hours; with another body it is 409.',
      }),
    ),
  }),
};

const uploadsOf: Record<string, object> = {
  'intakes.attach-report': Type.Object(
    { file: Type.String({ format: 'binary', description: 'the report as PDF, up to 15,728,640 bytes' }) },
    closed,
  ),
};

const refusalTexts: Record<number, string> = {
  400: 'The request does not follow the rules; issues names each field.',
  401: 'The credential is missing or opens nothing here.',
  404: 'There is nothing with this id.',
  409: 'In conflict with what is already there.',
  410: 'The code has expired; register again.',
  429: 'Too many requests; wait as long as Retry-After says.',
  500: 'Something went wrong on our side; 503 with Retry-After when the service can do nothing for a moment.',
};

/** Where an operation has something of its own to say. */
const ownTexts: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'intakes.open': {
    401: 'The Authorization header is not a valid agent key; without the header the submission is anonymous.',
    404: 'program_disabled: no submissions are taken at the moment; nothing was stored.',
    409: 'idempotency_conflict: this key named another body. Use a new key for a new submission.',
    500: 'Something went wrong on our side. Send the same body under the same Idempotency-Key again. 503 with Retry-After, in the same words, when the service can do nothing for a moment.',
  },
  'intakes.attach-report': {
    400: 'No PDF, too large, locked, not readable, or not one part named file; issues says which.',
    409: 'The intake has no open case: it is duplicate, not_eligible, declined or expired.',
  },
  'agents.register': {
    404: 'program_disabled: registration is closed at the moment.',
    409: 'agreement.version is not the one in force; current_version is. Read it, then register with it.',
  },
  'agents.verify': {
    400: 'The code is wrong, attempts_left says how often it may still be tried; or the body breaks a rule, see issues.',
    409: 'This registration was verified before, and its key was shown then.',
    429: 'The code was wrong too often; register again.',
  },
  'webhooks.set-agent-webhook': { 400: 'The address is not https or not public; issues says which.' },
};

const security: Record<string, Record<string, string[]>[]> = {
  'agent or anonymous': [{}, { agentKey: [] }],
  'poll token or agent key': [{ pollToken: [] }, { agentKey: [] }],
  agent: [{ agentKey: [] }],
};

export async function describeAgentSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const describe = await describePlainly(surface, config);
  return () => ({ ...describe(), webhooks: agentWebhooks });
}

const describePlainly = (surface: FastifyInstance, config: Config): Promise<() => object> =>
  describeSurface(surface, {
    config,
    title: 'Agent Intake API',
    version: '1.0.0',
    description:
      'Hand in a vehicle owner’s total-loss case, follow it, and register an agent. Errors are { error, code, issues? }: branch on code, issues names each member that breaks a rule. 429 comes with Retry-After. Amounts that end in _cents are cents, those of the market read whole dollars.',
    securitySchemes: {
      pollToken: { type: 'http', scheme: 'bearer', description: 'poll_token of the 201 answer; opens that one intake' },
      agentKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'a key that begins svc_agent_, shown once by /register/verify and /me/rotate-key',
      },
    },
    operation: ({ operation = '', refusals = [], audience = 'anyone' }) => ({
      security: security[audience] ?? [],
      refusals: Object.fromEntries(refusals.map((status) => [status, errorSchema(operation, status)])),
      headers: headersOf[operation],
      upload: uploadsOf[operation],
    }),
  });
