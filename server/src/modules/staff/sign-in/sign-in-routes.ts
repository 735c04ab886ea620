import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { clearHostCookie } from '#lib/network/cookies';
import { AppError, GatewayError } from '#platform/errors';
import { onlyFromThisMachine, sendHtml } from '#platform/http';
import { passwordLengthMax, tryWindowS } from '#platform/sign-in';
import { signInWithDemoLink } from '../demo-links/demo-links.ts';
import { finishOidcSignIn, oidcCookie, startOidcSignIn } from '../oidc/oidc.ts';
import { findSetup, finishSetup } from '../password/password-setup.ts';
import { signInStaff } from '../password/sign-in-with-password.ts';
import { realm } from '../realm.ts';
import { isOwnOrigin } from '../rules.ts';
import { signOut, type QueueDeviceMail } from '../sessions/sessions.ts';
import { refuseCrowd } from './sign-in.ts';
import {
  confirmedPage,
  providerProblemPage,
  setupDonePage,
  setupPage,
  signInPage,
  signOutPage,
  signedOutPage,
  unknownDemoLinkPage,
  unknownSetupPage,
} from './sign-in-page.ts';

/** The same text for an account that does not exist: tries are counted by the typed address. */
const waitTexts = {
  known: 'Too many attempts. Wait fifteen minutes.',
  unknown:
    'Too many attempts on devices that this account has not used before. Wait fifteen minutes, sign in on a device that it has used, or ask an administrator for a set-up link.',
} as const;

const field = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
const signInSchema = Type.Object({ email: field(254), password: field(200), code: field(40) }, closed);
const setupSchema = Type.Object(
  {
    username: Type.Optional(Type.String({ maxLength: 254 })),
    password: field(passwordLengthMax),
    again: field(passwordLengthMax),
    code: field(10),
  },
  closed,
);
const setupParams = Type.Object({ token: Type.String() });
const anyone = 'anyone' as const;

/** Another site must not sign a member in or out. */
export async function refuseOtherSites({ headers, ctx }: FastifyRequest): Promise<void> {
  if (isOwnOrigin(headers, ctx.config.publicBaseUrl)) return;
  throw new AppError('forbidden', 'Please open the page itself and press the button there.', { status: 403 });
}

/** Redirects to the board with a new session, this browser's only one. */
async function enter({ ctx, headers }: FastifyRequest, reply: FastifyReply, cookies: readonly string[]) {
  await signOut(ctx, headers.cookie);
  return reply.code(303).header('set-cookie', cookies).header('location', '/board').send();
}

/** Sign-in and sign-out, as pages without scripts. */
export const signInRoutes =
  (queueMail: QueueDeviceMail): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(passwordRoutes(queueMail));
    await app.register(oidcRoutes(queueMail));
    await app.register(setupRoutes);
    await app.register(signOutRoutes);
  };

const passwordRoutes =
  (queueMail: QueueDeviceMail): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/sign-in', { config: { operation: 'access.sign-in-page', audience: anyone } }, async ({ ctx }, reply) =>
      sendHtml(reply, signInPage({ oidc: ctx.config.oidc !== undefined })),
    );

    app.post(
      '/sign-in',
      {
        config: { operation: 'access.sign-in', audience: anyone },
        schema: { body: signInSchema },
        onRequest: [refuseOtherSites, refuseCrowd],
      },
      async (request, reply) => {
        const { ctx, body, clientAddress: address, headers } = request;
        const outcome = await signInStaff(ctx, { ...body, address, cookies: headers.cookie }, queueMail);
        if (outcome.kind === 'in') return enter(request, reply, outcome.session.cookies);
        const oidc = ctx.config.oidc !== undefined;
        if (outcome.kind === 'wait') {
          reply.header('retry-after', String(tryWindowS));
          return sendHtml(reply, signInPage({ oidc, status: 429, problemText: waitTexts[outcome.device] }));
        }
        return sendHtml(reply, signInPage({ oidc, status: 403, problemText: 'Email, password or code is wrong.' }));
      },
    );
  };

