import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { findInvitation, finishInvitation } from '../members/members.ts';
import type { FinishedSetup } from '../password/password-setup.ts';
import { doneSchema } from '../schemas.ts';
import {
  finishedSetupSchema,
  invitationViewSchema,
  invitedSetupSchema,
  linkSchema,
  setupSchema,
  setupViewSchema,
  signUpSchema,
} from '../sign-in-schemas.ts';
import { findSignUp, finishSignUp, requestSignUp } from './sign-up.ts';

const anybody = (operation: string, summary: string) => ({ operation, audience: 'portal', summary }) as const;

const toFinished = ({ institutionId, codes }: FinishedSetup) => ({
  institution_id: institutionId,
  recovery_codes: [...codes],
});

/** How a new user gets an account: by signing up or by accepting an invitation. */
export const setUpPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/sign-up',
    {
      config: anybody('portal.sign-up', 'Ask for access to the portal. The answer is always the same.'),
      schema: { body: signUpSchema, response: { 202: doneSchema } },
    },
    async ({ ctx, body, clientAddress }, reply) => reply.code(202).send(await requestSignUp(ctx, body, clientAddress)),
  );

  app.post(
    '/sign-up/view',
    {
      config: anybody('portal.view-sign-up', 'Show what the confirming link sets up.'),
      schema: { body: linkSchema, response: { 200: setupViewSchema } },
    },
    async ({ ctx, body: { token }, clientAddress: address }) => findSignUp(ctx, { token, address }),
  );

  app.post(
    '/sign-up/finish',
    {
      config: anybody('portal.finish-sign-up', 'Set up password and authenticator; the sandbox is ready then.'),
      schema: { body: setupSchema, response: { 201: finishedSetupSchema } },
    },
    async ({ ctx, body, clientAddress: address, headers }, reply) => {
      const finished = await finishSignUp(ctx, { ...body, address, cookies: headers.cookie });
      return reply
        .code(201)
        .header('set-cookie', [...finished.cookies])
        .send(toFinished(finished));
    },
  );

  app.post(
    '/invitations/view',
    {
      config: anybody('portal.view-invitation', 'Show what an invitation is to.'),
      schema: { body: linkSchema, response: { 200: invitationViewSchema } },
    },
    async ({ ctx, body: { token }, clientAddress: address }) => findInvitation(ctx, { token, address }),
  );

  app.post(
    '/invitations/finish',
    {
      config: anybody('portal.finish-invitation', 'Accept an invitation as somebody who has no account yet.'),
      schema: { body: invitedSetupSchema, response: { 201: finishedSetupSchema } },
    },
    async ({ ctx, body, clientAddress: address, headers }, reply) => {
      const finished = await finishInvitation(ctx, { ...body, address, cookies: headers.cookie });
      return reply
        .code(201)
        .header('set-cookie', [...finished.cookies])
        .send(toFinished(finished));
    },
  );
};
