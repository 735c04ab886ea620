import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { addressBucket } from '#lib/network/address';
import { findPageLink } from '#lib/text/page-link';
import { refuseForeignForms, requestLanguage, sendHtml } from '#platform/http';
import type { Limit } from '#platform/limits';
import type { PageSources } from './facts.ts';
import { formRoutes } from './form-routes.ts';
import { findPage } from './links/find-page.ts';
import { askedPage, findingPage, testAskedPage, unknownPage } from './links/link-page.ts';
import { renewLink, requestLink } from './links/links.ts';
import { consultationPage, notices } from './pages/consultation-page.ts';
import { findCurrent } from './pages/pages.ts';
import { termsPage } from './pages/money-page.ts';
import { uploadRoutes } from './upload-routes.ts';
import { getPageView } from './views/views.ts';

const params = Type.Object({ token: Type.String({ maxLength: 200 }) });
const audience = 'customer with the link';

/** A client that guesses case numbers gets no information and only a few tries. */
const searched: Limit = { name: 'page-searched', points: 10, windowS: 600, whenStoreIsGone: 'refuse' };
/** Longer than any lookup takes, so that the response time does not reveal whether a case exists. */
const answerMs = 400;

/** The customer's own page. Opening it changes nothing; every button redirects back to it. */
export const selfServiceCustomerRoutes =
  (sources: PageSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(findingRoutes);
    await app.register(pageRoutes(sources));
    await app.register(formRoutes(sources));
    await app.register(uploadRoutes(sources));
  };

const searchSchema = Type.Object(
  { number: Type.String({ maxLength: 20 }), contact: Type.String({ maxLength: 254 }) },
  closed,
);

const findingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('', { config: { operation: 'owner-page.view-search', audience: 'anyone' } }, async (request, reply) =>
    sendHtml(reply, findingPage(requestLanguage(request))),
  );

  app.post(
    '',
    {
      config: { operation: 'owner-page.request-link', audience: 'anyone' },
      schema: { body: searchSchema },
      preValidation: refuseForeignForms('number'),
    },
    async (request, reply) => {
      const { ctx, body, clientAddress } = request;
      await ctx.limits.consume(searched, addressBucket(clientAddress));
      const language = requestLanguage(request);
      await Promise.all([requestLink(ctx, { ...body, language }), pause(answerMs)]);
      return sendHtml(reply, askedPage(language));
    },
  );

  app.post(
    '/:token/link',
    {
      config: { operation: 'owner-page.renew-link', audience },
      schema: { params, body: Type.Object({ renew: Type.Literal('true') }, closed) },
      preValidation: refuseForeignForms('renew'),
    },
    async (request, reply) => {
      const { ctx, params: asked, clientAddress } = request;
      await ctx.limits.consume(searched, addressBucket(clientAddress));
      const language = requestLanguage(request);
      const [found, link] = [await findPage(ctx, asked.token), findPageLink(ctx, asked.token)];
      if (found.kind === 'unknown' || link === undefined) return sendHtml(reply, unknownPage(language));
      await renewLink(ctx, { consultationId: found.standing.id, language, isFor: link.isFor });
      return sendHtml(reply, found.standing.test ? testAskedPage(language) : askedPage(language));
    },
  );
};

/** Any other text is ignored and is not an error, since the address may have been shortened. */
const viewQuery = Type.Object({ done: Type.Optional(Type.String()), lang: Type.Optional(Type.String()) });

const pageRoutes =
  (sources: PageSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/:token',
      { config: { operation: 'owner-page.view', audience }, schema: { params, querystring: viewQuery } },
      async (request, reply) => {
        const current = await findCurrent(request, reply);
        if (current === undefined) return reply;
        const done = notices.find((notice) => notice === request.query.done);
        return sendHtml(reply, consultationPage(await getPageView(request.ctx, sources, current), { done }));
      },
    );

    // Handles a language change after a refused form: the address of that page is the address of the form.
    for (const form of ['call', 'channels', 'facts', 'link', 'report', 'requests'])
      app.get(
        `/:token/${form}`,
        { config: { operation: `owner-page.leave-${form}`, audience }, schema: { params } },
        async (request, reply) => {
          const { token } = request.params;
          return reply
            .code(303)
            .header('location', `/case/${encodeURIComponent(token)}?lang=${requestLanguage(request)}`)
            .send();
        },
      );

    app.get(
      '/:token/terms/:product/:version',
      {
        config: { operation: 'owner-page.view-terms', audience },
        schema: {
          params: Type.Object({
            ...params.properties,
            product: Type.String({ maxLength: 40 }),
            version: Type.String({ maxLength: 40 }),
          }),
        },
      },
      async (request, reply) => {
        const current = await findCurrent(request, reply);
        if (current === undefined) return reply;
        const page = termsPage(await getPageView(request.ctx, sources, current), request.params);
        return sendHtml(reply, page ?? unknownPage(current.language));
      },
    );
  };
