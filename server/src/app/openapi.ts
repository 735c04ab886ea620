import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '#platform/config';

const closed = { additionalProperties: false } as const;

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
    const members = { ...errorMembers, issues: Type.Optional(issues), attempts_left: Type.Optional(Type.Integer()) };
    return Type.Object(members, { ...closed, description });
  }
  const members = status === 400 ? { ...errorMembers, issues } : errorMembers;
  return Type.Object(members, { ...closed, description });
}

const refusalTexts: Record<number, string> = {
  400: 'The request does not follow the rules; issues names each field.',
  401: 'The credential is missing or opens nothing here.',
  404: 'Unknown id, or the program is closed.',
  409: 'In conflict with what is already there.',
  410: 'The code has expired; register again.',
  429: 'Too many requests; wait as long as Retry-After says.',
  500: 'Something went wrong on our side.',
};

/** Gathers the description of every route mounted after it; the objects that validate are the ones that document. */
export async function describeAgentSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  await surface.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Agent Intake API',
        version: '1.0.0',
        description: 'Hand in a vehicle owner’s total-loss case, follow it, and register an agent.',
      },
      servers: [{ url: config.publicBaseUrl }],
      components: {
        securitySchemes: {
          pollToken: { type: 'http', scheme: 'bearer', description: 'poll_token of the 201 answer' },
          agentKey: { type: 'http', scheme: 'bearer', description: 'a key that begins svc_agent_' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { operation = '', refusals = [], summary = '', audience } = route.config ?? {};
      const errors = Object.fromEntries(refusals.map((status) => [status, errorSchema(operation, status)]));
      const described = {
        ...schema,
        operationId: operation,
        summary,
        security: security[audience ?? 'anyone'] ?? [],
        response: { ...(schema?.response as object), ...errors },
      };
      return { schema: described as FastifySchema, url };
    },
  });
  return () => surface.swagger();
}

const security: Record<string, Record<string, string[]>[]> = {
  'agent or anonymous': [{}, { agentKey: [] }],
  'poll token or agent key': [{ pollToken: [] }, { agentKey: [] }],
  agent: [{ agentKey: [] }],
};
