import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requirePortal } from '#actor';
import { doneSchema } from '../schemas.ts';
import { getIssuerSettings, removeIssuer, setIssuer, testIssuer } from './issuer-settings.ts';
import { issuerSettingsSchema, issuerTestSchema, newIssuerSchema } from './schemas.ts';

const changes = { duringReset: 'allowed', audience: 'portal', needs: 'members.write' } as const;

/** Single sign-on of the institution; the same in both modes. */
export const issuerPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/settings/issuer',
    {
      config: {
        operation: 'portal.get-issuer',
        audience: 'portal',
        summary: 'Retrieve the single sign-on of the institution, without its secret.',
        needs: 'members.read',
      },
      schema: { response: { 200: issuerSettingsSchema } },
    },
    async ({ ctx }) => getIssuerSettings(ctx, requirePortal(ctx.actor).institutionId),
  );

  app.post(
    '/settings/issuer',
    {
      config: {
        operation: 'portal.set-issuer',
        ...changes,
        summary: 'Set single sign-on up, or change it. Another issuer signs out whoever came by the one before.',
        fresh: true,
      },
      schema: { body: newIssuerSchema, response: { 200: issuerSettingsSchema } },
    },
    async ({ ctx, body }) => setIssuer(ctx, requirePortal(ctx.actor).institutionId, body),
  );

  app.post(
    '/settings/issuer/test',
    {
      config: {
        operation: 'portal.test-issuer',
        ...changes,
        summary: 'Ask the identity provider who it is, as a sign-in begins.',
      },
      schema: { response: { 200: issuerTestSchema } },
    },
    async ({ ctx }) => testIssuer(ctx, requirePortal(ctx.actor).institutionId),
  );

  app.delete(
    '/settings/issuer',
    {
      config: {
        operation: 'portal.remove-issuer',
        ...changes,
        summary:
          'Remove single sign-on. Everyone who signed in through it is signed out, and the tokens they created are revoked.',
        fresh: true,
      },
      schema: { response: { 200: doneSchema } },
    },
    async ({ ctx }) => {
      await removeIssuer(ctx, requirePortal(ctx.actor).institutionId);
      return { ok: true as const };
    },
  );
};
