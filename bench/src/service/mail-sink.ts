import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type MailSink = {
  readonly url: string;
  /** How often each message arrived, by recipient and then by Message-ID. */
  readonly received: ReadonlyMap<string, ReadonlyMap<string, number>>;
  close(): Promise<void>;
};

type OnMail = (recipient: string, text: string) => void;

/** A real SMTP server that records who got which message, but not its contents; `onMail` may read them. */
export async function startMailSink(port: number, onMail: OnMail = () => undefined): Promise<MailSink> {
  const received = new Map<string, Map<string, number>>();
  const keep = (recipient: string, messageId: string) => {
    const messages = received.get(recipient) ?? new Map<string, number>();
    messages.set(messageId, (messages.get(messageId) ?? 0) + 1);
    received.set(recipient, messages);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const take = async () => {
        const message = await text(stream);
        const messageId = /^Message-ID:\s*(\S+)/im.exec(message)?.[1] ?? 'none';
        for (const { address } of session.envelope.rcptTo) {
          keep(address, messageId);
          onMail(address, message);
        }
      };
      take().then(() => done(), done);
    },
  });
  // A run kills senders in the middle of a dialogue on purpose.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
