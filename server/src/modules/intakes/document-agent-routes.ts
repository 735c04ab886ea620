import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { authenticateHolder } from '#modules/access';
import { readUpload, takeUploads } from '#platform/http';
import { attachReport, requireAttachable } from './attach-report.ts';
import { receiptSchema } from './schemas.ts';

/** Apart from the other routes, because its bodies are files. */
export const intakeDocumentAgentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  takeUploads(app);
  app.post(
    '/intakes/:intake_id/documents',
    {
      config: {
        operation: 'intakes.attach-report',
        audience: 'poll token or agent key',
        summary: 'Add the insurer’s valuation report to an intake.',
        refusals: [400, 401, 404, 409, 429, 500],
      },
      schema: { params: Type.Object({ intake_id: Type.String() }), response: { 200: receiptSchema } },
      onRequest: async (request) => {
        const actor = await authenticateHolder(request.ctx, request.headers.authorization, request.callerAddress);
        request.ctx = { ...request.ctx, actor };
      },
    },
    async (request) => {
      const { ctx, params } = request;
      await requireAttachable(ctx, params.intake_id);
      return readUpload(request, (pdf) => attachReport(ctx, params.intake_id, pdf));
    },
  );
};
