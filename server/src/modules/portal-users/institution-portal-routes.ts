import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requirePortal } from '#actor';
import { permissionsOf } from '#lib/api/portal-roles';
import { findInstitutionAccess } from '#modules/partners';
import { institutionNotFound } from './errors.ts';
import { institutionInPortalSchema } from './schemas.ts';

export const institutionPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/institution',
    {
      config: {
        operation: 'portal-users.get-institution',
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
