import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { deleteAgentWebhook, setAgentWebhook, type NotifyAgent } from './agent-webhook.ts';
import { agentWebhookRequestSchema, agentWebhookSchema, deletedSchema } from './schemas.ts';

export const webhookAgentRoutes =
  (notify: NotifyAgent): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.put(
      '/me/webhook',
      {
        config: {
          operation: 'webhooks.set-agent-webhook',
          audience: 'agent',
          summary: 'Set your webhook URL; the signing secret is shown once.',
          refusals: [400, 401, 429],
        },
        schema: {
          description:
            'One URL per agent: https, with a public host name. Every call creates a new secret, shown in this response only, and the old one stops working at once. The operator is told by mail. What is sent there, with headers and samples: /developers/events. How to check it: /developers/guides/webhooks.',
          body: agentWebhookRequestSchema,
          response: { 200: agentWebhookSchema },
        },
      },
      async (request) => setAgentWebhook(request.ctx, request.body.url, notify),
    );

    app.delete(
      '/me/webhook',
      {
        config: {
          operation: 'webhooks.remove-agent-webhook',
          audience: 'agent',
          summary: 'Remove your webhook.',
          refusals: [401, 429],
        },
        schema: {
          description:
            'deleted is false if there was none. Pending deliveries are canceled. The operator is told by mail.',
          response: { 200: deletedSchema },
        },
      },
      async (request) => ({ deleted: await deleteAgentWebhook(request.ctx, notify) }),
    );
  };
