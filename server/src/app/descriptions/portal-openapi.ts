import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import type { Document as Shared } from '#app/openapi/document-types';
import { portalPlaces } from '#app/openapi/portal-names';
import { shareSchemas } from '#app/openapi/share-schemas';
import { describeSurface } from './describe-surface.ts';
import { problemSchema, refusalsOf, shareProblems, type Document } from './problem-schemas.ts';

const refusals: Readonly<Record<string, string>> = {
  400: 'The request is invalid; issues lists every invalid field.',
  401: 'There is no session or token, or it is no longer valid.',
  403: 'The role does not allow this, a fresh code is needed, live mode is not open, or no page of the portal asked.',
  404: 'There is no such object in this institution and mode.',
  409: 'The state of the object does not allow this.',
};

/** Describes the API of the partner portal, with the permission that each operation needs. */
export async function describePortalSurface(surface: FastifyInstance, config: Config): Promise<() => object> {
  const needs = new Map<string, string>();
  const describe = await describeSurface(surface, {
    config,
    title: 'Portal API',
    version: '1.0.0',
    description: 'For the partner portal: keys, webhooks, events and the sandbox of an institution, and its users.',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'header',
        name: 'Cookie',
        description: '__Host-makewhole-portal; requests that change something must come from a page of the portal',
      },
    },
    operation: (route, method, url) => {
      if (route.needs !== undefined) needs.set(route.operation ?? '', route.needs);
      return {
        security: route.audience === 'anyone' ? [] : [{ session: [] }],
        refusals: Object.fromEntries(
          refusalsOf(method, url).map((status) => [status, problemSchema(status, refusals[status] ?? '')]),
        ),
        headers: undefined,
      };
    },
  });
  return () => {
    const document = shareProblems(describe() as Document, refusals);
    shareSchemas(document as Shared, portalPlaces);
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      const permission = needs.get(operation.operationId ?? '');
      if (permission !== undefined) operation['x-needs'] = permission;
    }
    return document;
  };
}
