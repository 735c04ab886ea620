import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { wholePage } from '#lib/api/pagination';
import { doneSchema } from '../schemas.ts';
import { createdTokenSchema, newTokenSchema, tokenListSchema } from './schemas.ts';
import { createPortalToken, listPortalTokens, revokePortalToken } from './tokens.ts';

/** Tokens for scripts and the command line. Each token lists its modes, so the token list is the same in both. */
export const tokenPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/tokens',
    {
      config: {
        operation: 'portal.list-tokens',
        audience: 'portal',
        summary: 'List your tokens; whoever manages members sees everybody’s.',
        needs: 'tokens.write',
      },
      schema: { response: { 200: tokenListSchema } },
    },
    async ({ ctx }) => wholePage(await listPortalTokens(ctx)),
  );

  app.post(
    '/tokens',
    {
      config: {
        operation: 'portal.create-token',
        duringReset: 'allowed',
        audience: 'portal',
        summary: 'Make a token with some of the permissions of your role. It is in this answer alone.',
        needs: 'tokens.write',
        fresh: true,
      },
      schema: { body: newTokenSchema, response: { 201: createdTokenSchema } },
    },
    async ({ ctx, body }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await createPortalToken(ctx, body)),
  );

  app.post(
    '/tokens/:token_id/revoke',
    {
      config: {
        operation: 'portal.revoke-token',
        duringReset: 'allowed',
        audience: 'portal',
        // Revoking must be quick in an emergency, so it needs no fresh code.
        summary: 'Revoke a token. From the next call on it is refused.',
        needs: 'tokens.write',
      },
      schema: { params: Type.Object({ token_id: Type.String() }), response: { 200: doneSchema } },
    },
    async ({ ctx, params }) => revokePortalToken(ctx, params.token_id),
  );
};
