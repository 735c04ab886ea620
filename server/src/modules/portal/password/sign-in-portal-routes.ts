import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { doneSchema } from '../schemas.ts';
import { emailSchema, setupSchema, signInSchema } from '../sign-in-schemas.ts';
import { finishReset, requestReset } from './password-reset.ts';
import { signInPortal } from './sign-in-portal.ts';

const anybody = (operation: string, summary: string) => ({ operation, audience: 'portal', summary }) as const;

/** For people who are not signed in. Link tokens arrive in the body, never in a URL. */
export const signInPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/session',
    {
      config: anybody('portal.sign-in', 'Sign in with a password and a code.'),
      schema: { body: signInSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body, clientAddress: address, headers }, reply) => {
      const { cookies } = await signInPortal(ctx, { ...body, address, cookies: headers.cookie });
      return reply.header('set-cookie', [...cookies]).send({ ok: true });
    },
  );

  app.post(
    '/sign-in/reset',
    {
      config: anybody('portal.request-reset', 'Ask for a link for another password. The answer is always the same.'),
      schema: { body: emailSchema, response: { 202: doneSchema } },
    },
    async ({ ctx, body: { email }, clientAddress: address }, reply) =>
      reply.code(202).send(await requestReset(ctx, { email, address })),
  );

  app.post(
    '/sign-in/reset/finish',
    {
      config: anybody('portal.reset-password', 'Choose another password with a link and a code.'),
      schema: { body: setupSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body, clientAddress: address }) => finishReset(ctx, { ...body, address }),
  );
};
