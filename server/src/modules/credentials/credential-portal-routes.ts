import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import { pageOf, wholePage } from '#lib/api/pagination';
import { tagContent } from '#platform/http';
import { credentialNotFound } from './partner-credentials/errors.ts';
import type { NotifyOfCredential } from './partner-credentials/rules.ts';
import { pastedKeySchema, signedCredentialSchema, submittedKeySchema } from './partner-credentials/schemas.ts';
import { findSignedCredential, listCredentials, revokeCredential } from './signatures/credentials.ts';
import { composeVerifyCalls } from './uploads/compose-verify-calls.ts';
import { submitPublicKey } from './uploads/submit-public-key.ts';

const ofCredential = Type.Object({ credential_id: Type.String({ maxLength: 100 }) });

export const credentialPortalRoutes =
  (notify: NotifyOfCredential): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/credentials',
      {
        config: {
          operation: 'access.portal-list-credentials',
          audience: 'portal',
          needs: 'credentials.read',
          summary: 'List the signed credentials of this mode; those that were revoked come last.',
        },
        schema: { response: { 200: pageOf(signedCredentialSchema) } },
      },
      async ({ ctx }) => wholePage(await listCredentials(ctx, requirePortal(ctx.actor))),
    );

    app.post(
      '/credentials',
      {
        config: {
          operation: 'access.portal-upload-credential',
          duringReset: 'allowed',
          audience: 'portal',
          needs: 'credentials.write',
          fresh: 'live',
          summary: 'Upload a public key for signed requests; the challenge is shown once.',
        },
        schema: { body: pastedKeySchema, response: { 201: submittedKeySchema } },
      },
      async ({ ctx, body }, reply) => {
        const uploaded = await submitPublicKey(ctx, requirePortal(ctx.actor), { ...body, notify });
        const verify_calls = composeVerifyCalls({ ...uploaded, baseUrl: ctx.config.publicBaseUrl });
        return reply.code(201).send({ ...uploaded, verify_calls });
      },
    );

    await app.register(oneCredentialRoutes);
  };

const oneCredentialRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/credentials/:credential_id',
    {
      config: {
        operation: 'access.portal-get-credential',
        audience: 'portal',
        needs: 'credentials.read',
        summary: 'Get a signed credential; a page that waits for its activation asks again with the entity tag.',
      },
      onSend: tagContent,
      schema: { params: ofCredential, response: { 200: signedCredentialSchema } },
    },
    async ({ ctx, params }, reply) => {
      // The browser caches it to revalidate by its tag; nothing in it is secret.
      reply.header('cache-control', 'private, no-cache');
      const credential = await findSignedCredential(ctx, requirePortal(ctx.actor), params.credential_id);
      if (credential === undefined) throw credentialNotFound();
      return credential;
    },
  );

  app.post(
    '/credentials/:credential_id/revoke',
    {
      // No recent code needed, as with keys.
      config: {
        operation: 'access.portal-revoke-credential',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'credentials.write',
        summary: 'Revoke a signed credential; its signatures are refused at once.',
      },
      schema: { params: ofCredential, response: { 200: signedCredentialSchema } },
    },
    async ({ ctx, params }) => revokeCredential(ctx, requirePortal(ctx.actor), params.credential_id),
  );
};
