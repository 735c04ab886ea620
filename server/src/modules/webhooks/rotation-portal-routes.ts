import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { promoteSecret, revertRotation, rotateSecret } from './endpoints/endpoints.ts';
import { endpointSchema, endpointWithSecretSchema, portalRotateSchema } from './endpoints/schemas.ts';
import { getRotation, sendTestEvent } from './health/health.ts';
import { rotationSchema } from './health/schemas.ts';
import { getSummary } from './history/history.ts';
import { summarySchema } from './history/portal-schemas.ts';
import { secretTestEventType, type EndpointKey } from './rules.ts';

const endpointParams = Type.Object({ endpoint_id: Type.String({ maxLength: 100 }) });

function keyOf(ctx: Ctx, params: { readonly endpoint_id: string }): EndpointKey {
  const { institutionId, livemode } = requirePortal(ctx.actor);
  return { accountId: institutionId, livemode, id: params.endpoint_id };
}

export const rotationPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(beginRoutes);
  await app.register(endRoutes);
};

const beginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/endpoints/:endpoint_id/rotation',
    {
      config: {
        operation: 'webhooks.portal-get-rotation',
        audience: 'portal',
        needs: 'endpoints.read',
        summary: 'Retrieve which secrets sign now, by their ids, and how deliveries went since the rotation began.',
      },
      schema: { params: endpointParams, response: { 200: rotationSchema } },
    },
    async ({ ctx, params }) => getRotation(ctx, keyOf(ctx, params)),
  );

  app.post(
    '/endpoints/:endpoint_id/rotate',
    {
      config: {
        operation: 'webhooks.portal-rotate-secret',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        fresh: 'live',
        summary: 'Create a new secret, shown once; with an overlap the old one also signs until it ends.',
      },
      schema: { params: endpointParams, body: portalRotateSchema, response: { 200: endpointWithSecretSchema } },
    },
    async ({ ctx, params, body }) => rotateSecret(ctx, keyOf(ctx, params), body.overlap_hours),
  );

  app.post(
    '/endpoints/:endpoint_id/rotation/test',
    {
      config: {
        operation: 'webhooks.portal-test-secret',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        summary: 'Send one test delivery that is signed with the new secret alone.',
      },
      schema: { params: endpointParams, response: { 200: summarySchema } },
    },
    async ({ ctx, params }) => {
      const key = keyOf(ctx, params);
      const { id } = await sendTestEvent(ctx, key, secretTestEventType);
      return getSummary(ctx, { ...key, id });
    },
  );
};

const endRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/endpoints/:endpoint_id/rotation/promote',
    {
      config: {
        operation: 'webhooks.portal-promote-secret',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        fresh: 'live',
        summary: 'End a rotation now: only the new secret signs from then on.',
      },
      schema: { params: endpointParams, response: { 200: endpointSchema } },
    },
    async ({ ctx, params }) => promoteSecret(ctx, keyOf(ctx, params)),
  );

  app.post(
    '/endpoints/:endpoint_id/rotation/revert',
    {
      config: {
        operation: 'webhooks.portal-revert-rotation',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        fresh: 'live',
        summary: 'Go back to the old secret while both sign.',
      },
      schema: { params: endpointParams, response: { 200: endpointSchema } },
    },
    async ({ ctx, params }) => revertRotation(ctx, keyOf(ctx, params)),
  );
};
