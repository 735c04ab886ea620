import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { rawBody } from '#platform/http';
import { recordProviderEvent } from './provider.ts';

/**
 * Webhook of the card provider. An event without a valid signature changes nothing; one that is stored is answered with
 * 200.
 */
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
