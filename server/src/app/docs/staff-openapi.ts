import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '#platform/config';
import { describeSurface } from './describe-surface.ts';
import { requiredRole } from '#app/guards/staff-guard';

const refusals: Readonly<Record<string, string>> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'There is no session or staff token, or it is no longer valid.',
  403: 'The role does not allow this, or the request did not come from a page of the board.',
  404: 'There is no such object.',
  409: 'The state of the object does not allow this, or another staff member has claimed it.',
};

/** A problem as the staff surface renders it. */
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

/** The refusals of an operation, by its method and address. */
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
  operationId?: string;
  'x-role'?: string;
  readonly responses: Record<string, Response>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

/** Describes the staff API; each operation says who may call it. */
export async function describeStaffSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const roles = new Map<string, string>();
  const describe = await describeSurface(surface, {
    config,
    title: 'Staff API',
    version: '1.0.0',
    description: 'For the team: the board and its calls, cases from every source, institutions, webhooks and settings.',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'header',
        name: 'Cookie',
        description:
          '__Host-makewhole-staff, set at /sign-in; requests that change something must come from a page of the board',
      },
      token: { type: 'http', scheme: 'bearer', description: 'a token that starts with svc_staff_, for automation' },
    },
    operation: (route, method, url) => {
      roles.set(route.operation ?? '', requiredRole(route));
      return {
        security: [{ session: [] }, { token: [] }],
        refusals: Object.fromEntries(refusalsOf(method, url).map((status) => [status, problem(status)])),
        headers: undefined,
      };
    },
  });
  return () => withRoles(describe() as Document, roles);
}

/** Each operation with its role and a sentence, and each problem defined once, since all operations share them. */
function withRoles(plain: Document, roles: ReadonlyMap<string, string>): object {
  const document = structuredClone(plain);
  const responses: Record<string, Response> = {};
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const name = operation.operationId ?? '';
    operation['x-role'] = roles.get(name) ?? 'administrator';
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!(status in refusals)) continue;
      const schema = response.content?.['application/json'];
      responses[`Problem${status}`] = { ...response, content: { 'application/problem+json': schema } };
      operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
    }
  }
  return { ...document, components: { ...document.components, responses } };
}
