import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requirePortal } from '#actor';
import { askForLive, getGoLive, sendRehearsal } from './go-live/go-live.ts';
import { goLiveSchema, rehearsalSchema, sentRehearsalSchema } from './go-live/schemas.ts';

export const portalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/go-live',
    {
      config: {
        operation: 'portal.get-go-live',
        audience: 'portal',
        needs: 'institution.read',
        summary: 'Get the go-live list: what was tried in the sandbox in the last 30 days, with the evidence.',
      },
      schema: { response: { 200: goLiveSchema } },
    },
    async ({ ctx }) => getGoLive(ctx, requirePortal(ctx.actor).institutionId),
  );

  app.post(
    '/go-live/rehearsals',
    {
      config: {
        operation: 'portal.send-rehearsal',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'endpoints.write',
        sandboxOnly: true,
        summary: 'Send an event of a type that does not exist to an endpoint of the sandbox.',
      },
      schema: { body: rehearsalSchema, response: { 201: sentRehearsalSchema } },
    },
    async ({ ctx, body }, reply) => {
      const { institutionId } = requirePortal(ctx.actor);
      return reply.code(201).send(await sendRehearsal(ctx, { institutionId, endpointId: body.endpoint_id }));
    },
  );

  app.post(
    '/go-live/request',
    {
      config: {
        operation: 'portal.ask-for-live',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'settings.write',
        sandboxOnly: true,
        summary: 'Ask us to open live mode; everything of the go-live list must be done.',
      },
      schema: { response: { 200: goLiveSchema } },
    },
    async ({ ctx }) => {
      const { institutionId, userId } = requirePortal(ctx.actor);
      return askForLive(ctx, { institutionId, userId });
    },
  );
};
