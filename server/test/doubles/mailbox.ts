import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { gate, type Gate } from '#test/until';

type ReceivedMail = {
  /** Envelope addresses: the actual recipients. */
  readonly recipients: readonly string[];
  /** The envelope sender, which receives bounce reports. */
  readonly sender: string;
  readonly mail: Email;
  /** The message as it arrived. */
  readonly raw: string;
};

export type Mailbox = {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** How the server treats the next messages: accepts them, rejects them permanently, or is busy. */
  behave(how: 'accept' | 'refuse' | 'busy'): void;
  /** Delays messages in the middle of their transfer until the gate opens. */
  hold(): Gate;
  /** How many messages are currently delayed. */
  readonly delayed: number;
  to(address: string): ReceivedMail[];
  close(): Promise<void>;
};

/** A real SMTP server in this process. */
export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  let behaviour: 'accept' | 'refuse' | 'busy' = 'accept';
  let held: Promise<void> | undefined;
  let delayed = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (behaviour === 'accept') return done();
      const code = behaviour === 'refuse' ? 550 : 451;
      // Like real servers, it quotes the address when it rejects it.
      done(Object.assign(new Error(`<${address}>: not today`), { responseCode: code }));
    },
    onData(stream, session, done) {
      const keep = async () => {
        const raw = await buffer(stream);
        const mail = await PostalMime.parse(raw);
        delayed += 1;
        await held;
        delayed -= 1;
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        const { mailFrom } = session.envelope;
        received.push({
          recipients,
          sender: mailFrom === false ? '' : mailFrom.address,
          mail,
          raw: raw.toString('utf8'),
        });
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
    get delayed() {
      return delayed;
    },
    hold: () => {
      const made = gate();
      held = made.opened;
      return made;
    },
    to: (wanted) => received.filter(({ recipients }) => recipients.includes(wanted)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
