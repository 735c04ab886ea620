import type { Config, Secret } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { MailGateway } from './port.ts';

export function createMail(config: Config): MailGateway {
  if (config.smtpUrl !== undefined) return createLazySmtpMail(config, config.smtpUrl);
  return config.devPages === 'off' ? notConfigured : inbox;
}

/** In development the recipient sees the stored message at /dev/inbox. */
const inbox: MailGateway = {
  configured: true,
  send: async () => undefined,
  check: async () => 'the inbox at /dev/inbox; nothing leaves this machine',
  close: () => undefined,
};

const notConfigured: MailGateway = {
  configured: false,
  send: () => Promise.reject(noTransport()),
  check: () => Promise.reject(noTransport()),
  close: () => undefined,
};

function noTransport(): GatewayError {
  return new GatewayError('unavailable', 'no mail transport is configured');
}

/** A process that never sends an email, such as most commands, need not load the library. */
function createLazySmtpMail(config: Config, smtpUrl: Secret): MailGateway {
  let opened: Promise<MailGateway> | undefined;
  const mail = () => (opened ??= import('./smtp.ts').then(({ createSmtpMail }) => createSmtpMail(config, smtpUrl)));
  return {
    configured: true,
    send: async (message) => (await mail()).send(message),
    check: async () => (await mail()).check(),
    close: () =>
      void opened?.then(
        (transport) => transport.close(),
        () => undefined,
      ),
  };
}
