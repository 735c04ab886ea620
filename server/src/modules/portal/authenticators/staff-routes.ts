import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { doneSchema } from '../schemas.ts';
import { listAuthenticatorResets, requestResetByStaff, stopResetByStaff } from './authenticator-resets.ts';
import { madeResetSchema, resetListSchema, staffResetSchema } from './schemas.ts';

/** For the team: resets for portal users whom no institution can help. */
export const authenticatorStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/authenticator-resets',
    {
      config: {
        operation: 'portal.list-authenticator-resets',
        audience: 'staff',
        summary: 'List resets of authenticators of portal users that the team made, with what became of each.',
      },
      schema: { response: { 200: resetListSchema } },
    },
    async ({ ctx }) => ({ data: await listAuthenticatorResets(ctx) }),
  );

  app.post(
    '/authenticator-resets',
    {
      config: {
        operation: 'portal.reset-by-staff',
        audience: 'staff',
        fresh: true,
        summary:
          'Have a portal user’s authenticator reset after 24 hours, unless they stop it. They and the owners get a mail.',
      },
      schema: { body: staffResetSchema, response: { 201: madeResetSchema } },
    },
    async ({ ctx, body }, reply) => reply.code(201).send(await requestResetByStaff(ctx, body)),
  );

  app.post(
    '/authenticator-resets/:reset_id/stop',
    {
      config: {
        operation: 'portal.stop-reset-by-staff',
        audience: 'staff',
        summary: 'Stop a reset of a portal user’s authenticator. The user gets a mail.',
      },
      schema: { params: Type.Object({ reset_id: Type.String({ maxLength: 60 }) }), response: { 200: doneSchema } },
    },
    async ({ ctx, params: { reset_id: id } }) => stopResetByStaff(ctx, id),
  );
};
