import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireOwnCredential, verifyCredential } from '#modules/credentials';
import { closed } from '#lib/api/shapes';
import { getMe } from './partners.ts';
import { challengeSchema, meSchema } from './schemas.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({}, closed);

export const credentialPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/me',
    {
      config: { operation: 'partners.get-me', audience: 'partner', summary: 'The credential making this call.' },
      schema: {
        description:
          'The institution, mode and role of the credential, the features it can use, and your institution’s limit of requests per minute in this mode. The first call to make.',
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
        duringReset: 'allowed',
        audience: 'partner',
        summary: 'Activate a signed credential.',
        guard: { feature: 'signed_credentials', readOnlyMay: true, everyTime: true, activates: true },
      },
      schema: {
        description:
          'Sign this request with the key to be activated, with the credential’s own id as keyid. The challenge was shown when the public key was uploaded and is valid for 24 hours.',
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
        duringReset: 'allowed',
        audience: 'partner',
        summary: 'Check a signature. Planned, not available yet.',
        guard: { planned: true },
      },
    },
    // The guard refuses every call: the operation is documented but not built yet.
    async () => undefined,
  );
};
