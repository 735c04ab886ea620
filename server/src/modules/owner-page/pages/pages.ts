import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#lib/languages/language';
import { languageUrl } from '#lib/text/language-link';
import type { choices } from '#modules/consultations';
import { customerLanguage, requestLanguage, sendHtml, withTestNotice } from '#platform/http';
import type { Limit } from '#platform/limits';
import { findPage } from '../links/find-page.ts';
import { endedPage, unknownPage } from '../links/link-page.ts';
import type { Notice } from './consultation-page.ts';

/** Only unknown tokens count per IP address, because a mailbox provider opens many links from few addresses. */
const unknownTokens: Limit = { name: 'page-unknown', points: 60, windowS: 60, whenStoreIsGone: 'let through' };
/** Per link; a page reads a dozen tables. */
const viewed: Limit = { name: 'page-viewed', points: 60, windowS: 60, whenStoreIsGone: 'let through' };

export type CurrentPage = { readonly standing: choices.Standing; readonly language: Language; readonly token: string };

/** The case behind the link of a request. Returns undefined after sending the response when there is no case to show. */
export async function findCurrent(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<CurrentPage | undefined> {
  const { ctx, clientAddress } = request;
  const { token } = request.params;
  await ctx.limits.consume(viewed, ctx.vault.fingerprint(token, 'token').toString('hex').slice(0, 32));
  const found = await findPage(ctx, token);
  if (found.kind === 'unknown') {
    await ctx.limits.consume(unknownTokens, clientAddress);
    sendHtml(reply, unknownPage(requestLanguage(request)));
    return undefined;
  }
  if (found.kind === 'current') {
    const { standing } = found;
    const owner = { language: standing.language, languageUrl: languageUrl(ctx, standing.id) };
    return { standing, language: customerLanguage(request, owner), token };
  }
  // The customer's chosen language is private, so the page uses the language of the request.
  const ended = endedPage(requestLanguage(request), token);
  sendHtml(reply, found.standing.test ? withTestNotice(ended, requestLanguage(request), 'what owners read') : ended);
  return undefined;
}

/** The case behind the link, for actions that only a proven customer may take. Others get the page back, unchanged. */
export async function findProven(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<CurrentPage | undefined> {
  const current = await findCurrent(request, reply);
  if (current === undefined || current.standing.isProven) return current;
  reply.code(303).header('location', `/case/${current.token}?lang=${current.language}`).send();
  return undefined;
}

type Where = { readonly token: string; readonly done: Notice };

/** Redirects to the top of the page after a form, where the notice is. Reloading does not submit the form again. */
export const sendBack = (reply: FastifyReply, { token, done }: Where): FastifyReply =>
  reply
    .code(303)
    .header('location', `/case/${encodeURIComponent(token)}?done=${done}`)
    .send();
