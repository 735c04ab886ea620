import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { authenticateHolder } from '#modules/access';
import { inUploadPlace } from '#modules/documents';
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
      schema: {
        description:
          'One part named file, a PDF; ten files an intake at most, the same file counts once. Of several reports the one sent last counts, also when it was sent before. It is read while you wait, scans too: allow 120 seconds. What it says fills in what was not sent and never replaces what was, and the market read is made anew. 400: no PDF, too large, locked or not readable. 409: the intake is duplicate, not_eligible, declined or expired. 429: others are being read; send it again after Retry-After.',
        params: Type.Object({ intake_id: Type.String() }),
        response: { 200: receiptSchema },
      },
      onRequest: async (request) => {
        const actor = await authenticateHolder(request.ctx, request.headers.authorization, request.callerAddress);
        request.ctx = { ...request.ctx, actor };
      },
    },
    async (request, reply) => {
      const { ctx, params } = request;
      const intakeId = params.intake_id;
      const signal = untilGone(reply);
      await requireAttachable(ctx, intakeId);
      return inUploadPlace({ actor: ctx.actor, intakeId }, () =>
        readUpload(request, (pdf) => attachReport(ctx, intakeId, { pdf, signal })),
      );
    },
  );
};

/** Ends with the connection: a file is read for somebody who waits for the answer, and who comes back sends it again. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.closed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
