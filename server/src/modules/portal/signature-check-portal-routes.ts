import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requirePortal } from '#actor';
import { listEndpoints } from '#modules/webhooks';
import { checkDelivery } from './signature-check/signature-check.ts';
import { checkRequest } from './signature-check/check-request.ts';
import {
  deliveryCheckSchema,
  deliveryToCheckSchema,
  endpointChoicesSchema,
  requestCheckSchema,
  requestToCheckSchema,
} from './signature-check/schemas.ts';

/** The signature check reports on a pasted request or delivery and changes nothing. */
const asks = { audience: 'portal', needs: 'requests.read', onlyLooks: true } as const;

export const signatureCheckPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/doctor/request',
    {
      config: {
        ...asks,
        operation: 'signature-check.portal-check-request',
        summary: 'Find the mistake in the signature of a request to us.',
      },
      schema: { body: requestToCheckSchema, response: { 200: requestCheckSchema } },
    },
    async ({ ctx, body }) => checkRequest(ctx, requirePortal(ctx.actor), body),
  );

  app.get(
    '/doctor/endpoints',
    {
      config: {
        audience: 'portal',
        needs: 'requests.read',
        operation: 'signature-check.portal-list-endpoints',
        summary: 'List the endpoints whose deliveries can be checked.',
      },
      schema: { response: { 200: endpointChoicesSchema } },
    },
    async ({ ctx }) => {
      const { institutionId, livemode } = requirePortal(ctx.actor);
      const endpoints = await listEndpoints(ctx, { accountId: institutionId, livemode });
      return { object: 'list' as const, data: endpoints.map(({ id, url }) => ({ id, url })) };
    },
  );

  app.post(
    '/doctor/webhook',
    {
      config: {
        ...asks,
        operation: 'signature-check.portal-check-delivery',
        summary: 'Find the mistake in the verification of a webhook from us.',
      },
      schema: { body: deliveryToCheckSchema, response: { 200: deliveryCheckSchema } },
    },
    async ({ ctx, body }) => checkDelivery(ctx, requirePortal(ctx.actor), body),
  );
};
