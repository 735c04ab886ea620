import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { removeAgentWebhook } from './remove-agent-webhook.ts';
import { removedSchema, webhookRequestSchema, webhookSchema } from './schemas.ts';
import { setAgentWebhook } from './set-agent-webhook.ts';

export const webhookAgentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.put(
    '/me/webhook',
    {
      config: {
        operation: 'webhooks.set-agent-webhook',
        audience: 'agent',
        summary: 'Set where you are told; the signing secret is in the answer, once.',
        refusals: [400, 401],
      },
      schema: {
        description:
          'One address per agent: https, a public host name. Every call makes a new secret, shown in this answer only, and the old one ends at once. What is sent there is under webhooks in this description.',
        body: webhookRequestSchema,
        response: { 200: webhookSchema },
      },
    },
    async (request) => setAgentWebhook(request.ctx, request.body.url),
  );

  app.delete(
    '/me/webhook',
    {
      config: {
        operation: 'webhooks.remove-agent-webhook',
        audience: 'agent',
        summary: 'Stop being told.',
        refusals: [401],
      },
      schema: {
        description: 'deleted is false when there was none. Deliveries that still wait are given up.',
        response: { 200: removedSchema },
      },
    },
    async (request) => ({ deleted: await removeAgentWebhook(request.ctx) }),
  );
};
