import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import {
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  endpointHealthSchema,
  recoveryRequestSchema,
  recoverySchema,
} from './delivery-schemas.ts';
import { getEndpointHealth } from './get-endpoint-health.ts';
import { endpointNotFound } from './get-endpoint.ts';
import { listDeliveries, resendDelivery } from './list-deliveries.ts';
import { findPartnerEndpoint } from './partner-endpoint-store.ts';
import { findRecovery, recoverDeliveries } from './recover-deliveries.ts';
import { promoteSecret, rotateSecret } from './rotate-secret.ts';
import { endpointSchema, endpointWithSecretSchema, rotateRequestSchema } from './schemas.ts';
import { sendTestEvent } from './send-test-event.ts';

const endpointParams = Type.Object({ endpoint_id: Type.String() });

/** Staff act on any endpoint by its id; the account it belongs to is looked up. */
async function which(ctx: Ctx, id: string): Promise<{ accountId: string; id: string }> {
  requireStaff(ctx.actor);
  const row = await findPartnerEndpoint(ctx.db, id);
  if (row === undefined) throw endpointNotFound();
  return { accountId: row.account_id, id };
}

export const webhookStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(checkRoutes);
  await app.register(rotationRoutes);
  await app.register(recoveryRoutes);
  await app.register(deliveryRoutes);
};

const checkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/webhook-endpoints/:endpoint_id/health',
    {
      config: {
        operation: 'webhooks.get-endpoint-health',
        audience: 'staff',
        summary: 'How an endpoint is doing, in words and numbers.',
      },
      schema: { params: endpointParams, response: { 200: endpointHealthSchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return getEndpointHealth(ctx, params.endpoint_id);
    },
  );

  app.post(
    '/webhook-endpoints/:endpoint_id/test',
    {
      config: {
        operation: 'webhooks.send-test-event',
        audience: 'staff',
        summary: 'Send an endpoint a test, now and once; the answer is its delivery.',
      },
      schema: { params: endpointParams, response: { 200: deliverySchema } },
    },
    async ({ ctx, params }) => {
      const { accountId, id } = await which(ctx, params.endpoint_id);
      return sendTestEvent(ctx, accountId, id);
    },
  );
};

const rotationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/webhook-endpoints/:endpoint_id/rotate',
    {
      config: {
        operation: 'webhooks.rotate-secret',
        audience: 'staff',
        summary:
          'Give an endpoint a new secret, in this answer once; the old one signs until promoted or the overlap ends.',
      },
      schema: { params: endpointParams, body: rotateRequestSchema, response: { 200: endpointWithSecretSchema } },
    },
    async ({ ctx, params, body }) => rotateSecret(ctx, await which(ctx, params.endpoint_id), body.overlap_hours ?? 24),
  );

  app.post(
    '/webhook-endpoints/:endpoint_id/promote',
    {
      config: {
        operation: 'webhooks.promote-secret',
        audience: 'staff',
        summary: 'End a rotation now: only the new secret signs.',
      },
      schema: { params: endpointParams, response: { 200: endpointSchema } },
    },
    async ({ ctx, params }) => promoteSecret(ctx, await which(ctx, params.endpoint_id)),
  );
};

const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/webhook-endpoints/:endpoint_id/recover',
    {
      config: {
        operation: 'webhooks.recover-deliveries',
        audience: 'staff',
        summary: 'Send again what an endpoint missed since a time; with dry_run only count it.',
      },
      schema: { params: endpointParams, body: recoveryRequestSchema, response: { 200: recoverySchema } },
    },
    async ({ ctx, params, body }) => {
      const { id } = await which(ctx, params.endpoint_id);
      return recoverDeliveries(ctx, {
        endpointId: id,
        since: new Date(body.since),
        until: body.until === undefined ? undefined : new Date(body.until),
        states: body.states,
        dryRun: body.dry_run ?? false,
      });
    },
  );

  app.get(
    '/webhook-endpoints/:endpoint_id/recover',
    {
      config: {
        operation: 'webhooks.get-recovery',
        audience: 'staff',
        summary: 'How far the last recovery of an endpoint is.',
      },
      schema: { params: endpointParams, response: { 200: recoverySchema } },
    },
    async ({ ctx, params }) => {
      const { id } = await which(ctx, params.endpoint_id);
      const recovery = await findRecovery(ctx, id);
      if (recovery === undefined) throw notFound('Nothing was ever recovered at this endpoint.');
      return recovery;
    },
  );
};

const deliveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/deliveries',
    {
      config: {
        operation: 'webhooks.list-deliveries',
        audience: 'staff',
        summary: 'Find deliveries by endpoint, event and state, with every attempt.',
      },
      schema: { querystring: deliveryQuerySchema, response: { 200: deliveryPageSchema } },
    },
    async ({ ctx, query }) => {
      requireStaff(ctx.actor);
      return listDeliveries(ctx, {
        endpointId: query.endpoint_id,
        eventId: query.event_id,
        state: query.state,
        before: query.cursor,
        limit: Number(query.limit ?? 25),
      });
    },
  );

  app.post(
    '/deliveries/:delivery_id/resend',
    {
      config: {
        operation: 'webhooks.resend-delivery',
        audience: 'staff',
        summary: 'Send one delivery again, under the same event id.',
      },
      schema: { params: Type.Object({ delivery_id: Type.String() }), response: { 200: deliverySchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return resendDelivery(ctx, params.delivery_id);
    },
  );
};
