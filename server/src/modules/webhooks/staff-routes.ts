import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { nameInstitution } from '#modules/ledger';
import { notFound } from '#platform/errors';
import { promoteSecret, rotateSecret } from './endpoints/endpoints.ts';
import { endpointSchema, endpointWithSecretSchema, rotateRequestSchema } from './endpoints/schemas.ts';
import { findEndpointAccount } from './endpoints/store.ts';
import { deliveryNotFound, endpointNotFound } from './errors.ts';
import { getEndpointHealth, sendTestEvent } from './health/health.ts';
import { endpointHealthSchema } from './health/schemas.ts';
import { getDeliveryDetail, listDeliveries, resendDelivery } from './history/history.ts';
import {
  deliveryDetailSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  recoveryRequestSchema,
  recoverySchema,
} from './history/schemas.ts';
import { findDeliveryAccount } from './history/store.ts';
import { findRecovery, recoverDeliveries } from './recovery/recovery.ts';
import type { DeliveryKey, EndpointKey } from './rules.ts';

const endpointParams = Type.Object({ endpoint_id: Type.String() });

/** Staff address any endpoint by its id; the account it belongs to is looked up. */
async function getEndpointKey(ctx: Ctx, id: string): Promise<EndpointKey> {
  requireStaff(ctx.actor);
  const row = await findEndpointAccount(ctx.db, id);
  if (row === undefined) throw endpointNotFound();
  nameInstitution(ctx.actor, row.account_id);
  return { accountId: row.account_id, livemode: 'any', id };
}

/** The same for deliveries, including those to agents. */
async function getDeliveryKey(ctx: Ctx, id: string): Promise<DeliveryKey> {
  requireStaff(ctx.actor);
  const row = await findDeliveryAccount(ctx.db, id);
  if (row === undefined) throw deliveryNotFound();
  nameInstitution(ctx.actor, row.account_id);
  return { accountId: row.account_id, livemode: 'any', id };
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
        role: 'lead',
        summary: 'Retrieve the health of an endpoint, in words and numbers.',
      },
      schema: { params: endpointParams, response: { 200: endpointHealthSchema } },
    },
    async ({ ctx, params }) => getEndpointHealth(ctx, await getEndpointKey(ctx, params.endpoint_id)),
  );

  app.post(
    '/webhook-endpoints/:endpoint_id/test',
    {
      config: {
        operation: 'webhooks.send-test-event',
        audience: 'staff',
        summary: 'Send one test delivery to an endpoint now and return it.',
      },
      schema: { params: endpointParams, response: { 200: deliverySchema } },
    },
    async ({ ctx, params }) => sendTestEvent(ctx, await getEndpointKey(ctx, params.endpoint_id)),
  );
};

const rotationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/webhook-endpoints/:endpoint_id/rotate',
    {
      config: {
        operation: 'webhooks.rotate-secret',
        audience: 'staff',
        fresh: true,
        summary:
          'Create a new secret for an endpoint, shown once; the old one also signs until promotion or the end of the overlap.',
      },
      schema: { params: endpointParams, body: rotateRequestSchema, response: { 200: endpointWithSecretSchema } },
    },
    async ({ ctx, params, body }) =>
      rotateSecret(ctx, await getEndpointKey(ctx, params.endpoint_id), body.overlap_hours ?? 24),
  );

  app.post(
    '/webhook-endpoints/:endpoint_id/promote',
    {
      config: {
        operation: 'webhooks.promote-secret',
        audience: 'staff',
        summary: 'End a rotation now: only the new secret signs from then on.',
      },
      schema: { params: endpointParams, response: { 200: endpointSchema } },
    },
    async ({ ctx, params }) => promoteSecret(ctx, await getEndpointKey(ctx, params.endpoint_id)),
  );
};

const recoveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/webhook-endpoints/:endpoint_id/recover',
    {
      config: {
        operation: 'webhooks.recover-deliveries',
        audience: 'staff',
        role: 'lead',
        summary: 'Resend what an endpoint has missed since a given time; with dry_run only count it.',
      },
      schema: { params: endpointParams, body: recoveryRequestSchema, response: { 200: recoverySchema } },
    },
    async ({ ctx, params, body }) =>
      recoverDeliveries(ctx, await getEndpointKey(ctx, params.endpoint_id), {
        since: new Date(body.since),
        until: body.until === undefined ? undefined : new Date(body.until),
        states: body.states,
        eventTypes: undefined,
        perMinute: undefined,
        dryRun: body.dry_run ?? false,
      }),
  );

  app.get(
    '/webhook-endpoints/:endpoint_id/recover',
    {
      config: {
        operation: 'webhooks.get-recovery',
        audience: 'staff',
        role: 'lead',
        summary: 'Retrieve the progress of the last recovery of an endpoint.',
      },
      schema: { params: endpointParams, response: { 200: recoverySchema } },
    },
    async ({ ctx, params }) => {
      const recovery = await findRecovery(ctx, await getEndpointKey(ctx, params.endpoint_id));
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
        role: 'lead',
        summary:
          'List deliveries by account, endpoint, event, type and state, with every attempt; a type alone is looked for among the newest 50,000. Those of agents of the sandbox are listed by account, endpoint or event only.',
      },
      schema: { querystring: deliveryQuerySchema, response: { 200: deliveryPageSchema } },
    },
    async ({ ctx, query }) => {
      requireStaff(ctx.actor);
      const owner = query.account_id === undefined ? 'all' : { accountId: query.account_id, livemode: 'any' as const };
      return listDeliveries(ctx, owner, {
        endpointId: query.endpoint_id,
        eventId: query.event_id,
        type: query.type,
        state: query.state,
        before: query.cursor,
        limit: Number(query.limit ?? 25),
      });
    },
  );

  app.get(
    '/deliveries/:delivery_id',
    {
      config: {
        operation: 'webhooks.get-delivery',
        audience: 'staff',
        summary: 'Retrieve a delivery with what is sent and what was answered.',
      },
      schema: { params: Type.Object({ delivery_id: Type.String() }), response: { 200: deliveryDetailSchema } },
    },
    async ({ ctx, params }) => getDeliveryDetail(ctx, await getDeliveryKey(ctx, params.delivery_id)),
  );

  app.post(
    '/deliveries/:delivery_id/resend',
    {
      config: {
        operation: 'webhooks.resend-delivery',
        audience: 'staff',
        role: 'lead',
        summary: 'Resend a delivery with the same event id.',
      },
      schema: { params: Type.Object({ delivery_id: Type.String() }), response: { 200: deliverySchema } },
    },
    async ({ ctx, params }) => resendDelivery(ctx, await getDeliveryKey(ctx, params.delivery_id)),
  );
};
