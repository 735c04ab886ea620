import type { FastifyReply } from 'fastify';
import type { Notice } from './consultation-page.ts';

type Where = { readonly token: string; readonly done: Notice };

/** Redirects after a form to the top of the page, where the notice is; reloading it sends nothing again. */
export const sendBack = (reply: FastifyReply, { token, done }: Where): FastifyReply =>
  reply
    .code(303)
    .header('location', `/case/${encodeURIComponent(token)}?done=${done}`)
    .send();
