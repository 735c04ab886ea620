import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { doneSchema } from '../schemas.ts';
import { linkSchema } from '../sign-in-schemas.ts';
import { stopResetByLink, viewReset } from './authenticator-resets.ts';
import {
  beginSetUpSchema,
  begunSetUpSchema,
  finishSetUpSchema,
  newRecoveryCodesSchema,
  resetViewSchema,
  memberResetSchema,
  typedAddressSchema,
} from './schemas.ts';
import { beginSetUp, finishSetUp } from './set-up.ts';
import { Type } from 'typebox';
import { resetMemberAuthenticator } from './reset-member-authenticator.ts';

/** How an institution resets the authenticator of a member who lost it. */
export const memberAuthenticatorPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/members/:user_id/reset-authenticator',
    {
      config: {
        operation: 'portal.reset-authenticator',
        duringReset: 'allowed',
        audience: 'portal',
        needs: 'members.write',
        fresh: true,
        summary: 'Reset a member’s authenticator. All their ways in end, and they get a mail with a link.',
      },
      schema: {
        params: Type.Object({ user_id: Type.String({ maxLength: 60 }) }),
        body: typedAddressSchema,
        response: { 200: memberResetSchema },
      },
    },
    async ({ ctx, params: { user_id: userId }, body: { email } }) => resetMemberAuthenticator(ctx, { userId, email }),
  );
};

const anybody = (operation: string, summary: string) => ({ operation, audience: 'portal', summary }) as const;

/** The pages behind reset links, for people who cannot sign in. */
export const authenticatorLinkPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/sign-in/authenticator/view',
    {
      config: anybody('portal.view-authenticator-reset', 'Show whose authenticator a link sets up, and from when.'),
      schema: { body: linkSchema, response: { 200: resetViewSchema } },
    },
    async ({ ctx, body: { token }, clientAddress: address }) => viewReset(ctx, { token, address }),
  );

  app.post(
    '/sign-in/authenticator/begin',
    {
      config: anybody('portal.begin-authenticator', 'Show the new authenticator’s secret, with link and password.'),
      schema: { body: beginSetUpSchema, response: { 200: begunSetUpSchema } },
    },
    async ({ ctx, body, clientAddress: address }) => beginSetUp(ctx, { ...body, address }),
  );

  app.post(
    '/sign-in/authenticator/finish',
    {
      config: anybody(
        'portal.set-up-authenticator',
        'Set up another authenticator with link, password and its first code; every way in from before ends.',
      ),
      schema: { body: finishSetUpSchema, response: { 200: newRecoveryCodesSchema } },
    },
    async ({ ctx, body, clientAddress: address }) => finishSetUp(ctx, { ...body, address }),
  );

  app.post(
    '/sign-in/authenticator/stop',
    {
      config: anybody('portal.stop-authenticator-reset', 'Stop a reset of an authenticator by the link in the mail.'),
      schema: { body: linkSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body: { token }, clientAddress: address }) => stopResetByLink(ctx, { token, address }),
  );
};
