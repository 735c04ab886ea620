import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { rawBody } from '#platform/http';
import { recordProviderEvent } from './record-provider-event.ts';

/** Called by the card provider; what it did not sign changes nothing. Once an event is stored the answer is 200. */
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
