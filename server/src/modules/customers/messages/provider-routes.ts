import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '#context';
import { type TextReply, textReplyPath, textStatusPath } from '#gateways/text';
import { forbidden } from '#platform/errors';
import { recordTextStatus } from './message-reports.ts';

/** Statuses that the provider documents; any other is not stored. */
const statuses = new Set(['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed']);

/** Callbacks of the text provider; a request without its signature changes nothing. */
export const textProviderRoutes =
  (recordReply: (ctx: Ctx, reply: TextReply) => Promise<void>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      textStatusPath,
      { config: { operation: 'customers.record-text-status', audience: 'text provider' } },
      async (request, reply) => {
        const { MessageSid = '', MessageStatus = '' } = genuineForm(request);
        if (statuses.has(MessageStatus)) await recordTextStatus(request.ctx, MessageSid, MessageStatus);
        return reply.code(204).send();
      },
    );

    app.post(
      textReplyPath,
      { config: { operation: 'customers.record-text-reply', audience: 'text provider' } },
      async (request, reply) => {
        const { From = '', Body = '', MessageSid, OptOutType, NumMedia = '' } = genuineForm(request);
        await recordReply(request.ctx, {
          from: From,
          body: Body,
          providerId: MessageSid,
          handledAs: OptOutType,
          attachments: /^\d{1,2}$/.test(NumMedia) ? Number(NumMedia) : 0,
        });
        // An empty TwiML document: our answer goes through the queue, which checks the do-not-contact list.
        return reply.code(200).header('content-type', 'text/xml; charset=utf-8').send('<Response/>');
      },
    );
  };

function genuineForm(request: FastifyRequest): Record<string, string> {
  const form = (request.body ?? {}) as Record<string, string>;
  const header = request.headers['x-twilio-signature'];
  const genuine = request.ctx.text.isGenuine({
    url: `${request.ctx.config.publicBaseUrl}${request.raw.url ?? ''}`,
    form,
    signature: Array.isArray(header) ? undefined : header,
  });
  if (!genuine) throw forbidden();
  return form;
}
