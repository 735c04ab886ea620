import { createTransport } from 'nodemailer';
import { isEmail } from '#lib/email';
import type { Config } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { MailGateway } from './port.ts';

/** A mail server that takes longer than this for one step is treated as gone; the message waits for its retry. */
const stepTimeoutMs = 10_000;
/** All steps together; shorter than the lease of a claimed message, so that nobody else begins to send it meanwhile. */
const sendTimeoutMs = 25_000;

export function createMail(config: Config): MailGateway {
  if (config.smtpUrl === undefined) {
    return {
      configured: false,
      send: async () => {
        throw new GatewayError('unavailable', 'no mail transport is configured');
      },
      close: () => undefined,
    };
  }
  const transport = createTransport({
    url: config.smtpUrl.reveal(),
    pool: true,
    maxConnections: 4,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    // Attachments and bodies come from our own templates; nothing is read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = URL.parse(config.publicBaseUrl)?.hostname ?? 'localhost';
  return {
    configured: true,
    async send(mail) {
      if (!isEmail(mail.to)) throw new GatewayError('refused', 'the recipient is not one address');
      try {
        const sending = transport.sendMail({
          from: config.mailFrom,
          // An object, not text: the library would split "a@x, b@y" into two recipients.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // The same on every retry, so that a mailbox can tell a repeat from a second message.
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        await withDeadline(sending);
      } catch (error) {
        throw toGatewayError(error);
      }
    },
    close: () => transport.close(),
  };
}

async function withDeadline(sending: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the mail server is too slow')), sendTimeoutMs);
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A 5xx is the server's final word; anything else may go better later. */
function toGatewayError(error: unknown): GatewayError {
  const responseCode = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined;
  const refused = responseCode !== undefined && responseCode >= 500;
  return new GatewayError(refused ? 'refused' : 'unavailable', 'the mail was not accepted', {
    cause: error,
    ...(responseCode === undefined ? {} : { responseCode }),
  });
}
