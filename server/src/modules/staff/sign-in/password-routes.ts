import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { StaffActor } from '#actor';
import { closed } from '#lib/api/shapes';
import { AppError } from '#platform/errors';
import { sendHtml } from '#platform/http';
import { passwordLengthMax, tryWindowS } from '#platform/sign-in';
import { authenticateStaff, type QueueDeviceMail } from '../sessions/sessions.ts';
import { changePassword } from './sign-in.ts';
import { passwordChangedPage, passwordPage } from './password-page.ts';
import { refuseOtherSites } from './sign-in-routes.ts';

const field = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const schema = Type.Object(
  { current: field(200), code: field(40), password: field(passwordLengthMax), again: field(passwordLengthMax) },
  closed,
);

/** The member signed in with this browser, or undefined. */
async function findSignedIn({ ctx, headers }: FastifyRequest): Promise<StaffActor | undefined> {
  try {
    return await authenticateStaff(ctx, undefined, headers.cookie);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

const toSignIn = (reply: FastifyReply): FastifyReply => reply.code(303).header('location', '/sign-in').send();

/** Changes a member's own password, on a page without scripts. */
export const passwordRoutes =
  (queueMail: QueueDeviceMail): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/sign-in/password',
      { config: { operation: 'access.view-password', audience: 'anyone' } },
      async (request, reply) =>
        (await findSignedIn(request)) === undefined ? toSignIn(reply) : sendHtml(reply, passwordPage()),
    );

    app.post(
      '/sign-in/password',
      {
        config: { operation: 'access.change-password', audience: 'anyone' },
        schema: { body: schema },
        onRequest: refuseOtherSites,
      },
      async (request, reply) => {
        const actor = await findSignedIn(request);
        if (actor === undefined) return toSignIn(reply);
        const { ctx, body, clientAddress: address, headers } = request;
        const { again, ...change } = body;
        const refuse = (status: number, problemText: string) => sendHtml(reply, passwordPage({ status, problemText }));
        if (change.password !== again) return refuse(400, 'The two new passwords do not match.');
        const asked = { ...change, staffId: actor.staffId, address, cookies: headers.cookie };
        const outcome = await changePassword(ctx, asked, queueMail);
        if (outcome.kind === 'done')
          return sendHtml(reply.header('set-cookie', [...outcome.session.cookies]), passwordChangedPage);
        if (outcome.kind === 'weak') return refuse(400, outcome.problem);
        if (outcome.kind === 'refused') return refuse(403, 'Password or code is wrong.');
        reply.header('retry-after', String(tryWindowS));
        return refuse(429, 'Too many attempts. Wait fifteen minutes.');
      },
    );
  };