const oidcRoutes =
  (queueMail: QueueDeviceMail): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/sign-in/oidc',
      {
        config: { operation: 'access.start-oidc', audience: anyone },
        schema: { querystring: Type.Object({ confirm: Type.Optional(Type.String({ maxLength: 10 })) }) },
      },
      async ({ ctx, headers, query }, reply) => {
        // The provider may sign people in without asking, so another site could otherwise sign a visitor in against their will.
        if (['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'])))
          return reply.code(303).header('location', '/sign-in').send();
        try {
          const { url, cookie } = await startOidcSignIn(ctx, { confirms: query.confirm !== undefined });
          return reply.code(303).header('set-cookie', cookie).header('location', url).send();
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
          ctx.log.warn({ err: error }, 'staff.identity-provider-unavailable');
          return sendHtml(reply, providerProblemPage('again'));
        }
      },
    );

    app.get(
      '/sign-in/oidc/callback',
      { config: { operation: 'access.finish-oidc', audience: anyone } },
      async (request, reply) => {
        const [, query = ''] = request.originalUrl.split('?', 2);
        const { ctx, headers, clientAddress: address } = request;
        const outcome = await finishOidcSignIn(ctx, { query, cookies: headers.cookie, address }, queueMail);
        // The request to the provider is finished, whatever its result.
        reply.header('set-cookie', oidcCookie.clear());
        if (outcome.kind === 'in') {
          if (!outcome.confirms) return enter(request, reply, outcome.session.cookies);
          await signOut(ctx, headers.cookie);
          return sendHtml(reply.header('set-cookie', [...outcome.session.cookies]), confirmedPage);
        }
        if (outcome.kind === 'wait') reply.header('retry-after', String(tryWindowS));
        return sendHtml(reply, providerProblemPage(outcome.kind));
      },
    );
  };

const setupRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sign-in/set-up/:token',
    { config: { operation: 'access.view-setup', audience: anyone }, schema: { params: setupParams } },
    async ({ ctx, params }, reply) => {
      const view = await findSetup(ctx, params.token);
      return sendHtml(reply, view === undefined ? unknownSetupPage : setupPage(view));
    },
  );

  app.post(
    '/sign-in/set-up/:token',
    {
      config: { operation: 'access.finish-setup', audience: anyone },
      schema: { params: setupParams, body: setupSchema },
      onRequest: refuseOtherSites,
    },
    async ({ ctx, params: { token }, body: { password, again, code }, headers }, reply) => {
      const view = await findSetup(ctx, token);
      if (view === undefined) return sendHtml(reply, unknownSetupPage);
      if (password !== again) return sendHtml(reply, setupPage(view, 'The two passwords do not match.'));
      const outcome = await finishSetup(ctx, { token, password, code, cookies: headers.cookie });
      if (outcome.kind === 'weak') return sendHtml(reply, setupPage(view, outcome.problem));
      if (outcome.kind === 'wait') {
        reply.header('retry-after', String(tryWindowS));
        return sendHtml(reply, { ...setupPage(view, waitTexts.known), status: 429 });
      }
      if (outcome.kind === 'unknown') return sendHtml(reply, unknownSetupPage);
      if (outcome.kind === 'wrong code')
        return sendHtml(reply, setupPage(view, 'That code is not the one your authenticator shows now.'));
      return sendHtml(reply.header('set-cookie', outcome.cookie), setupDonePage(outcome.codes));
    },
  );
};

/**
 * Signs a demo member in with one click; never mounted in production. A GET changes data here, because the link is printed in a terminal.
 * It works once, and HEAD, which link checkers use, is not served.
 */
export const demoSignInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sign-in/demo/:token',
    {
      config: { operation: 'access.sign-in-by-demo-link', audience: anyone },
      schema: { params: setupParams },
      exposeHeadRoute: false,
      onRequest: onlyFromThisMachine,
    },
    async (request, reply) => {
      const session = await signInWithDemoLink(request.ctx, request.params.token);
      return session === undefined ? sendHtml(reply, unknownDemoLinkPage) : enter(request, reply, [session.cookie]);
    },
  );
};

const signOutRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/sign-out', { config: { operation: 'access.sign-out-page', audience: anyone } }, async (_request, reply) =>
    sendHtml(reply, signOutPage),
  );

  app.post(
    '/sign-out',
    { config: { operation: 'access.sign-out', audience: anyone }, onRequest: refuseOtherSites },
    async ({ ctx, headers }, reply) => {
      await signOut(ctx, headers.cookie);
      return sendHtml(reply.header('set-cookie', clearHostCookie(realm.sessionCookie)), signedOutPage);
    },
  );
};
