import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendHtml } from '#platform/http';
import type { Limit } from '#platform/limits';
import { appraisalPage } from './appraisal-page.ts';
import { sendPdf } from './send-pdf.ts';
import { viewAppraisal, type AppraisalPageView } from './view-appraisal.ts';
import { writeAppraisalPdf } from './write-appraisal-pdf.ts';

const params = Type.Object({ token: Type.String({ maxLength: 100 }) });
const audience = 'customer with the link';

/** Insurers and their checkers open many from few addresses, so only tokens that are not ours count by address. */
const unknownTokens: Limit = { name: 'appraisal-unknown', points: 60, windowS: 60, whenStoreIsGone: 'let through' };
/** Of one link; a page reads one snapshot. */
const viewed: Limit = { name: 'appraisal-viewed', points: 60, windowS: 60, whenStoreIsGone: 'let through' };
/** Of one link; a PDF takes a fraction of a second to write. */
const written: Limit = { name: 'appraisal-pdf', points: 10, windowS: 60, whenStoreIsGone: 'let through' };

/** The owner's appraisal, at an address that nobody guesses. */
export const appraisalCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'appraisals.view', audience }, schema: { params } },
    async (request, reply) => sendHtml(reply, appraisalPage(await viewCounted(request, request.params.token, viewed))),
  );

  app.get(
    '/:token/appraisal.pdf',
    { config: { operation: 'appraisals.view-pdf', audience }, schema: { params } },
    async (request, reply) => {
      const view = await viewCounted(request, request.params.token, written);
      // A document that is not what it was is not printed either.
      if (view.kind !== 'shown' || view.check.kind === 'not intact') return sendHtml(reply, appraisalPage(view));
      const { inputs, url, sha256, releasedAt } = view;
      return sendPdf(reply, {
        name: `appraisal-${inputs.case_number}-${inputs.version ?? 0}.pdf`,
        content: await writeAppraisalPdf(inputs, { url, sha256, at: releasedAt }),
      });
    },
  );
};

async function viewCounted(
  { ctx, clientAddress }: FastifyRequest,
  token: string,
  limit: Limit,
): Promise<AppraisalPageView> {
  await ctx.limits.consume(limit, ctx.vault.fingerprint(token).toString('hex').slice(0, 32));
  const view = await viewAppraisal(ctx, token);
  if (view.kind === 'unknown') await ctx.limits.consume(unknownTokens, clientAddress);
  return view;
}
