import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { meterUpload, withUploadSlot } from '#modules/documents';
import { abortOnDisconnect, acceptUploads, readUpload } from '#platform/http';
import { authenticatePollToken } from '../receipt/receipt.ts';
import { receiptSchema } from '../schemas.ts';
import { attachReport, requireAttachable } from './reports.ts';

/** Separate from the other routes, because its bodies are files. */
export const intakeDocumentAgentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  acceptUploads(app);
  app.post(
    '/intakes/:intake_id/documents',
    {
      config: {
        operation: 'intakes.attach-report',
        audience: 'poll token or agent key',
        summary: 'Add the insurer’s valuation report to an intake.',
        refusals: [400, 401, 404, 409, 429, 500],
      },
      schema: {
        description:
          'A multipart body with one part named file, a PDF. At most ten files per intake; the same file counts once. If there are several reports, the one sent last counts, even if it was sent before. The report is read while you wait, scans included: allow 120 seconds. What it says for certain about the same vehicle counts before what was sent, which stays stored as it is, and the market read is computed again. 400: not a PDF, too large, protected by a password or not readable. 409: the intake is duplicate, not_eligible, declined or expired, or its consultation has ended. 429: other reports are being read, or the bytes that you, your network or everybody without a key may upload on a UTC day are used up; send it again after Retry-After. 507: there is no space for files at the moment.',
        params: Type.Object({ intake_id: Type.String() }),
        response: { 200: receiptSchema },
      },
      onRequest: async (request) => {
        request.ctx = await authenticatePollToken(request.ctx, request.headers.authorization, request.clientAddress);
      },
    },
    async (request, reply) => {
      const { ctx, params } = request;
      const intakeId = params.intake_id;
      const signal = abortOnDisconnect(reply);
      await requireAttachable(ctx, intakeId);
      return withUploadSlot({ actor: ctx.actor, intakeId }, () =>
        readUpload(request, (pdf) => attachReport(ctx, intakeId, { pdf, signal }), meterUpload(ctx)),
      );
    },
  );
};
