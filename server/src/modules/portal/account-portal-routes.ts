import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { clearHostCookie } from '#lib/network/cookies';
import { doneSchema, portalMeSchema, institutionInPortalSchema } from './schemas.ts';
import { realm } from './realm.ts';
import { getPortalMe, signOutPortal } from './sessions/sessions.ts';
import { requirePortal } from '#actor';
import { permissionsOf } from '#lib/api/portal-roles';
import { findInstitutionAccess } from '#modules/partners';
import { institutionNotFound } from './errors.ts';

export const institutionPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institution',
    {
      config: {
        operation: 'portal.get-institution',
        audience: 'portal',
        needs: 'institution.read',
        summary: 'Get the institution and your role there.',
      },
      schema: { response: { 200: institutionInPortalSchema } },
    },
    async ({ ctx }) => {
      const { institutionId, livemode, role, limitedTo } = requirePortal(ctx.actor);
      const access = await findInstitutionAccess(ctx, institutionId);
      if (access === undefined) throw institutionNotFound();
      return {
        id: institutionId,
        name: access.name,
        livemode,
        role,
        permissions: permissionsOf(role).filter((one) => limitedTo?.includes(one) ?? true),
        live_open: access.liveOpenedAt !== undefined,
      };
    },
  );
};

/** The user's own account, before an institution is chosen. */
export const accountPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: {
        operation: 'portal.get-me',
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
        operation: 'portal.sign-out',
        audience: 'portal',
        summary: 'Sign this browser out.',
        boundSessions: true,
      },
      schema: { response: { 200: doneSchema } },
    },
    async ({ ctx }, reply) => {
      const done = await signOutPortal(ctx);
      return reply.header('set-cookie', clearHostCookie(realm.sessionCookie)).send(done);
    },
  );
};
