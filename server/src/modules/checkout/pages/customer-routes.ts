import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readCookie, writeHostCookie } from '#lib/network/cookies';
import { languageUrl } from '#lib/text/language-link';
import { findOwnPage } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { listContacts } from '#modules/consultations';
import { notFound } from '#platform/errors';
import { customerLanguage, refuseForeignForms, requestLanguage, sendHtml } from '#platform/http';
import { findHold, type Hold } from '../hold-store.ts';
import { isOfferedAgain } from '../links/links.ts';
import { checkoutPath } from '../links/link-rules.ts';
import { products, termsLanguage, type Product } from '../rules.ts';
import { hasTerms } from '../terms/terms-data.ts';
import { acceptTerms, findCheckoutFrame } from './accept-terms.ts';
import { acceptedPage, checkoutPage, returnPage } from './checkout-page.ts';
import { changeCard, getCheckoutView, withdrawCard } from './customer-checkout.ts';
import { termsPage } from './ended-page.ts';
import { optionsPage } from './options-page.ts';

const params = Type.Object({ token: Type.String() });
const audience = 'customer with the link';

/** An unticked box is not sent at all; the price and terms that the page showed come back with the form. */
const acceptSchema = Type.Object(
  {
    accept_terms: Type.Optional(Type.String({ maxLength: 10 })),
    price_cents: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
    terms_version: Type.Optional(Type.String({ maxLength: 40 })),
  },
  { additionalProperties: false },
);

const withdrawSchema = Type.Object({ withdraw: Type.Literal('true') }, { additionalProperties: false });
const changeSchema = Type.Object({ change_card: Type.Literal('true') }, { additionalProperties: false });

const findPageToken = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[\w-]{1,200}$/.test(text) ? text : undefined;

/** The query of an address; others may have added to it. */
function readQuery({ query }: FastifyRequest): { readonly page: string | undefined; readonly problem: unknown } {
  const { page, problem } = query as { readonly page?: unknown; readonly problem?: unknown };
  return { page: findPageToken(page), problem };
}

/** The data that every checkout page needs, besides the checkout itself. */
async function readFrame(request: FastifyRequest, token: string) {
  const frame = await findCheckoutFrame(request.ctx, { token, pageToken: readQuery(request).page });
  return {
    token,
    frame,
    language: customerLanguage(request, frame.chosen),
    zone: request.ctx.config.teamTimeZone,
  };
}

/** A page of the same checkout, in the same language and with the same link back. */
function sendTo(request: FastifyRequest, reply: FastifyReply, { path, problem }: { path: string; problem?: string }) {
  const { page } = readQuery(request);
  const { lang } = request.query as { readonly lang?: unknown };
  const query = new URLSearchParams({
    ...(problem === undefined ? {} : { problem }),
    ...(page === undefined ? {} : { page }),
    ...(lang === 'en' || lang === 'es' ? { lang } : {}),
  }).toString();
  return reply
    .code(303)
    .header('location', query === '' ? path : `${path}?${query}`)
    .send();
}

/** The customer's checkout. Only submitting a form changes anything, and the card is entered at the provider. */
export const checkoutCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(optionsRoute);
  await app.register(termsRoute);
  for (const product of products) await app.register(productRoutes(product));
  await app.register(cardRoutes);
  await app.register(returnRoute);
};

const optionsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'checkout.view-options', audience }, schema: { params } },
    async (request, reply) => {
      const { ctx } = request;
      const { token } = request.params;
      const [research, representation, frame] = await Promise.all([
        getCheckoutView(ctx, { token, product: 'research' }),
        getCheckoutView(ctx, { token, product: 'representation' }),
        readFrame(request, token),
      ]);
      return sendHtml(reply, optionsPage({ research, representation }, { pageOrigin: ctx.cards.pageOrigin, ...frame }));
    },
  );
};

/** Each version of the terms has a permanent page. */
const termsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/terms/:name',
    {
      config: { operation: 'checkout.view-terms', audience: 'anyone' },
      schema: { params: Type.Object({ name: Type.String({ maxLength: 60 }) }) },
    },
    async (request, reply) => {
      const product = products.find((one) => request.params.name.startsWith(`${one}-`));
      if (product === undefined) throw notFound();
      const version = request.params.name.slice(product.length + 1);
      if (!hasTerms(product, version)) throw notFound();
      const other = version.endsWith('-es') ? version.slice(0, -'-es'.length) : `${version}-es`;
      const wanted = requestLanguage(request, termsLanguage(version));
      if (wanted !== termsLanguage(version) && hasTerms(product, other))
        return reply.code(303).header('location', `/checkout/terms/${product}-${other}`).send();
      return sendHtml(reply, termsPage({ product, version, testCard: request.ctx.cards.isTest }));
    },
  );
};

