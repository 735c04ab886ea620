import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import { closed } from '#lib/api/shapes';
import { getRequest, listRequests } from './request-log/request-log.ts';
import { requestDetailSchema, requestPageSchema, requestQuerySchema } from './request-log/schemas.ts';

const reads = { audience: 'portal', needs: 'requests.read' } as const;

export const requestLogPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/requests',
    {
      config: {
        ...reads,
        operation: 'request-log.portal-list-requests',
        summary: 'List your calls of the last 30 days, newest first.',
      },
      schema: { querystring: requestQuerySchema, response: { 200: requestPageSchema } },
    },
    async ({ ctx, query }) => {
      const { institutionId, livemode } = requirePortal(ctx.actor);
      return listRequests(ctx, { institutionId, livemode }, query);
    },
  );

  app.get(
    '/requests/:request_id',
    {
      config: {
        ...reads,
        operation: 'request-log.portal-get-request',
        summary: 'Get one call; in test mode with its headers and bodies, for 7 days.',
      },
      schema: {
        params: Type.Object(
          { institution_id: Type.String(), mode: Type.String(), request_id: Type.String({ maxLength: 100 }) },
          closed,
        ),
        response: { 200: requestDetailSchema },
      },
    },
    async ({ ctx, params }) => {
      const { institutionId, livemode } = requirePortal(ctx.actor);
      return getRequest(ctx, { institutionId, livemode, id: params.request_id });
    },
  );
};
