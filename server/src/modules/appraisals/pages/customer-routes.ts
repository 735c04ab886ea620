import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { languageUrl } from '#lib/text/language-link';
import { findOwnPage } from '#lib/text/page-link';
import { listContacts } from '#modules/consultations';
import { customerLanguage, requestLanguage, sendHtml } from '#platform/http';
import type { Limit } from '#platform/limits';
import { sendPdf, viewAppraisal, writeAppraisalPdf, type AppraisalPageView } from './appraisal-copies.ts';
import { appraisalPage } from './appraisal-page.ts';

const params = Type.Object({ token: Type.String({ maxLength: 100 }) });
const audience = 'customer with the link';

/** Insurers and their checkers open many from few addresses, so only unknown tokens count by address. */
const unknownTokens: Limit = { name: 'appraisal-unknown', points: 60, windowS: 60, whenStoreIsGone: 'let through' };
/** Per link; a page reads one snapshot. */
const viewed: Limit = { name: 'appraisal-viewed', points: 60, windowS: 60, whenStoreIsGone: 'let through' };
/** Per link; a PDF takes a fraction of a second to write. */
const written: Limit = { name: 'appraisal-pdf', points: 10, windowS: 60, whenStoreIsGone: 'let through' };

/** The owner's appraisal, at an unguessable address. */
export const appraisalCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'appraisals.view', audience }, schema: { params } },
    async (request, reply) => {
      const view = await viewCounted(request, request.params.token, viewed);
      return sendHtml(reply, appraisalPage(view, await shownTo(request, view)));
    },
  );

  app.get(
    '/:token/appraisal.pdf',
    { config: { operation: 'appraisals.view-pdf', audience }, schema: { params } },
    async (request, reply) => {
      const view = await viewCounted(request, request.params.token, written);
      // A document that has changed is not printed either.
      if (view.kind !== 'shown' || view.check.kind === 'not intact')
        return sendHtml(reply, appraisalPage(view, await shownTo(request, view)));
      const { inputs, url, sha256, releasedAt } = view;
      // The signed one is in English; the translation must be requested.
      const language = (request.query as { readonly lang?: unknown }).lang === 'es' ? 'es' : 'en';
      return sendPdf(reply, {
        name: `appraisal-${inputs.case_number}-${inputs.version ?? 0}${language === 'es' ? '-es' : ''}.pdf`,
        content: await writeAppraisalPdf(inputs, {
          url,
          sha256,
          at: releasedAt,
          language,
          team: request.ctx.config.team,
        }),
      });
    },
  );
};

/**
 * The link is for the owner and their insurer, so it is shown in the language of the reader. With the token of the
 * owner's page, it is shown in the owner's language, with a link back to their page.
 */
async function shownTo(request: FastifyRequest, view: AppraisalPageView) {
  const { page } = request.query as { readonly page?: unknown };
  const pageToken = typeof page === 'string' && /^[\w-]{1,200}$/.test(page) ? page : undefined;
  const { consultationId } = view;
  const pageUrl = consultationId === undefined ? undefined : findOwnPage(request.ctx, { pageToken, consultationId });
  if (pageUrl === undefined || consultationId === undefined) return { language: requestLanguage(request) };
  const [owner] = await listContacts(request.ctx, [consultationId]);
  const chosen = { language: owner?.language, languageUrl: languageUrl(request.ctx, consultationId) };
  return { language: customerLanguage(request, chosen), pageUrl, query: `page=${pageToken}` };
}

async function viewCounted(
  { ctx, clientAddress }: FastifyRequest,
  token: string,
  limit: Limit,
): Promise<AppraisalPageView> {
  await ctx.limits.consume(limit, ctx.vault.fingerprint(token, 'token').toString('hex').slice(0, 32));
  const view = await viewAppraisal(ctx, token);
  if (view.kind === 'unknown') await ctx.limits.consume(unknownTokens, clientAddress);
  return view;
}
