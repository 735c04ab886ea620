import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireOwnCredential, verifyCredential } from '#modules/access';
import { closed } from '#lib/shapes';
import { getMe } from './get-me.ts';
import { challengeSchema, meSchema } from './schemas.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({}, closed);

/** The credential that calls. */
export const credentialPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: { operation: 'partners.get-me', audience: 'partner', summary: 'The credential making this call.' },
      schema: {
        description:
          'Whose credential it is, its mode and role, what is open to it and how many requests a minute your institution has in this mode. The first call to make.',
        querystring: noQuery,
        response: { 200: meSchema },
      },
    },
    async ({ ctx }) => getMe(ctx),
  );

  app.post(
    '/credentials/:id/verify',
    {
      config: {
        operation: 'partners.verify-credential',
        audience: 'partner',
        summary: 'Activate a signed credential.',
        refusals: [403, 404, 409, 410],
        door: { feature: 'signed_credentials', readOnlyMay: true, everyTime: true, activates: true },
      },
      schema: {
        description:
          'Signed with the key that is to be activated, its own id as keyid. The challenge was shown when the public key was uploaded and is good for 24 hours.',
        params,
        querystring: noQuery,
        body: challengeSchema,
        response: { 200: meSchema },
      },
      preValidation: async ({ ctx, params: { id } }) => requireOwnCredential(ctx, id),
    },
    async ({ ctx, params: { id }, body }) => {
      await verifyCredential(ctx, id, body.challenge);
      return getMe(ctx);
    },
  );

  app.post(
    '/signature-check',
    {
      config: {
        operation: 'partners.check-signature',
        audience: 'partner',
        summary: 'Check a signature; announced, not served yet.',
        refusals: [404],
        door: { planned: true },
      },
    },
    // The door lets nobody through: there is nothing behind it yet.
    async () => undefined,
  );
};
