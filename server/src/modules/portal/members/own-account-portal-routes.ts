import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { clearHostCookie } from '#lib/network/cookies';
import { changePortalPassword, confirmCode } from '../password/password-setup.ts';
import { doneSchema } from '../schemas.ts';
import { realm } from '../realm.ts';
import { listPortalSessions, signOutEverywhere } from '../sessions/sessions.ts';
import {
  acceptedSchema,
  codeSchema,
  freshSchema,
  linkSchema,
  passwordChangeSchema,
  sessionListSchema,
} from '../sign-in-schemas.ts';
import { acceptInvitation, leaveInstitution } from './members.ts';

const own = (operation: string, summary: string) => ({ operation, audience: 'portal', summary }) as const;

/** A user's own account: sessions, password, fresh codes, invitations, leaving an institution. */
export const ownAccountPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sessions',
    {
      config: own('portal.list-sessions', 'List where you are signed in.'),
      schema: { response: { 200: sessionListSchema } },
    },
    async ({ ctx }) => ({ data: await listPortalSessions(ctx) }),
  );

  app.delete(
    '/sessions',
    {
      config: own('portal.sign-out-everywhere', 'End all your sessions, this one too.'),
      schema: { response: { 200: doneSchema } },
    },
    async ({ ctx }, reply) => {
      const done = await signOutEverywhere(ctx);
      return reply.header('set-cookie', clearHostCookie(realm.sessionCookie)).send(done);
    },
  );

  app.post(
    '/session/fresh',
    {
      config: own('portal.confirm-code', 'Confirm with a code; no other is asked for within ten minutes.'),
      schema: { body: codeSchema, response: { 200: freshSchema } },
    },
    async ({ ctx, body: { code } }) => confirmCode(ctx, code),
  );

  app.post(
    '/password',
    {
      config: own('portal.change-password', 'Choose another password; all other sessions end.'),
      schema: { body: passwordChangeSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body, clientAddress: address, headers }, reply) => {
      const { cookies } = await changePortalPassword(ctx, { ...body, address, cookies: headers.cookie });
      return reply.header('set-cookie', [...cookies]).send({ ok: true });
    },
  );

  app.post(
    '/invitations/accept',
    {
      config: own('portal.accept-invitation', 'Accept an invitation with the account you have.'),
      schema: { body: linkSchema, response: { 200: acceptedSchema } },
    },
    async ({ ctx, body: { token } }) => acceptInvitation(ctx, token),
  );

  app.delete(
    '/roles/:institution_id',
    {
      config: { ...own('portal.leave-institution', 'Give up your role at an institution.'), fresh: true },
      schema: {
        params: Type.Object({ institution_id: Type.String({ maxLength: 60 }) }),
        response: { 200: doneSchema },
      },
    },
    async ({ ctx, params: { institution_id: id } }) => leaveInstitution(ctx, id),
  );
};
