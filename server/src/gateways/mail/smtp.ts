import { createTransport } from 'nodemailer';
import { isEmail } from '#lib/text/email';
import type { Config, Secret } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { MailGateway } from './port.ts';
import { readFailure } from './read-failure.ts';

/** A mail server that takes longer for one step counts as unavailable; the message waits for its retry. */
const stepTimeoutMs = 10_000;
/** All steps together; shorter than the lease of a claimed message, so that no other worker sends it meanwhile. */
const sendTimeoutMs = 25_000;
/** A person is waiting for the check. */
const checkTimeoutMs = 5_000;

export function createSmtpMail(config: Config, smtpUrl: Secret): MailGateway {
  const transport = createTransport({
    url: smtpUrl.reveal(),
    pool: true,
    maxConnections: 4,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    // Attachments and bodies come from our own templates; nothing is read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...signing(config),
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
          ...(mail.replyTo === undefined ? {} : { replyTo: { name: config.team.name, address: mail.replyTo } }),
          ...(mail.bounceTo === undefined ? {} : { envelope: { from: mail.bounceTo, to: mail.to } }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: (mail.attachments ?? []).map(({ name, type, base64 }) => ({
            filename: name,
            contentType: type,
            content: base64,
            encoding: 'base64',
          })),
          // The same on every retry, so that a mailbox can recognize a repeated message.
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(mail.stopUrl) },
        });
        await withDeadline(sending, sendTimeoutMs);
      } catch (error) {
        throw toGatewayError(error);
      }
    },
    async check() {
      try {
        await withDeadline(transport.verify(), checkTimeoutMs);
      } catch (error) {
        throw toCheckError(error);
      }
      return 'answers, and takes our sign-in where one is set';
    },
    close: () => transport.close(),
  };
}

/** RFC 8058, 4: a mailbox shows the unsubscribe button only if the signature covers both of its headers. */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

const signing = ({ dkim }: Config) =>
  dkim === undefined
    ? {}
    : {
        dkim: {
          domainName: dkim.domain,
          keySelector: dkim.selector,
          privateKey: dkim.privateKey.reveal(),
          headerFieldNames: signedHeaders,
        },
      };

/** RFC 8058: one POST to the address stops all contact, without a page in between. */
const stopHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

async function withDeadline(sending: Promise<unknown>, withinMs: number): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the mail server is too slow')), withinMs);
  try {
    await Promise.race([sending, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** In our own words, because the server's response may quote the user. */
function toCheckError(error: unknown): GatewayError {
  const { code } = error as { code?: unknown };
  const says = code === 'EAUTH' ? 'the mail server refuses our user or password' : 'the mail server does not answer';
  return new GatewayError('unavailable', says, { cause: error });
}

function toGatewayError(error: unknown): GatewayError {
  const { kind, about, mayBeDone, responseCode } = readFailure(error);
  return new GatewayError(kind, 'the mail was not accepted', {
    cause: error,
    about,
    mayBeDone,
    ...(responseCode === undefined ? {} : { responseCode }),
  });
}
