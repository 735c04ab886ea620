import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { html, type Html } from '#lib/text/html';
import { countSegments } from '#lib/text/sms-segments';
import { onlyFromThisMachine, htmlHeaders, renderHtml } from '#platform/http';
import { listNotConfigured } from './message-store.ts';
import { messageAad, type MessageContent } from './message-rules.ts';

const shown = 50;

/** Mails have their styles inline; their frames may run nothing, load nothing and lead nowhere. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Messages of the sandbox or without a configured transport, codes and links included, for developers; never mounted in
 * production.
 */
export const mailboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/dev/mailbox',
    { config: { operation: 'customers.dev-mailbox', audience: 'anyone' }, onRequest: onlyFromThisMachine },
    async ({ ctx }, reply) => {
      // Of every sandbox: whoever is at this machine sees them all.
      const rows = await listNotConfigured(ctx.db.seeing('all'), shown);
      const messages = rows.map((row) => ({
        ...row,
        content: JSON.parse(ctx.vault.decrypt(row.sealed_content, messageAad(row.id))) as MessageContent,
      }));
      const page = {
        status: 200,
        title: 'Developer mailbox',
        body: html`<h1>Developer mailbox</h1>
          <p class="soft">The last ${shown} messages that were stored because no transport is configured.</p>
          ${messages.map(
            ({ id, created_at: at, content }) =>
              html`<h2>${content.channel === 'email' ? content.subject : 'Text message'}</h2>
                <p class="soft">${id}, ${at.toISOString()}, to ${content.to}</p>
                <div style="${sideBySide}">${viewsOf(content)}</div>`,
          )}`,
      };
      return reply
        .code(200)
        .headers({ ...htmlHeaders, 'content-security-policy': policy })
        .send(renderHtml(page, reply.server.team));
    },
  );
};

/** As wide as the window, beside each other where there is room. */
const sideBySide =
  'width:calc(100vw - 3rem);margin-left:calc(50% - 50vw + 1.5rem);display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start';
const column = 'flex:1 1 18rem;min-width:0;max-width:100%';

/** As text, as it looks on a telephone, and a mail as it looks on a desk. */
function viewsOf(content: MessageContent): Html[] {
  const text = html`<div style="${column}">
    <pre style="white-space:pre-wrap;overflow-wrap:anywhere">${content.text}</pre>
  </div>`;
  if (content.channel === 'text') {
    const { encoding, segments } = countSegments(content.text);
    const length = `${segments} ${segments === 1 ? 'segment' : 'segments'}, ${encoding === 'gsm7' ? 'GSM-7' : 'UCS-2'}`;
    const bubble = 'margin:0;padding:.75rem 1rem;border-radius:1.1rem;background:var(--panel);overflow-wrap:anywhere';
    return [
      text,
      html`<div style="flex:0 1 390px;max-width:100%">
        <p style="${bubble}">${content.text}</p>
        <p class="soft">${length}</p>
      </div>`,
    ];
  }
  const frame = (where: string, size: string): Html =>
    html`<iframe
      sandbox=""
      title="${`${content.subject}, ${where}`}"
      srcdoc="${content.html}"
      style="${size};box-sizing:border-box;max-width:100%;height:46rem;border:1px solid var(--line)"
    ></iframe>`;
  return [text, frame('on a telephone', 'flex:0 0 390px'), frame('on a desk', 'flex:2 1 30rem;min-width:0')];
}
