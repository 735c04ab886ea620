import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Ctx } from '#context';
import { addConsultationNumber } from '#lib/mail/add-consultation-number';
import { notFound } from '#platform/errors';
import { onlyFromThisMachine, htmlHeaders, renderHtml, type HtmlPage } from '#platform/http';
import { inboxPage, inboxScript, type InboxMessage } from './inbox-page.ts';
import type { MessageSubject } from './message-facts.ts';
import { messageAad, type MessageContent } from './message-rules.ts';
import { listInboxRows } from './message-store.ts';

const shown = 100;

/** Emails have their styles inline; their frames run nothing and load nothing. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

type FindNumber = (ctx: Ctx, subject: MessageSubject) => Promise<string | undefined>;

const config = (operation: string) => ({ operation, audience: 'anyone' }) as const;
const idSchema = Type.Object({ id: Type.String({ maxLength: 60 }) });

/** Every message that the service sends, codes and links included, for developers; never mounted in production. */
export const inboxRoutes =
  (findNumber: FindNumber): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addHook('onRequest', onlyFromThisMachine);

    app.get('/dev/inbox', { config: config('customers.dev-inbox') }, async ({ ctx }, reply) => {
      const messages = await list(ctx);
      const open = messages[0] && (await withNumber(ctx, messages[0], findNumber));
      return send(reply, inboxPage(messages, { open, chosen: false, from: ctx.config.mailFrom }));
    });

    app.get(
      '/dev/inbox/:id',
      { config: config('customers.dev-message'), schema: { params: idSchema } },
      async ({ ctx, params }, reply) => {
        const messages = await list(ctx);
        const found = messages.find(({ id }) => id === params.id);
        if (found === undefined) throw notFound();
        const open = await withNumber(ctx, found, findNumber);
        return send(reply, inboxPage(messages, { open, chosen: true, from: ctx.config.mailFrom }));
      },
    );

    app.get('/dev/inbox.json', { config: config('customers.dev-inbox-state') }, async ({ ctx }, reply) => {
      const rows = await listRows(ctx);
      const state = createHash('sha256').update(JSON.stringify(rows.map(({ id, state: at }) => [id, at])));
      return reply.header('cache-control', 'no-store').send({ state: state.digest('hex') });
    });

    app.get('/dev/inbox.js', { config: config('customers.dev-inbox-script') }, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
        .send(inboxScript),
    );
  };

const send = (reply: FastifyReply, page: HtmlPage) =>
  reply
    .code(200)
    .headers({ ...htmlHeaders, 'content-security-policy': policy })
    .send(renderHtml(page, reply.server.team));

/** From all accounts and sandboxes, because this page serves only the developer's own machine. */
const listRows = (ctx: Ctx) => listInboxRows(ctx.db.seeing('all'), ctx.clock.now(), shown);

const list = async (ctx: Ctx): Promise<InboxMessage[]> =>
  (await listRows(ctx)).map(({ encrypted_content: sealed, created_at: at, due_at: dueAt, ...row }) => ({
    id: row.id,
    at,
    state: row.state,
    dueAt,
    subject: {
      purpose: row.purpose,
      subjectId: row.subject_id,
      subjectVersion: row.subject_version ?? undefined,
    },
    content: JSON.parse(ctx.vault.decrypt(sealed, messageAad(row.id))) as MessageContent,
  }));

/** The case number is put into an email when it is sent, so the stored email does not have it. */
async function withNumber(ctx: Ctx, message: InboxMessage, findNumber: FindNumber): Promise<InboxMessage> {
  const { content, subject, state } = message;
  if (content.channel === 'text' || state !== 'sent') return message;
  const number = await findNumber({ ...ctx, db: ctx.db.seeing('all') }, subject);
  return number === undefined
    ? message
    : { ...message, content: addConsultationNumber(content, { number, language: content.language }) };
}
