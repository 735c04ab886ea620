import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { exportInstitutionTrail, listInstitutionTrail, type ListUserNames, writeTrailCsv } from './trail.ts';
import {
  type TrailEntry,
  trailExportQuerySchema,
  trailFileSchema,
  trailPageSchema,
  trailQuerySchema,
} from './schemas.ts';

/** The institution's own part of the audit trail. */
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
          summary: 'Download the trail as CSV, newest first.',
          needs: 'trail.read',
        },
        schema: {
          querystring: trailExportQuerySchema,
          response: { 200: fileSchema('text/csv') },
        },
      },
      async ({ ctx, query }, reply) =>
        sendFile(reply, {
          name: 'trail.csv',
          type: 'text/csv; charset=utf-8',
          content: writeTrailCsv(exportInstitutionTrail(ctx, query, listNames)),
        }),
    );

    app.get(
      '/trail.json',
      {
        config: {
          operation: 'audit.portal-download-trail-json',
          audience: 'portal',
          summary: 'Download the trail as JSON, newest first.',
          needs: 'trail.read',
        },
        schema: { querystring: trailExportQuerySchema, response: { 200: trailFileSchema } },
      },
      async ({ ctx, query }, reply) =>
        reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', 'attachment; filename="trail.json"')
          .send(Readable.from(writeJson(exportInstitutionTrail(ctx, query, listNames))) as never),
    );
  };

async function* writeJson(pages: AsyncIterable<readonly TrailEntry[]>): AsyncGenerator<string> {
  yield '{"object":"trail","data":[';
  let separator = '';
  for await (const entries of pages) {
    if (entries.length === 0) continue;
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(',');
    separator = ',';
  }
  yield ']}';
}
