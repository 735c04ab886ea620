import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireStaff } from '#actor';
import { nameSubject } from '#modules/audit';
import { ledgerQuerySchema, readLedgerQuery } from '#modules/exposure';
import { getInstitution } from '#modules/partners';
import { getLenderAnalytics } from './analytics.ts';
import { lenderAnalyticsSchema } from './lender-schemas.ts';

export const analyticsStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/analytics/lenders',
    {
      config: {
        operation: 'analytics.get-lenders',
        audience: 'staff',
        role: 'lead',
        summary: 'Retrieve GAP exposure by month and activation by cohort, of one institution or of all.',
      },
      schema: { querystring: ledgerQuerySchema, response: { 200: lenderAnalyticsSchema } },
    },
    async ({ ctx, query }) => {
      requireStaff(ctx.actor);
      const { institutionId, span } = readLedgerQuery(query, ctx.clock.now());
      if (institutionId !== undefined) {
        await getInstitution(ctx, institutionId);
        nameSubject(ctx.actor, institutionId);
      }
      return getLenderAnalytics(ctx, institutionId, span);
    },
  );
};
