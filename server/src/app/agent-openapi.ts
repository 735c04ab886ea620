import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/shapes';
import type { Config } from '#platform/config';
import { describeSurface } from './openapi.ts';

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
  const description = refusalTexts[status] ?? 'refused';
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
      Type.String({ maxLength: 255, description: 'The same key with the same body is answered once.' }),
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
  404: 'Unknown id, or the program is closed.',
  409: 'In conflict with what is already there.',
  410: 'The code has expired; register again.',
  429: 'Too many requests; wait as long as Retry-After says.',
  500: 'Something went wrong on our side.',
};

const security: Record<string, Record<string, string[]>[]> = {
  'agent or anonymous': [{}, { agentKey: [] }],
  'poll token or agent key': [{ pollToken: [] }, { agentKey: [] }],
  agent: [{ agentKey: [] }],
};

export const describeAgentSurface = (surface: FastifyInstance, config: Config): Promise<() => object> =>
  describeSurface(surface, {
    config,
    title: 'Agent Intake API',
    version: '1.0.0',
    description: 'Hand in a vehicle owner’s total-loss case, follow it, and register an agent.',
    securitySchemes: {
      pollToken: { type: 'http', scheme: 'bearer', description: 'poll_token of the 201 answer' },
      agentKey: { type: 'http', scheme: 'bearer', description: 'a key that begins svc_agent_' },
    },
    operation: ({ operation = '', refusals = [], audience = 'anyone' }) => ({
      security: security[audience] ?? [],
      refusals: Object.fromEntries(refusals.map((status) => [status, errorSchema(operation, status)])),
      headers: headersOf[operation],
      upload: uploadsOf[operation],
    }),
  });
