import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listAuditEntries } from './list-audit-entries.ts';
import { entryPageSchema, entryQuerySchema } from './schemas.ts';

export const auditStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
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
};
