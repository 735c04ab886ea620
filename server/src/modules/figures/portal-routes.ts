import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { getPortalAnalytics, listCountedReferrals, writeAnalyticsCsv, getAnalytics } from './analytics/analytics.ts';
import { countedPageSchema, countedQuerySchema, portalAnalyticsSchema } from './analytics/portal-schemas.ts';
import { analyticsQuerySchema, analyticsSchema } from './analytics/schemas.ts';

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

const config = { audience: 'portal', needs: 'analytics.read' } as const;

export const analyticsPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/analytics',
    {
      config: {
        ...config,
        operation: 'analytics.portal-get',
        summary: 'Get savings, fees, exposure, activation and time to settlement, by month.',
      },
      schema: { querystring: analyticsQuerySchema, response: { 200: portalAnalyticsSchema } },
    },
    async ({ ctx, query }) => getPortalAnalytics(ctx, query),
  );

  app.get(
    '/analytics.csv',
    {
      config: { ...config, operation: 'analytics.portal-get-csv', summary: 'Download the figures by month as CSV.' },
      schema: { querystring: analyticsQuerySchema, response: { 200: fileSchema('text/csv') } },
    },
    async ({ ctx, query }, reply) => {
      const content = writeAnalyticsCsv(await getPortalAnalytics(ctx, query));
      return sendFile(reply, { name: 'analytics.csv', type: 'text/csv; charset=utf-8', content });
    },
  );

  app.get(
    '/analytics/referrals',
    {
      config: {
        ...config,
        operation: 'analytics.portal-list-referrals',
        summary: 'List the referrals that a figure counts.',
      },
      schema: { querystring: countedQuerySchema, response: { 200: countedPageSchema } },
    },
    async ({ ctx, query }) => listCountedReferrals(ctx, query),
  );
};
