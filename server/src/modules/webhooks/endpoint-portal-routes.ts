import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { listEventSamples } from './events/sample-data.ts';
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoints, updateEndpoint } from './endpoints/endpoints.ts';
import {
  endpointListSchema,
  endpointPatchSchema,
  endpointSchema,
  endpointWithSecretSchema,
  portalEndpointSchema,
} from './endpoints/schemas.ts';
import { getEndpointFigures, getEndpointHealth, sendTestEvent } from './health/health.ts';
import { endpointHealthSchema, eventTypesSchema, figuresQuerySchema, figuresSchema } from './health/schemas.ts';
import { getSummary } from './history/history.ts';
import { summarySchema } from './history/portal-schemas.ts';
import type { AccountMode } from './rules.ts';

const endpointParams = Type.Object({ endpoint_id: Type.String({ maxLength: 100 }) });
const deletedSchema = Type.Object({ deleted: Type.Boolean() }, { additionalProperties: false });

function accountModeOf(ctx: Ctx): AccountMode {
  const { institutionId, livemode } = requirePortal(ctx.actor);
  return { accountId: institutionId, livemode };
}

export const endpointPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(collectionRoutes);
  await app.register(endpointRoutes);
  await app.register(healthRoutes);
};

const collectionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/event-types',
    {
      config: {
        operation: 'webhooks.portal-list-event-types',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'List the event types, each with what it means and a synthetic body.',
      },
      schema: { response: { 200: eventTypesSchema } },
    },
    async ({ ctx }) => {
      const { institutionId, livemode } = requirePortal(ctx.actor);
      return { object: 'list' as const, data: listEventSamples({ accountId: institutionId, livemode }) };
    },
  );

  app.get(
    '/endpoints',
    {
      config: {
        operation: 'webhooks.portal-list-endpoints',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'List the webhook endpoints of this mode.',
      },
      schema: { response: { 200: endpointListSchema } },
    },
    async ({ ctx }) => {
      const data = await listEndpoints(ctx, accountModeOf(ctx));
      return { object: 'list' as const, data, has_more: false, next_cursor: null };
    },
  );

  app.post(
    '/endpoints',
    {
      config: {
        operation: 'webhooks.portal-create-endpoint',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        fresh: 'live',
        summary: 'Create a webhook endpoint of this mode; its secret is shown once.',
      },
      schema: { body: portalEndpointSchema, response: { 201: endpointWithSecretSchema } },
    },
    async ({ ctx, body }, reply) => {
      const { institutionId, livemode } = requirePortal(ctx.actor);
      const created = await createEndpoint(ctx, {
        accountId: institutionId,
        livemode,
        url: body.url,
        eventTypes: body.event_types ?? [],
        payload: 'thin',
        secretKind: undefined,
      });
      return reply.code(201).send(created);
    },
  );
};

const endpointRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/endpoints/:endpoint_id',
    {
      config: {
        operation: 'webhooks.portal-get-endpoint',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'Retrieve a webhook endpoint.',
      },
      schema: { params: endpointParams, response: { 200: endpointSchema } },
    },
    async ({ ctx, params }) => getEndpoint(ctx, { ...accountModeOf(ctx), id: params.endpoint_id }),
  );

  app.patch(
    '/endpoints/:endpoint_id',
    {
      config: {
        operation: 'webhooks.portal-change-endpoint',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        fresh: 'live',
        summary: 'Change the address, the types or the status of an endpoint; a disabled one gets nothing.',
      },
      schema: { params: endpointParams, body: endpointPatchSchema, response: { 200: endpointSchema } },
    },
    async ({ ctx, params, body }) => updateEndpoint(ctx, { ...accountModeOf(ctx), id: params.endpoint_id }, body),
  );

  app.delete(
    '/endpoints/:endpoint_id',
    {
      config: {
        operation: 'webhooks.portal-delete-endpoint',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        fresh: 'live',
        summary: 'Delete an endpoint; its pending deliveries are canceled.',
      },
      schema: { params: endpointParams, response: { 200: deletedSchema } },
    },
    async ({ ctx, params }) => {
      await deleteEndpoint(ctx, { ...accountModeOf(ctx), id: params.endpoint_id });
      return { deleted: true };
    },
  );
};

const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/endpoints/:endpoint_id/health',
    {
      config: {
        operation: 'webhooks.portal-get-endpoint-health',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'Retrieve the health of an endpoint, in a sentence and in numbers.',
      },
      schema: { params: endpointParams, response: { 200: endpointHealthSchema } },
    },
    async ({ ctx, params }) => getEndpointHealth(ctx, { ...accountModeOf(ctx), id: params.endpoint_id }),
  );

  app.get(
    '/endpoints/:endpoint_id/figures',
    {
      config: {
        operation: 'webhooks.portal-get-endpoint-figures',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'Count the attempts of an endpoint by hour for a day, or by six hours for a week.',
      },
      schema: { params: endpointParams, querystring: figuresQuerySchema, response: { 200: figuresSchema } },
    },
    async ({ ctx, params, query }) =>
      getEndpointFigures(ctx, { ...accountModeOf(ctx), id: params.endpoint_id }, query.range as '24h' | '7d'),
  );

  app.post(
    '/endpoints/:endpoint_id/test',
    {
      config: {
        operation: 'webhooks.portal-send-test',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        summary: 'Send one test delivery to an endpoint and return it.',
      },
      schema: { params: endpointParams, response: { 200: summarySchema } },
    },
    async ({ ctx, params }) => {
      const owner = accountModeOf(ctx);
      const { id } = await sendTestEvent(ctx, { ...owner, id: params.endpoint_id });
      return getSummary(ctx, { ...owner, id });
    },
  );
};
