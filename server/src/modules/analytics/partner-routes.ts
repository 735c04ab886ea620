import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { getAnalytics } from './analytics.ts';
import { analyticsQuerySchema, analyticsSchema } from './schemas.ts';

export const analyticsPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/analytics',
    {
      config: {
        operation: 'analytics.get',
        audience: 'partner',
        summary: 'Retrieve savings and spend.',
      },
      schema: { querystring: analyticsQuerySchema, response: { 200: analyticsSchema } },
    },
    async ({ ctx, query }) => getAnalytics(ctx, query),
  );
};
