import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { mailBytesMax, readMail } from '#gateways/inbound-mail';
import type { Ctx } from '#context';
import { GatewayError, malformedBody, notFound, unauthorized } from '#platform/errors';
import { rawBody } from '#platform/http';
import { recordMail } from './mail.ts';

/**
 * Where a mail provider posts the email it received for us: the raw message, the recipient in the header
 * `X-Recipient`, and our secret as a bearer token. For operators without their own mail server.
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

/** Checked before the body is read; without a secret in the settings this endpoint does not exist. */
function requireSecret({ config, vault }: Ctx, authorization = ''): void {
  const secret = config.inboundMail?.hookSecret;
  if (secret === undefined) throw notFound();
  // Fingerprints have equal length, so the time of the comparison reveals nothing.
  const [given, wanted] = [authorization, `Bearer ${secret.reveal()}`].map((text) => vault.fingerprint(text, 'token'));
  if (given === undefined || wanted === undefined || !timingSafeEqual(given, wanted)) throw unauthorized();
}
