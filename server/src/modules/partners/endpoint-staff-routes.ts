import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import {
  updateEndpoint,
  createEndpoint,
  endpointListSchema,
  endpointPatchSchema,
  endpointSchema,
  endpointWithSecretSchema,
  getEndpoint,
  listEndpoints,
  newEndpointSchema,
  deleteEndpoint,
} from '#modules/webhooks';
import { getInstitution } from './partners.ts';

const ofInstitution = Type.Object({ institution_id: Type.String() });
const ofEndpoint = Type.Object({ institution_id: Type.String(), endpoint_id: Type.String() });
const removedSchema = Type.Object({ deleted: Type.Boolean() }, { additionalProperties: false });

export const endpointStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(collectionRoutes);
  await app.register(memberRoutes);
};

const collectionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/institutions/:institution_id/webhook-endpoints',
    {
      config: {
        operation: 'webhooks.create-endpoint',
        audience: 'staff',
        fresh: true,
        summary: 'Create a webhook endpoint; its secret is shown once.',
      },
      schema: { params: ofInstitution, body: newEndpointSchema, response: { 201: endpointWithSecretSchema } },
    },
    async ({ ctx, params, body }, reply) => {
      requireStaff(ctx.actor);
      const { id } = await getInstitution(ctx, params.institution_id);
      const created = await createEndpoint(ctx, {
        accountId: id,
        url: body.url,
        livemode: body.livemode,
        eventTypes: body.event_types ?? [],
        payload: body.payload ?? 'thin',
        secretKind: body.secret_kind,
      });
      return reply.code(201).send(created);
    },
  );

  app.get(
    '/institutions/:institution_id/webhook-endpoints',
    {
      config: {
        operation: 'webhooks.list-endpoints',
        audience: 'staff',
        summary: 'List the endpoints of an institution.',
      },
      schema: { params: ofInstitution, response: { 200: endpointListSchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      const { id } = await getInstitution(ctx, params.institution_id);
      return {
        object: 'list' as const,
        data: await listEndpoints(ctx, { accountId: id, livemode: 'any' }),
        has_more: false,
        next_cursor: null,
      };
    },
  );
};

const memberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institutions/:institution_id/webhook-endpoints/:endpoint_id',
    {
      config: { operation: 'webhooks.get-endpoint', audience: 'staff', summary: 'Retrieve an endpoint.' },
      schema: { params: ofEndpoint, response: { 200: endpointSchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      return getEndpoint(ctx, { accountId: params.institution_id, livemode: 'any', id: params.endpoint_id });
    },
  );

  app.patch(
    '/institutions/:institution_id/webhook-endpoints/:endpoint_id',
    {
      config: {
        operation: 'webhooks.change-endpoint',
        audience: 'staff',
        fresh: true,
        summary: 'Update URL, event types or status of an endpoint; a disabled endpoint gets nothing.',
      },
      schema: { params: ofEndpoint, body: endpointPatchSchema, response: { 200: endpointSchema } },
    },
    async ({ ctx, params, body }) => {
      requireStaff(ctx.actor);
      return updateEndpoint(ctx, { accountId: params.institution_id, livemode: 'any', id: params.endpoint_id }, body);
    },
  );

  app.delete(
    '/institutions/:institution_id/webhook-endpoints/:endpoint_id',
    {
      config: {
        operation: 'webhooks.remove-endpoint',
        audience: 'staff',
        summary: 'Delete an endpoint; its pending deliveries are canceled.',
      },
      schema: { params: ofEndpoint, response: { 200: removedSchema } },
    },
    async ({ ctx, params }) => {
      requireStaff(ctx.actor);
      await deleteEndpoint(ctx, { accountId: params.institution_id, livemode: 'any', id: params.endpoint_id });
      return { deleted: true };
    },
  );
};
