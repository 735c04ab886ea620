import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { notFound } from '#platform/errors';
import { languageQuery, refuseForeignForms, requestLanguage, sendHtml, rawBody } from '#platform/http';
import { testCards } from './test-cards/card-data.ts';
import { cardPage, usedPage, type Step } from './test-cards/card-page.ts';
import { enterCard, type CardEvents } from './test-cards/test-cards.ts';
import { pageStateOf } from './test-cards/rules.ts';
import { findSession } from './test-cards/session-store.ts';
import { recordProviderEvent } from './provider/provider.ts';

/** Webhook of the card provider. An event without a valid signature changes nothing; a stored one gets 200. */
export const cardProviderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/stripe',
    { config: { operation: 'checkout.record-provider-event', audience: 'card provider' } },
    async (request, reply) => {
      const header = request.headers['stripe-signature'];
      const signature = Array.isArray(header) ? undefined : header;
      await recordProviderEvent(request.ctx, { body: rawBody(request), signature });
      return reply.code(200).send();
    },
  );
};

const params = Type.Object({ session: Type.String({ maxLength: 60 }) });
const audience = 'customer with the link';

const cardSchema = Type.Object(
  {
    card: Type.Enum([...testCards], { type: 'string' }),
    answer: Type.Optional(Type.Enum(['confirm', 'refuse'], { type: 'string' })),
  },
  { additionalProperties: false },
);

const findStep = (step: unknown): Step => (step === 'asked' || step === 'declined' ? step : undefined);

/** The hosted page of the built-in test cards. It has no text fields. */
export const testCardRoutes =
  (events: CardEvents): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/:session',
      { config: { operation: 'test-cards.view-page', audience }, schema: { params } },
      async (request, reply) => {
        const { ctx } = request;
        const session = await findSession(ctx.db, request.params.session, { live: ctx.config.testCards });
        if (session === undefined) throw notFound();
        const isOpen = pageStateOf(session, ctx.clock.now()) === 'open';
        const { step } = request.query as { readonly step?: unknown };
        const language = requestLanguage(request, await events.findLanguage(ctx, session.holdId));
        const shown = { step: findStep(step), language };
        return sendHtml(reply, isOpen ? cardPage(session, shown) : usedPage(session, language));
      },
    );

    app.post(
      '/:session',
      {
        config: { operation: 'test-cards.enter-card', audience },
        schema: { params, body: cardSchema },
        preValidation: refuseForeignForms('card'),
      },
      async (request, reply) => {
        const { session: sessionId } = request.params;
        const { card, answer } = request.body;
        const entered = await enterCard(request.ctx, { events, sessionId, card, answer });
        if (entered.kind === 'left') return reply.code(303).header('location', entered.returnUrl).send();
        const path = `/test-cards/${sessionId}${languageQuery(request)}`;
        const step = `${path.includes('?') ? '&' : '?'}step=${entered.kind}`;
        return reply.code(303).header('location', `${path}${step}`).send();
      },
    );
  };
