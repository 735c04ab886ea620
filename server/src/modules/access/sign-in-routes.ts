import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dropHostCookie } from '#lib/cookies';
import { closed } from '#lib/shapes';
import { AppError, GatewayError } from '#platform/errors';
import { sendPage } from '#platform/http';
import { signOut } from './end-sessions.ts';
import type { OpenedSession } from './open-session.ts';
import { isOwnOrigin, sessionCookie, tryWindowS } from './rules.ts';
import { finishSetup, viewSetup } from './set-up-password.ts';
import {
  providerTroublePage,
  setupDonePage,
  setupPage,
  signedOutPage,
  signInPage,
  signOutPage,
  unknownSetupPage,
} from './sign-in-pages.ts';
import { dropOidcCookie, finishOidcSignIn, startOidcSignIn } from './sign-in-with-oidc.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

const field = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
const signInSchema = Type.Object({ email: field(254), password: field(200), code: field(40) }, closed);
const setupSchema = Type.Object(
  {
    username: Type.Optional(Type.String({ maxLength: 254 })),
    password: field(200),
    again: field(200),
    code: field(10),
  },
  closed,
);
const setupParams = Type.Object({ token: Type.String() });
const anyone = 'anyone' as const;

/** Another site must neither sign anybody in nor out. */
async function refuseOtherSites({ headers, ctx }: FastifyRequest): Promise<void> {
  if (isOwnOrigin(headers, ctx.config.publicBaseUrl)) return;
  throw new AppError('forbidden', 'Please open the page itself and press the button there.', { status: 403 });
}

/** Into the board, with a session that is new and the only one this browser has. */
async function enter({ ctx, headers }: FastifyRequest, reply: FastifyReply, session: OpenedSession) {
  await signOut(ctx, headers.cookie);
  return reply.code(303).header('set-cookie', session.cookie).header('location', '/board').send();
}

/** Pages without a script: people of the team come in and go out. */
export const signInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/sign-in', { config: { operation: 'access.sign-in-page', audience: anyone } }, async ({ ctx }, reply) =>
    sendPage(reply, signInPage({ oidc: ctx.config.oidc !== undefined })),
  );

  app.post(
    '/sign-in',
    {
      config: { operation: 'access.sign-in', audience: anyone },
      schema: { body: signInSchema },
      onRequest: refuseOtherSites,
    },
    async (request, reply) => {
      const { ctx, body, callerAddress: address } = request;
      const outcome = await signInWithPassword(ctx, { ...body, address });
      if (outcome.kind === 'in') return enter(request, reply, outcome.session);
      const oidc = ctx.config.oidc !== undefined;
      if (outcome.kind === 'wait') {
        reply.header('retry-after', String(tryWindowS));
        return sendPage(reply, signInPage({ oidc, status: 429, trouble: 'Too many tries. Wait fifteen minutes.' }));
      }
      return sendPage(reply, signInPage({ oidc, status: 403, trouble: 'Email, password or code is not right.' }));
    },
  );

  await app.register(oidcRoutes);
  await app.register(setupRoutes);
  await app.register(signOutRoutes);
};

const oidcRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/sign-in/oidc', { config: { operation: 'access.start-oidc', audience: anyone } }, async ({ ctx }, reply) => {
    try {
      const { url, cookie } = await startOidcSignIn(ctx);
      return reply.code(303).header('set-cookie', cookie).header('location', url).send();
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      ctx.log.warn({ err: error }, 'access.identity-provider-away');
      return sendPage(reply, providerTroublePage('again'));
    }
  });

  app.get(
    '/sign-in/oidc/callback',
    { config: { operation: 'access.finish-oidc', audience: anyone } },
    async (request, reply) => {
      const [, query = ''] = request.originalUrl.split('?', 2);
      const { ctx, headers, callerAddress: address } = request;
      const outcome = await finishOidcSignIn(ctx, { query, cookies: headers.cookie, address });
      // What was asked of the provider is answered, whatever came of it.
      reply.header('set-cookie', dropOidcCookie());
      if (outcome.kind === 'in') return enter(request, reply, outcome.session);
      if (outcome.kind === 'wait') reply.header('retry-after', String(tryWindowS));
      return sendPage(reply, providerTroublePage(outcome.kind));
    },
  );
};

const setupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sign-in/set-up/:token',
    { config: { operation: 'access.view-setup', audience: anyone }, schema: { params: setupParams } },
    async ({ ctx, params }, reply) => {
      const view = await viewSetup(ctx, params.token);
      return sendPage(reply, view === undefined ? unknownSetupPage : setupPage(view));
    },
  );

  app.post(
    '/sign-in/set-up/:token',
    {
      config: { operation: 'access.finish-setup', audience: anyone },
      schema: { params: setupParams, body: setupSchema },
      onRequest: refuseOtherSites,
    },
    async ({ ctx, params: { token }, body: { password, again, code } }, reply) => {
      const view = await viewSetup(ctx, token);
      if (view === undefined) return sendPage(reply, unknownSetupPage);
      if (password !== again) return sendPage(reply, setupPage(view, 'The two passwords are not the same.'));
      if ([...password].length < 12)
        return sendPage(reply, setupPage(view, 'The password needs 12 characters or more.'));
      const outcome = await finishSetup(ctx, { token, password, code });
      if (outcome.kind === 'unknown') return sendPage(reply, unknownSetupPage);
      if (outcome.kind === 'wrong code')
        return sendPage(reply, setupPage(view, 'That code is not the one your authenticator shows now.'));
      return sendPage(reply, setupDonePage(outcome.codes));
    },
  );
};

const signOutRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/sign-out', { config: { operation: 'access.sign-out-page', audience: anyone } }, async (_request, reply) =>
    sendPage(reply, signOutPage),
  );

  app.post(
    '/sign-out',
    { config: { operation: 'access.sign-out', audience: anyone }, onRequest: refuseOtherSites },
    async ({ ctx, headers }, reply) => {
      await signOut(ctx, headers.cookie);
      return sendPage(reply.header('set-cookie', dropHostCookie(sessionCookie)), signedOutPage);
    },
  );
};
