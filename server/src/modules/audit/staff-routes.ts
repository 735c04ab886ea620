import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listTrail } from './list-trail.ts';
import { entryPageSchema, entryQuerySchema } from './schemas.ts';

export const auditStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/audit',
    {
      config: { operation: 'audit.list', audience: 'staff' },
      schema: { querystring: entryQuerySchema, response: { 200: entryPageSchema } },
    },
    async (request) => listTrail(request.ctx, request.query),
  );
};
