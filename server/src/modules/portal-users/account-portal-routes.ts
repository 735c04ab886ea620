import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { clearHostCookie } from '#lib/network/cookies';
import { doneSchema, portalMeSchema } from './schemas.ts';
import { portalCookie } from './sessions/rules.ts';
import { getPortalMe, signOutPortal } from './sessions/sessions.ts';

/** The user's own account, before an institution is chosen. */
export const accountPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: {
        operation: 'portal-users.get-me',
        audience: 'portal',
        summary: 'Say who is signed in, and at which institutions they have a role.',
        tokens: true,
        boundSessions: true,
      },
      schema: { response: { 200: portalMeSchema } },
    },
    async ({ ctx, portalUser }) => getPortalMe(ctx, portalUser?.boundTo),
  );

  app.delete(
    '/session',
    {
      config: {
        operation: 'portal-users.sign-out',
        audience: 'portal',
        summary: 'Sign this browser out.',
        boundSessions: true,
      },
      schema: { response: { 200: doneSchema } },
    },
    async ({ ctx }, reply) => {
      const done = await signOutPortal(ctx);
      return reply.header('set-cookie', clearHostCookie(portalCookie)).send(done);
    },
  );
};
