import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import type { Config } from '#platform/config';
import { describeSurface } from './describe-surface.ts';
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

/** The error body of the agent surface, by status and, where an operation adds a member, by operation. */
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

/** Checked by the operation itself, since a schema cannot say that an empty header counts as none; here for clients. */
const headersOf: Record<string, object> = {
  'intakes.open': Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        maxLength: idempotencyKeyMaxLength,
        description:
          'A name for this submission, such as your case number. For 24 hours, the same key with the same body returns the first response again; with a different body it is 409.',
      }),
    ),
  }),
};

const uploadsOf: Record<string, object> = {
  'intakes.attach-report': Type.Object(
    { file: Type.String({ format: 'binary', description: 'the report as a PDF, up to 15,728,640 bytes' }) },
    closed,
  ),
};

const refusalTexts: Record<number, string> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'The credential is missing or not valid here.',
  404: 'Nothing has this id.',
  409: 'In conflict with what is already there.',
  410: 'The code has expired; register again.',
  429: 'Too many requests; wait as many seconds as Retry-After says.',
  500: 'Something went wrong on our side. If the service is temporarily unavailable, the status is 503 with Retry-After.',
};

/** Descriptions of an operation's own. */
const ownTexts: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'intakes.open': {
    401: 'The Authorization header is not a valid agent key. Without the header the submission is anonymous.',
    404: 'program_disabled: submissions are currently closed; nothing was stored.',
    409: 'idempotency_conflict: this key was used with a different body. Use a new key for a new submission.',
    500: 'Something went wrong on our side. Send the same body with the same Idempotency-Key again. If the service is temporarily unavailable, the status is 503 with Retry-After and the body is the same.',
  },
  'intakes.attach-report': {
    400: 'Not a PDF, too large, protected by a password, not readable, or not one part named file; issues says which.',
    409: 'The intake has no open case: it is duplicate, not_eligible, declined or expired.',
    429: 'Other reports are being read, or a budget of bytes for the UTC day is used up: of the address, of its network, of everybody without an agent key, or of the agent.',
    500: 'Something went wrong on our side. If there is no space for files, the status is 507 with Retry-After and everything else works; if the service is temporarily unavailable, it is 503. The body is the same.',
  },
  'agents.register': {
    404: 'program_disabled: registration is currently closed.',
    409: 'agreement.version is not the version in force; current_version is. Read it, then register with it.',
  },
  'agents.verify': {
    400: 'The code is wrong and attempts_left says how many attempts are left, or the body is invalid, see issues.',
    409: 'This registration is already verified, and its key was shown then.',
    429: 'Too many wrong codes; register again.',
  },
  'webhooks.set-agent-webhook': { 400: 'The URL is not https or not public; issues says which.' },
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
      'Submit a vehicle owner’s total-loss case, follow its status, and register an agent. Errors have the form { error, code, issues? }: branch on code; issues lists every invalid field. A 429 has a Retry-After header. Amounts that end in _cents are in cents; amounts in the market read are in whole dollars.',
    securitySchemes: {
      pollToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'the poll_token of the 201 response; gives access to that intake only',
      },
      agentKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'a key that starts with svc_agent_, shown once by /register/verify and /me/rotate-key',
      },
    },
    operation: ({ operation = '', refusals = [], audience = 'anyone' }) => ({
      security: security[audience] ?? [],
      refusals: Object.fromEntries(refusals.map((status) => [status, errorSchema(operation, status)])),
      headers: headersOf[operation],
      upload: uploadsOf[operation],
    }),
  });
