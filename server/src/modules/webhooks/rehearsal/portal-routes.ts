import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import { isMaskedFor } from '#lib/api/portal-roles';
import { rehearseEndpoint } from './rehearse-endpoint.ts';
import { rehearsalRequestSchema, rehearsalSchema } from './schemas.ts';

/** What a change of an endpoint would mean. */
export const rehearsalPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/endpoints/:endpoint_id/rehearsal',
    {
      config: {
        operation: 'webhooks.portal-rehearse-endpoint',
        audience: 'portal',
        needs: 'endpoints.write',
        onlyLooks: true,
        summary: 'Say what the last seven days would have brought with other types or another payload.',
      },
      schema: {
        params: Type.Object({ endpoint_id: Type.String({ maxLength: 100 }) }),
        body: rehearsalRequestSchema,
        response: { 200: rehearsalSchema },
      },
    },
    async ({ ctx, params, body }) => {
      const actor = requirePortal(ctx.actor);
      const { institutionId, livemode } = actor;
      const key = { accountId: institutionId, livemode, id: params.endpoint_id };
      return rehearseEndpoint(ctx, key, { change: body, masked: isMaskedFor(actor) });
    },
  );
};
