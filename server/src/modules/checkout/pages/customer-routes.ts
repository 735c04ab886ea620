import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { stopUrl } from '#lib/text/stop-link';
import { refuseForeignForms, sendHtml } from '#platform/http';
import { acceptTerms } from './accept-terms.ts';
import { acceptedPage, checkoutPage, returnPage } from './checkout-page.ts';
import { findHold } from '../hold-store.ts';
import { products } from '../rules.ts';
import { changeCard } from './change-card.ts';
import { findStopUrl } from './find-stop-url.ts';
import { isOfferedAgain } from '../links/is-offered-again.ts';
import { optionsPage } from './options-page.ts';
import { withdrawCard } from './withdraw-card.ts';
import { getCheckoutView } from './get-checkout-view.ts';

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

const optionsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:token',
    { config: { operation: 'checkout.view-options', audience }, schema: { params } },
    async ({ ctx, params: { token } }, reply) => {
      const [research, representation, stop] = await Promise.all([
        getCheckoutView(ctx, { token, product: 'research' }),
        getCheckoutView(ctx, { token, product: 'representation' }),
        findStopUrl(ctx, token),
      ]);
      return sendHtml(reply, optionsPage({ research, representation }, { token, stop }));
    },
  );
};

/** The customer's checkout. Only a pressed button changes anything, and the card is entered at the provider. */
export const checkoutCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(optionsRoute);

  for (const product of products) {
    app.get(
      `/:token/${product}`,
      { config: { operation: `checkout.view-${product}`, audience }, schema: { params } },
      async ({ ctx, params: { token } }, reply) => {
        const [view, stop] = await Promise.all([getCheckoutView(ctx, { token, product }), findStopUrl(ctx, token)]);
        return sendHtml(reply, checkoutPage(view, { product, pageOrigin: ctx.cards.pageOrigin, stop }));
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
        const shown = { product, pageOrigin: ctx.cards.pageOrigin, stop: await findStopUrl(ctx, token) };
        if (body.accept_terms !== 'true') {
          const view = await getCheckoutView(ctx, { token, product });
          return sendHtml(reply, checkoutPage(view, { ...shown, problem: 'not accepted' }));
        }
        const accepted = await acceptTerms(ctx, {
          token,
          product,
          shown: {
            priceCents: body.price_cents === undefined ? undefined : Number(body.price_cents),
            termsVersion: body.terms_version,
          },
          address,
          userAgent: request.headers['user-agent'] ?? '',
        });
        if (accepted.kind === 'page') return reply.code(303).header('location', accepted.url).send();
        return sendHtml(reply, acceptedPage(accepted, await getCheckoutView(ctx, { token, product }), shown));
      },
    );
  }

  await app.register(cardRoutes);

  app.get(
    '/return/:hold_id',
    {
      config: { operation: 'checkout.view-return', audience: 'anyone' },
      schema: { params: Type.Object({ hold_id: Type.String({ maxLength: 40 }) }) },
    },
    async ({ ctx, params: { hold_id: holdId } }, reply) => {
      const hold = await findHold(ctx.db, holdId);
      const stop = hold && stopUrl(ctx, { consultationId: hold.consultationId });
      return sendHtml(reply, returnPage(hold, { stop, again: await isOfferedAgain(ctx, hold) }));
    },
  );
};

/** What the owner of a saved card can do. */
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
      return reply
        .code(303)
        .header('location', `/checkout/${encodeURIComponent(token)}/representation`)
        .send();
    },
  );

  app.post(
    '/:token/representation/card',
    {
      config: { operation: 'checkout.change-card', audience },
      schema: { params, body: changeSchema },
      preValidation: refuseForeignForms('change_card'),
    },
    async ({ ctx, params: { token } }, reply) => {
      const changed = await changeCard(ctx, token);
      if (changed.kind === 'page') return reply.code(303).header('location', changed.url).send();
      const product = 'representation';
      const [view, stop] = await Promise.all([getCheckoutView(ctx, { token, product }), findStopUrl(ctx, token)]);
      const problem = changed.kind === 'unavailable' ? ({ problem: 'unavailable' } as const) : {};
      return sendHtml(reply, checkoutPage(view, { product, pageOrigin: ctx.cards.pageOrigin, stop, ...problem }));
    },
  );
};