const productRoutes =
  (product: Product): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      `/:token/${product}`,
      { config: { operation: `checkout.view-${product}`, audience }, schema: { params } },
      async (request, reply) => {
        const { ctx } = request;
        const { token } = request.params;
        const [view, frame] = await Promise.all([getCheckoutView(ctx, { token, product }), readFrame(request, token)]);
        const problem = readQuery(request).problem === 'terms' ? 'not accepted' : undefined;
        return sendHtml(reply, checkoutPage(view, { product, pageOrigin: ctx.cards.pageOrigin, ...frame, problem }));
      },
    );

    app.post(
      `/:token/${product}`,
      {
        config: { operation: `checkout.accept-${product}`, audience },
        schema: { params, body: acceptSchema },
        preValidation: refuseForeignForms('accept_terms'),
      },
      async (request, reply) => {
        const { ctx, body, clientAddress: address } = request;
        const { token } = request.params;
        // Shown on a separate page, so that reloading submits nothing again.
        if (body.accept_terms !== 'true')
          return sendTo(request, reply, { path: checkoutPath(token, product), problem: 'terms' });
        const frame = await readFrame(request, token);
        const accepted = await acceptTerms(ctx, {
          token,
          product,
          language: frame.language,
          shown: {
            priceCents: body.price_cents === undefined ? undefined : Number(body.price_cents),
            termsVersion: body.terms_version,
          },
          address,
          userAgent: request.headers['user-agent'] ?? '',
        });
        if (accepted.kind === 'page') return leave(request, reply, { token, url: accepted.url });
        const shown = { product, pageOrigin: ctx.cards.pageOrigin, ...frame };
        return sendHtml(reply, acceptedPage(accepted, await getCheckoutView(ctx, { token, product }), shown));
      },
    );
  };

/** As long as the provider's page is open. */
const returnS = 86_400;
const pageCookie = '__Host-makewhole-page';
const checkoutCookie = '__Host-makewhole-checkout';

/**
 * Sends the customer to the provider. The return address has no credential, since the provider reads it, so the
 * customer's own browser keeps the links to their checkout and to their page.
 */
function leave(request: FastifyRequest, reply: FastifyReply, { token, url }: { token: string; url: string }) {
  const { page } = readQuery(request);
  reply.header('set-cookie', writeHostCookie(checkoutCookie, token, returnS));
  if (page !== undefined) reply.header('set-cookie', writeHostCookie(pageCookie, page, returnS));
  return reply.code(303).header('location', url).send();
}

/** Where the returned customer withdraws their card, in the browser that went to the provider from its checkout. */
async function findWithdrawPath({ ctx, headers }: FastifyRequest, { id, product }: Hold): Promise<string | undefined> {
  const token = findPageToken(readCookie(headers.cookie, checkoutCookie));
  if (token === undefined) return undefined;
  const view = await getCheckoutView(ctx, { token, product });
  const isOwn = view.kind === 'settled' && view.hold.id === id && view.withdrawable;
  return isOwn ? `${checkoutPath(token, product)}/withdraw` : undefined;
}

const returnRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/return/:hold_id',
    {
      config: { operation: 'checkout.view-return', audience: 'anyone' },
      schema: { params: Type.Object({ hold_id: Type.String({ maxLength: 40 }) }) },
    },
    async (request, reply) => {
      const { ctx } = request;
      const hold = await findHold(ctx.db, request.params.hold_id);
      const [known] = hold === undefined ? [] : await listContacts(ctx, [hold.consultationId]);
      const pageToken = findPageToken(readCookie(request.headers.cookie, pageCookie));
      const frame =
        hold === undefined
          ? { pageUrl: undefined }
          : {
              stop: stopUrl(ctx, { consultationId: hold.consultationId }),
              pageUrl: findOwnPage(ctx, { pageToken, consultationId: hold.consultationId }),
              test: hold.test,
            };
      // The provider has this address too; the cookie proves that the owner of the case opened it.
      const chosen = { language: known?.language, languageUrl: languageUrl(ctx, hold?.consultationId ?? '') };
      return sendHtml(
        reply,
        returnPage(hold, {
          frame,
          language:
            frame.pageUrl === undefined ? requestLanguage(request, known?.language) : customerLanguage(request, chosen),
          zone: ctx.config.teamTimeZone,
          withdraw: hold && (await findWithdrawPath(request, hold)),
          again: await isOfferedAgain(ctx, hold),
          now: ctx.clock.now(),
        }),
      );
    },
  );
};

/** Actions for the owner of a saved card. */
const cardRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/:token/representation/withdraw',
    {
      config: { operation: 'checkout.withdraw-card', audience },
      schema: { params, body: withdrawSchema },
      preValidation: refuseForeignForms('withdraw'),
    },
    async (request, reply) => {
      const { ctx, clientAddress: address } = request;
      const { token } = request.params;
      await withdrawCard(ctx, { token, address, userAgent: request.headers['user-agent'] ?? '' });
      return sendTo(request, reply, { path: checkoutPath(token, 'representation') });
    },
  );

  app.post(
    '/:token/representation/card',
    {
      config: { operation: 'checkout.change-card', audience },
      schema: { params, body: changeSchema },
      preValidation: refuseForeignForms('change_card'),
    },
    async (request, reply) => {
      const { ctx } = request;
      const { token } = request.params;
      const changed = await changeCard(ctx, token);
      if (changed.kind === 'page') return leave(request, reply, { token, url: changed.url });
      const product = 'representation';
      const [view, frame] = await Promise.all([getCheckoutView(ctx, { token, product }), readFrame(request, token)]);
      const problem = changed.kind === 'unavailable' ? ({ problem: 'unavailable' } as const) : {};
      return sendHtml(reply, checkoutPage(view, { product, pageOrigin: ctx.cards.pageOrigin, ...frame, ...problem }));
    },
  );
};
