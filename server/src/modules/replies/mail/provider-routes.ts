import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { mailBytesMax, readMail } from '#gateways/inbound-mail';
import type { Ctx } from '#context';
import { GatewayError, malformedBody, notFound, unauthorized } from '#platform/errors';
import { rawBody } from '#platform/http';
import { recordMail } from './mail.ts';

/**
 * Where a mail provider posts what it received for us: the mail as it is, the recipient in the header `X-Recipient`, our
 * secret as a bearer token. For operators without a mail server of their own.
 */
export const mailProviderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/mail',
    {
      config: { operation: 'replies.receive-mail', audience: 'mail provider' },
      bodyLimit: mailBytesMax,
      onRequest: async ({ ctx, headers }) => requireSecret(ctx, headers.authorization),
    },
    async (request, reply) => {
      const to = request.headers['x-recipient'];
      if (typeof to !== 'string' || to.length > 320) throw malformedBody('The header X-Recipient must be one address.');
      const mail = await readMail(rawBody(request)).catch((error: unknown) => {
        if (error instanceof GatewayError) throw malformedBody('The mail cannot be read.');
        throw error;
      });
      if (!(await recordMail(request.ctx, to, mail))) throw notFound();
      return reply.code(204).send();
    },
  );
};

/** Before anything is read; without a secret in the settings there is no such address. */
function requireSecret({ config, vault }: Ctx, authorization = ''): void {
  const secret = config.inboundMail?.hookSecret;
  if (secret === undefined) throw notFound();
  // Fingerprints have one length, so that nothing is learned from how long the comparison takes.
  const [given, wanted] = [authorization, `Bearer ${secret.reveal()}`].map((text) => vault.fingerprint(text, 'token'));
  if (given === undefined || wanted === undefined || !timingSafeEqual(given, wanted)) throw unauthorized();
}
