import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { findStop } from '#lib/text/stop-link';
import { malformedBody } from '#platform/errors';
import { customerLanguage, refuseForeignForms, requestLanguage, sendHtml } from '#platform/http';
import type { Limit } from '#platform/limits';
import { askingPage, stoppedPage, unknownPage } from './stops/stop-page.ts';
import { recordStopLink, viewStop } from './stops/stops.ts';

const params = Type.Object({ token: Type.String() });
const audience = 'customer with the link';

const oneClick = 'List-Unsubscribe';
const stopSchema = Type.Union([
  Type.Object({ decision: Type.Literal('stop') }, closed),
  Type.Object({ [oneClick]: Type.Literal('One-Click') }, closed),
]);

/** Mailbox providers post for many people from few addresses, so only unknown tokens count by address. */
const unknownTokens: Limit = { name: 'stop-unknown', points: 60, windowS: 60, whenStoreIsGone: 'let through' };
/** Per link; posting again changes nothing. */
const pressed: Limit = { name: 'stop-pressed', points: 20, windowS: 60, whenStoreIsGone: 'let through' };

/**
 * The page behind a stop link, and the address that mail programs post to (RFC 8058), without a cookie, a redirect or
 * an intermediate page.
 */
export const stopCustomerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // The RFC prefers this form of the body; only its single field is read.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    readOneClick(body),
  );

  app.get(
    '/:token',
    { config: { operation: 'replies.view-stop', audience }, schema: { params } },
    async (request, reply) => {
      const stop = findStop(request.ctx, request.params.token);
      if (stop !== undefined) {
        const { test, chosen } = await viewStop(request.ctx, stop);
        return sendHtml(reply, askingPage({ stop, test, language: customerLanguage(request, chosen) }));
      }
      await countUnknown(request);
      return sendHtml(reply, unknownPage(requestLanguage(request)));
    },
  );

  app.post(
    '/:token',
    {
      config: { operation: 'replies.stop', audience },
      schema: { params, body: stopSchema },
      preValidation: async (request) => {
        if (!isOneClick(request.body)) await refuseForeignForms('decision')(request);
      },
    },
    async (request, reply) => {
      const {
        ctx,
        body,
        params: { token },
      } = request;
      const stop = findStop(ctx, token);
      if (stop === undefined) {
        await countUnknown(request);
        return sendHtml(reply, unknownPage(requestLanguage(request)));
      }
      await ctx.limits.consume(pressed, ctx.vault.fingerprint(token, 'token').toString('hex').slice(0, 32));
      await recordStopLink(ctx, { token, channel: isOneClick(body) ? 'one_click' : 'page' });
      const { test, chosen } = await viewStop(ctx, stop);
      return sendHtml(reply, stoppedPage({ stop, test, language: customerLanguage(request, chosen) }));
    },
  );
};

const isOneClick = (body: unknown): boolean => typeof body === 'object' && body !== null && oneClick in body;

async function countUnknown({ ctx, clientAddress }: FastifyRequest): Promise<void> {
  await ctx.limits.consume(unknownTokens, clientAddress);
}

function readOneClick(body: string): Record<string, string> {
  const parts = body.split(/(?:\r?\n){2,}/);
  const isSet = parts.some(
    (head, at) =>
      /\bname="?List-Unsubscribe"?\s*(?:\n|$)/i.test(head) && /^\s*One-Click\r?\n--/i.test(parts[at + 1] ?? ''),
  );
  if (!isSet) throw malformedBody('The form must have the field List-Unsubscribe.');
  return { [oneClick]: 'One-Click' };
}
