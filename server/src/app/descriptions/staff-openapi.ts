import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import type { Document as Shared } from '#app/openapi/document-types';
import { shareSchemas } from '#app/openapi/share-schemas';
import { staffPlaces } from '#app/openapi/staff-names';
import { describeSurface } from './describe-surface.ts';
import { problemSchema, refusalsOf, shareProblems, type Document } from './problem-schemas.ts';
import { requiredRole } from '#app/guards/staff-guard';

const refusals: Readonly<Record<string, string>> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'There is no session or staff token, or it is no longer valid.',
  403: 'The role does not allow this, or the request did not come from a page of the board.',
  404: 'There is no such object.',
  409: 'The state of the object does not allow this, or another staff member has claimed it.',
};

/** Describes the staff API, with each operation's lowest role. */
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
        refusals: Object.fromEntries(
          refusalsOf(method, url).map((status) => [status, problemSchema(status, refusals[status] ?? '')]),
        ),
        headers: undefined,
      };
    },
  });
  return () => withRoles(describe() as Document, roles);
}

/** Each operation with its role. */
function withRoles(plain: Document, roles: ReadonlyMap<string, string>): object {
  const document = shareProblems(plain, refusals);
  shareSchemas(document as Shared, staffPlaces);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    operation['x-role'] = roles.get(operation.operationId ?? '') ?? 'administrator';
  return document;
}
