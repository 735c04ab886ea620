import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { exportInstitutionTrail } from './export-institution-trail.ts';
import { listInstitutionTrail, type ListUserNames } from './list-institution-trail.ts';
import { trailExportQuerySchema, trailFileSchema, trailPageSchema, trailQuerySchema } from './schemas.ts';
import { writeTrailCsv } from './write-trail-csv.ts';

/** The institution's own part of the trail. */
export const auditPortalRoutes =
  (listNames: ListUserNames): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/trail',
      {
        config: {
          operation: 'audit.portal-list-trail',
          audience: 'portal',
          summary: 'List what was done at the institution, newest first.',
          needs: 'trail.read',
        },
        schema: { querystring: trailQuerySchema, response: { 200: trailPageSchema } },
      },
      async ({ ctx, query }) => listInstitutionTrail(ctx, query, listNames),
    );

    app.get(
      '/trail.csv',
      {
        config: {
          operation: 'audit.portal-download-trail-csv',
          audience: 'portal',
          summary: 'Download the trail as CSV, newest first, at most 10,000 entries.',
          needs: 'trail.read',
        },
        schema: {
          querystring: trailExportQuerySchema,
          response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
        },
      },
      async ({ ctx, query }, reply) =>
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="trail.csv"')
          .send(writeTrailCsv(await exportInstitutionTrail(ctx, query, listNames))),
    );

    app.get(
      '/trail.json',
      {
        config: {
          operation: 'audit.portal-download-trail-json',
          audience: 'portal',
          summary: 'Download the trail as JSON, newest first, at most 10,000 entries.',
          needs: 'trail.read',
        },
        schema: { querystring: trailExportQuerySchema, response: { 200: trailFileSchema } },
      },
      async ({ ctx, query }, reply) =>
        reply
          .header('content-disposition', 'attachment; filename="trail.json"')
          .send(await exportInstitutionTrail(ctx, query, listNames)),
    );
  };
