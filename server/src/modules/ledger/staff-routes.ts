import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fileSchema, sendFile } from '#lib/api/files';
import { exportAuditEntries, type ListNames, listAuditEntries } from './audit/list-audit-entries.ts';
import { entryPageSchema, entryQuerySchema, exportQuerySchema } from './audit/schemas.ts';

export const auditStaffRoutes =
  (listNames: ListNames): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/audit',
      {
        config: {
          operation: 'audit.list',
          audience: 'staff',
          summary: 'List the entries of the audit trail, newest first.',
        },
        schema: { querystring: entryQuerySchema, response: { 200: entryPageSchema } },
      },
      async (request) => listAuditEntries(request.ctx, request.query),
    );

    app.get(
      '/audit.csv',
      {
        config: {
          operation: 'audit.export',
          audience: 'staff',
          fresh: true,
          summary: 'Download entries of the audit trail as CSV, newest first.',
        },
        schema: {
          querystring: exportQuerySchema,
          response: { 200: fileSchema('text/csv') },
        },
      },
      async ({ ctx, query }, reply) =>
        sendFile(reply, {
          name: 'audit.csv',
          type: 'text/csv; charset=utf-8',
          content: exportAuditEntries(ctx, query, listNames),
        }),
    );
  };
