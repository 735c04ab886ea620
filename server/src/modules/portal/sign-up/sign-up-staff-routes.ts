import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { liveOpenedSchema, signUpListSchema } from '../sign-in-schemas.ts';
import { allowLive, listSignUps } from './sign-up.ts';

/** For the team: institutions that signed themselves up. */
export const signUpStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sign-ups',
    {
      config: {
        operation: 'portal.list-sign-ups',
        audience: 'staff',
        summary: 'List institutions that signed themselves up: who asked, when and what for.',
      },
      schema: { response: { 200: signUpListSchema } },
    },
    async ({ ctx }) => ({ data: await listSignUps(ctx) }),
  );

  app.post(
    '/institutions/:institution_id/open-live',
    {
      config: {
        operation: 'portal.open-live',
        audience: 'staff',
        fresh: true,
        summary: 'Open live mode for an institution that signed itself up. Its owners get a mail.',
      },
      schema: {
        params: Type.Object({ institution_id: Type.String() }),
        response: { 200: liveOpenedSchema },
      },
    },
    async ({ ctx, params: { institution_id: id } }) => allowLive(ctx, id),
  );
};
