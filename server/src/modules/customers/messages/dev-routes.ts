import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { html } from '#lib/text/html';
import { onlyFromThisMachine, sendHtml } from '#platform/http';
import { listNotConfigured } from './message-store.ts';
import { messageAad, type MessageContent } from './message-rules.ts';

const shown = 50;

/**
 * Messages of the sandbox or without a configured transport, codes and links included, for developers; never mounted in
 * production.
 */
export const mailboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/dev/mailbox',
    { config: { operation: 'customers.dev-mailbox', audience: 'anyone' }, onRequest: onlyFromThisMachine },
    async ({ ctx }, reply) => {
      const rows = await listNotConfigured(ctx.db, shown);
      const messages = rows.map((row) => ({
        ...row,
        content: JSON.parse(ctx.vault.decrypt(row.sealed_content, messageAad(row.id))) as MessageContent,
      }));
      return sendHtml(reply, {
        status: 200,
        title: 'Developer mailbox',
        body: html`<h1>Developer mailbox</h1>
          <p class="soft">The last ${shown} messages that were stored because no transport is configured.</p>
          ${messages.map(
            ({ id, created_at: at, content }) =>
              html`<h2>${content.channel === 'email' ? content.subject : 'Text message'}</h2>
                <p class="soft">${id}, ${at.toISOString()}, to ${content.to}</p>
                <pre>${content.text}</pre>`,
          )}`,
      });
    },
  );
};
