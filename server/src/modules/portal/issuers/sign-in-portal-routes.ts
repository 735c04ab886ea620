import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { addressBucket } from '#lib/network/address';
import { AppError } from '#platform/errors';
import type { Limit } from '#platform/limits';
import { finishIssuerSignIn, issuerCookie, startIssuerSignIn } from './issuer-sign-in.ts';

/** Each start and each return makes us contact a server that a client chose. The limit allows for an office that shares an address. */
const perAddress: Limit = { name: 'portal_issuer', points: 100, windowS: 900, whenStoreIsGone: 'refuse' };

/** A page shows the message, since a person in a browser reads it. */
async function isWithinLimit({ ctx, clientAddress }: FastifyRequest): Promise<boolean> {
  try {
    await ctx.limits.consume(perAddress, addressBucket(clientAddress));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
}

type Problem = 'issuer_unavailable' | 'issuer_again' | 'issuer_refused' | 'issuer_wait';

/** Redirects to the page, which explains the problem. The reason comes from this list, never from the request. */
const goBack = (reply: FastifyReply, problem: Problem): FastifyReply =>
  reply.code(303).header('location', `/portal/sign-in?problem=${problem}`).send();

const ofInstitution = Type.Object({ institution_id: Type.String({ maxLength: 100 }) });

/** For the browsers of people who are not signed in: pages link here, scripts do not call it. */
export const issuerSignInPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/issuer-sign-in/:institution_id',
    {
      config: {
        operation: 'portal.start-issuer-sign-in',
        audience: 'portal',
        summary: 'Send the browser to the institution’s identity provider.',
      },
      schema: { params: ofInstitution },
    },
    async (request, reply) => {
      if (!(await isWithinLimit(request))) return goBack(reply, 'issuer_wait');
      const { ctx, headers } = request;
      const { institution_id: institutionId } = request.params;
      // Only something that looks like an account id reaches the database.
      if (!/^inst_[0-9A-Za-z]{1,40}$/.test(institutionId)) return goBack(reply, 'issuer_unavailable');
      // The provider may confirm without asking, so another site could sign a visitor in to its own institution.
      if (['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'])))
        return reply.code(303).header('location', `/portal/sign-in?organisation=${institutionId}`).send();
      const db = ctx.db.seeing({ account: institutionId });
      const started = await startIssuerSignIn({ ...ctx, db }, institutionId);
      if (started === undefined) return goBack(reply, 'issuer_unavailable');
      return reply.code(303).header('set-cookie', started.cookie).header('location', started.url).send();
    },
  );

  app.get(
    '/issuer-callback/:institution_id',
    {
      config: {
        operation: 'portal.finish-issuer-sign-in',
        audience: 'portal',
        summary: 'Complete a sign-in by the institution’s identity provider.',
      },
      schema: { params: ofInstitution },
    },
    async (request, reply) => {
      if (!(await isWithinLimit(request))) return goBack(reply, 'issuer_wait');
      const { ctx, url, headers, params } = request;
      const query = url.slice(url.indexOf('?') + 1);
      const outcome = await finishIssuerSignIn(ctx, {
        institutionId: params.institution_id,
        query,
        cookies: headers.cookie,
      });
      reply.header('set-cookie', issuerCookie.clear());
      if (outcome.kind === 'again') return goBack(reply, 'issuer_again');
      if (outcome.kind === 'refused') return goBack(reply, 'issuer_refused');
      reply.header('set-cookie', outcome.session.cookie);
      return reply.code(303).header('location', `/portal/${outcome.institutionId}/test`).send();
    },
  );
};
