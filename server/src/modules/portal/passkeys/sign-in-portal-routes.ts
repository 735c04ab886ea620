import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { addressBucket } from '#lib/network/address';
import type { Limit } from '#platform/limits';
import { doneSchema } from '../schemas.ts';
import { challengeCookie } from './challenges.ts';
import { ceremonyOptionsSchema, passkeySignInSchema } from './schemas.ts';
import { signInWithPasskey, startPasskeyUse } from './use-passkey.ts';

/**
 * Passkeys cannot be guessed, so this only bounds what an unauthenticated client can make us store and compute. It allows for
 * an office that shares an address.
 */
const perAddress: Limit = { name: 'portal_passkey', points: 300, windowS: 900, whenStoreIsGone: 'let through' };

async function count({ ctx, clientAddress }: FastifyRequest): Promise<void> {
  await ctx.limits.consume(perAddress, addressBucket(clientAddress));
}

/** For people who are not signed in. */
export const passkeySignInPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/sign-in/passkey-options',
    {
      config: {
        operation: 'portal.start-passkey-sign-in',
        audience: 'portal',
        summary: 'Begin to sign in with a passkey.',
      },
      onRequest: count,
      schema: { response: { 200: ceremonyOptionsSchema } },
    },
    async ({ ctx }, reply) => {
      const { options, cookie } = await startPasskeyUse(ctx, { purpose: 'sign-in', userId: undefined });
      return reply.header('set-cookie', cookie).send({ options });
    },
  );

  app.post(
    '/sign-in/passkey',
    {
      config: {
        operation: 'portal.sign-in-with-passkey',
        audience: 'portal',
        summary: 'Sign in with a passkey.',
      },
      onRequest: count,
      schema: { body: passkeySignInSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body: { credential }, headers }, reply) => {
      const { cookie } = await signInWithPasskey(ctx, { credential, cookies: headers.cookie });
      return reply.header('set-cookie', [cookie, challengeCookie.clear()]).send({ ok: true });
    },
  );
};
