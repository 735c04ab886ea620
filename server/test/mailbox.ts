import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  /** Addresses of the envelope: who really gets it. */
  readonly recipients: readonly string[];
  readonly mail: Email;
};

export type Mailbox = {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** How the server treats the next messages: takes them, refuses them for good, or is not there today. */
  behave(how: 'accept' | 'refuse' | 'busy'): void;
  to(address: string): ReceivedMail[];
  close(): Promise<void>;
};

/** A real SMTP server in this process. */
export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  let behaviour: 'accept' | 'refuse' | 'busy' = 'accept';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      if (behaviour === 'accept') return done();
      const code = behaviour === 'refuse' ? 550 : 451;
      done(Object.assign(new Error('not today'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const keep = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        received.push({ recipients: session.envelope.rcptTo.map((to) => to.address), mail });
      };
      keep().then(() => done(), done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (how) => {
      behaviour = how;
    },
    to: (wanted) => received.filter(({ recipients }) => recipients.includes(wanted)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
