import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { readCookie } from '#lib/network/cookies';
import { AppError } from '#platform/errors';
import { sendHtml, type HtmlPage } from '#platform/http';
import { consolePath } from './console-pages/frame-page.ts';
import { signInPage } from './console-pages/sign-in-page.ts';
import { readNext } from './console-sessions/rules.ts';
import { consoleSessions, signInWithKey, signOutOfConsole } from './console-sessions/sessions.ts';

/** Shown instead of a page that needs a session: the sign-in form, which then leads to the requested page. */
export const consoleSignInPage = ({ method, url, headers }: FastifyRequest): HtmlPage =>
  signInPage({
    status: 401,
    note: readCookie(headers.cookie, consoleSessions.sessionCookie) === undefined ? undefined : sessionEnded,
    next: method === 'GET' ? readNext(url.slice(consolePath.length)) : undefined,
  });

const audience = 'anyone';

const wrongKey =
  'This key opens nothing. It may have been replaced, or its agent is not active. Check that it was copied whole.';

const sessionEnded = 'Your session has ended. Open it again with your key.';
const signedOut = 'You are signed out.';

/** Console sign-in and sign-out. The key comes in a form's body only. */
export const consoleSignInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/sign-in',
    {
      config: { operation: 'agent-console.view-sign-in', audience },
      schema: {
        querystring: Type.Object({ done: Type.Optional(Type.Enum(['signed-out'], { type: 'string' })) }, closed),
      },
    },
    async ({ query }, reply) =>
      sendHtml(reply, signInPage({ status: 200, note: query.done === undefined ? undefined : signedOut })),
  );

  app.post(
    '/sign-in',
    {
      config: { operation: 'agent-console.sign-in', audience, takesForms: true },
      schema: {
        body: Type.Object(
          { key: Type.String({ maxLength: 255 }), next: Type.Optional(Type.String({ maxLength: 100 })) },
          closed,
        ),
      },
    },
    async ({ ctx, body, clientAddress: address, headers }, reply) => {
      const next = readNext(body.next);
      try {
        const cookie = await signInWithKey(ctx, { key: body.key, address });
        if (cookie === undefined) return sendHtml(reply, signInPage({ status: 403, problem: wrongKey, next }));
        // Ends the browser's previous session.
        await signOutOfConsole(ctx, headers.cookie);
        return reply
          .code(303)
          .header('set-cookie', cookie)
          .header('location', `${consolePath}${next ?? ''}`)
          .send();
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 429) throw error;
        reply.header('retry-after', String(error.retryAfterS ?? 900));
        return sendHtml(
          reply,
          signInPage({ status: 429, problem: 'Too many tries from your address. Wait fifteen minutes.', next }),
        );
      }
    },
  );

  app.post(
    '/sign-out',
    { config: { operation: 'agent-console.sign-out', audience, takesForms: true } },
    async ({ ctx, headers }, reply) => {
      const cookie = await signOutOfConsole(ctx, headers.cookie);
      return reply
        .code(303)
        .header('set-cookie', cookie)
        .header('location', `${consolePath}/sign-in?done=signed-out`)
        .send();
    },
  );
};
