import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Ctx } from '#context';
import { meterUpload, withUploadSlot } from '#modules/documents';
import { AppError } from '#platform/errors';
import { abortOnDisconnect, acceptUploads, readFiles, refuseForeignForms, sendHtml } from '#platform/http';
import type { PageSources } from './facts.ts';
import type { ReportProblem } from './pages/call-page.ts';
import { consultationPage } from './pages/consultation-page.ts';
import { findProven, sendBack, type CurrentPage } from './pages/pages.ts';
import { sendReport } from './uploads/uploads.ts';
import { getPageView } from './views/views.ts';

const params = Type.Object({ token: Type.String({ maxLength: 200 }) });

/** A report has a dozen pages; together they may be as large as a single file (D-050). */
const bounds = { filesMax: 12, bytesMax: 15_728_640 } as const;

/** Separate from the other routes, because its bodies are files. */
export const uploadRoutes =
  (sources: PageSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    acceptUploads(app);
    app.post(
      '/:token/report',
      {
        config: { operation: 'owner-page.send-report', audience: 'customer with the link' },
        schema: { params },
        preValidation: refuseForeignForms('file'),
      },
      async (request, reply) => {
        const current = await findProven(request, reply);
        if (current === undefined) return reply;
        const { clientAddress: address } = request;
        const livemode = !current.standing.test;
        const ctx: Ctx = { ...request.ctx, actor: { kind: 'poll', address, tokenHashes: [], livemode } };
        const { id: consultationId, sourceId } = current.standing;
        const signal = abortOnDisconnect(reply);
        const read = async (): Promise<ReportProblem | undefined> => {
          const files = await readFiles(request, bounds, meterUpload(ctx));
          if (files.length > bounds.filesMax) return 'many';
          return sendReport(ctx, sources, { consultationId, sourceId, files, signal });
        };
        const problem = await withUploadSlot({ actor: ctx.actor, intakeId: sourceId }, read).catch(toProblem);
        if (problem === undefined) return sendBack(reply, { ...current, done: 'report' });
        return sendProblem(reply, ctx, { sources, current, problem });
      },
    );
  };

function toProblem(error: unknown): ReportProblem {
  if (!(error instanceof AppError)) throw error;
  if (error.status === 413) return 'large';
  if (error.status === 429 || error.status >= 500) return 'busy';
  return 'unreadable';
}

type Refused = { readonly sources: PageSources; readonly current: CurrentPage; readonly problem: ReportProblem };

async function sendProblem(reply: FastifyReply, ctx: Ctx, { sources, current, problem }: Refused) {
  const view = await getPageView(ctx, sources, current);
  return sendHtml(reply, consultationPage(view, { report: problem }));
}
