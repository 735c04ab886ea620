import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { stopUrl } from '#lib/text/stop-link';
import { refuseForeignForms, sendHtml } from '#platform/http';
import { acceptTerms } from './accept-terms.ts';
import { acceptedPage, checkoutPage, returnPage } from './checkout-page.ts';
import { findHold } from '../hold-store.ts';
import { products } from '../rules.ts';
import { findStopUrl } from './find-stop-url.ts';
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

/** The customer's checkout. Only a pressed button changes anything, and the card is entered at the provider. */
export const checkoutCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
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

  app.get(
    '/return/:hold_id',
    {
      config: { operation: 'checkout.view-return', audience: 'anyone' },
      schema: { params: Type.Object({ hold_id: Type.String({ maxLength: 40 }) }) },
    },
    async ({ ctx, params: { hold_id: holdId } }, reply) => {
      const hold = await findHold(ctx.db, holdId);
      return sendHtml(reply, returnPage(hold, hold && stopUrl(ctx, { consultationId: hold.consultationId })));
    },
  );
};
