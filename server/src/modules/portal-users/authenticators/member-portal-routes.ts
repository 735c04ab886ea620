import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { resetMemberAuthenticator } from './reset-member-authenticator.ts';
import { memberResetSchema, typedAddressSchema } from './schemas.ts';

/** A member who lost their authenticator, at the institution. */
export const memberAuthenticatorPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/members/:user_id/reset-authenticator',
    {
      config: {
        operation: 'portal-users.reset-authenticator',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'members.write',
        fresh: true,
        summary: 'Reset a member’s authenticator. All their ways in end, and they get a mail with a link.',
      },
      schema: {
        params: Type.Object({ user_id: Type.String({ maxLength: 60 }) }),
        body: typedAddressSchema,
        response: { 200: memberResetSchema },
      },
    },
    async ({ ctx, params: { user_id: userId }, body: { email } }) => resetMemberAuthenticator(ctx, { userId, email }),
  );
};
