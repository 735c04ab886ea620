import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireAgent } from '#actor';
import { agentDeliveries } from '#modules/webhooks';
import { noBodyIsEmpty } from '#platform/http';
import {
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  newSettingsSchema,
  settingsSchema,
  startedSchema,
  testEventSchema,
  webhookAnswerSchema,
} from './agent-console/schemas.ts';
import { getOwnDelivery, getSettings, listOwnDeliveries, resendOwnDelivery } from './console-views/views.ts';

const deliveryParams = Type.Object({ delivery_id: Type.String({ maxLength: 100 }) });

/** Deliveries to the agent's webhook, the webhook itself, and the settings for its failures. */
export const deliveryConsoleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(deliveryRoutes);
  await app.register(webhookRoutes);
};

const deliveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/deliveries',
    {
      config: {
        operation: 'agent-console.list-deliveries',
        audience: 'agent',
        summary: 'List deliveries to your webhook, newest first, each with the cause of its last failure.',
      },
      schema: { querystring: deliveryQuerySchema, response: { 200: deliveryPageSchema } },
    },
    async ({ ctx, query }) => listOwnDeliveries(ctx, query),
  );

  app.get(
    '/deliveries/:delivery_id',
    {
      config: {
        operation: 'agent-console.get-delivery',
        audience: 'agent',
        summary: 'Retrieve a delivery with each request as it was sent, each answer, the cause and what to do.',
      },
      schema: { params: deliveryParams, response: { 200: deliverySchema } },
    },
    async ({ ctx, params }) => getOwnDelivery(ctx, params.delivery_id),
  );

  app.post(
    '/deliveries/:delivery_id/resend',
    {
      config: {
        operation: 'agent-console.resend-delivery',
        audience: 'agent',
        summary: 'Send the same event again, under a new delivery id.',
      },
      schema: { params: deliveryParams, response: { 200: startedSchema } },
    },
    async ({ ctx, params }) => {
      const { deliveryId } = await resendOwnDelivery(ctx, params.delivery_id);
      return { delivery_id: deliveryId };
    },
  );
};

const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/webhook',
    {
      config: {
        operation: 'agent-console.get-webhook',
        audience: 'agent',
        summary: 'Retrieve your webhook and how it does: in a word, in a sentence and in numbers.',
      },
      schema: { response: { 200: webhookAnswerSchema } },
    },
    async ({ ctx }) => ({
      livemode: requireAgent(ctx.actor).livemode,
      webhook: (await agentDeliveries.findWebhookHealth(ctx)) ?? null,
    }),
  );

  app.post(
    '/webhook/test-event',
    {
      config: {
        operation: 'agent-console.send-test-event',
        audience: 'agent',
        summary: 'Send an event of a type to your webhook, once, about an intake that does not exist.',
      },
      schema: { body: testEventSchema, response: { 200: startedSchema } },
      preValidation: noBodyIsEmpty,
    },
    async ({ ctx, body }) => {
      const { deliveryId } = await agentDeliveries.sendAgentTest(ctx, body.type ?? 'intake.received');
      return { delivery_id: deliveryId };
    },
  );

  app.get(
    '/settings',
    {
      config: {
        operation: 'agent-console.get-settings',
        audience: 'agent',
        summary: 'Retrieve whether the operator gets a mail when the webhook fails, and where.',
      },
      schema: { response: { 200: settingsSchema } },
    },
    async ({ ctx }) => getSettings(ctx),
  );

  app.put(
    '/settings',
    {
      config: {
        operation: 'agent-console.set-settings',
        audience: 'agent',
        summary: 'Turn mails about a failing webhook on or off.',
      },
      schema: { body: newSettingsSchema, response: { 200: settingsSchema } },
    },
    async ({ ctx, body }) => {
      await agentDeliveries.setMailOnFailure(ctx, body.mail_on_failure);
      return getSettings(ctx);
    },
  );
};
