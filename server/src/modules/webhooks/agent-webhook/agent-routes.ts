import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { deleteAgentWebhook, setAgentWebhook, type NotifyAgent } from './agent-webhook.ts';
import { closed } from '#lib/api/shapes';
import { Type } from 'typebox';

/** Bounds only; rules.ts decides whether an address is public. */
const agentWebhookRequestSchema = Type.Object(
  { url: Type.String({ maxLength: 500 }) },
  { ...closed, examples: [{ url: 'https://companion.example.com/makewhole/events' }] },
);

const agentWebhookMembers = {
  url: Type.String(),
  events: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

const agentWebhookSchema = Type.Object({ secret: Type.String(), ...agentWebhookMembers }, closed);

const deletedSchema = Type.Object({ deleted: Type.Boolean() }, closed);

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
