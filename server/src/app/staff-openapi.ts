import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '#platform/config';
import { describeSurface } from './openapi.ts';
import { roleFor } from './staff-door.ts';

const refusals: Readonly<Record<string, string>> = {
  400: 'The request does not follow the rules of the operation; issues names each member.',
  401: 'No session and no staff token, or one that ended.',
  403: 'Not for this role, or not asked for by a page of the board.',
  404: 'There is no such object.',
  409: 'The object is in a state that does not allow it, or somebody else has it.',
};

/** A problem as the staff surface words it. */
const problem = (status: string) =>
  Type.Object(
    {
      error: Type.String(),
      code: Type.String(),
      type: Type.String(),
      title: Type.String(),
      status: Type.Literal(Number(status)),
      detail: Type.String(),
      instance: Type.String(),
      request_id: Type.String({ pattern: '^req_' }),
      issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
    },
    { description: refusals[status] ?? '' },
  );

/** What an operation can be refused with, by its method and address. */
const refusalsOf = (method: string, url: string): string[] => [
  '400',
  '401',
  '403',
  ...(url.includes(':') ? ['404'] : []),
  ...(method === 'GET' || !url.includes(':') ? [] : ['409']),
];

type Response = {
  readonly description?: string;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
};
type Operation = {
  summary?: string;
  operationId?: string;
  'x-role'?: string;
  readonly responses: Record<string, Response>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

/** Describes the staff API; who may call an operation stands beside it. */
export async function describeStaffSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const roles = new Map<string, string>();
  const describe = await describeSurface(surface, {
    config,
    title: 'Staff API',
    version: '1.0.0',
    description:
      'What the team does: the board and its calls, cases of every source, institutions, webhooks, settings.',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'header',
        name: 'Cookie',
        description: '__Host-makewhole-staff, from /sign-in; what changes something must come from a page of the board',
      },
      token: { type: 'http', scheme: 'bearer', description: 'a token that begins svc_staff_, for automation' },
    },
    operation: (route, method, url) => {
      roles.set(route.operation ?? '', roleFor(route.operation, route.role));
      return {
        security: [{ session: [] }, { token: [] }],
        refusals: Object.fromEntries(refusalsOf(method, url).map((status) => [status, problem(status)])),
        headers: undefined,
      };
    },
  });
  return () => withRoles(describe() as Document, roles);
}

/** Each operation with its role and a sentence, and each problem said once, since all operations word theirs alike. */
function withRoles(plain: Document, roles: ReadonlyMap<string, string>): object {
  const document = structuredClone(plain);
  const responses: Record<string, Response> = {};
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const name = operation.operationId ?? '';
    operation['x-role'] = roles.get(name) ?? 'administrator';
    operation.summary ||= inWords(name);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!(status in refusals)) continue;
      const schema = response.content?.['application/json'];
      responses[`Problem${status}`] = { ...response, content: { 'application/problem+json': schema } };
      operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
    }
  }
  return { ...document, components: { ...document.components, responses } };
}

/** A name in words, for operations that say nothing of themselves: intakes.log-call is "Intakes: log call." */
const inWords = (operation: string): string => {
  const [module = '', verb = ''] = operation.split('.');
  return `${module.slice(0, 1).toUpperCase()}${module.slice(1)}: ${verb.replaceAll('-', ' ')}.`;
};
