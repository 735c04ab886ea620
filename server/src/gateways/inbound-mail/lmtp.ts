import { GatewayError } from '#platform/errors';
import { mailBytesMax, type Deliver, type IsOurs, type ReceivedMail } from './port.ts';
import { readMail } from './read-mail.ts';

/** Where the mail server delivers to us: an address of this machine or its private network, or a socket. */
export type LmtpAddress = { readonly host: string; readonly port: number } | { readonly path: string };

type Options = {
  readonly listen: LmtpAddress;
  readonly isOurs: IsOurs;
  readonly deliver: Deliver;
  /** Called with a failure; the mail server delivers the email again. */
  readonly failed: (error: unknown) => void;
};

/** More of our addresses than a real reply has. */
const recipientsMax = 5;
const clientsMax = 20;

/**
 * Receives email over LMTP (RFC 2033): accepted means stored. The mail server returns a permanently refused email to
 * its sender, and redelivers one that failed here.
 */
export async function receiveMail({ listen, isOurs, deliver, failed }: Options): Promise<LmtpServer> {
  // Most processes receive no email, and need not load the library.
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer({
    lmtp: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mailBytesMax,
    maxClients: clientsMax,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= recipientsMax) return done(reply(452, '4.5.3 too many recipients'));
      return done(isOurs(address) ? undefined : reply(550, '5.1.1 no such address'));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void take(stream, to).then(
        (answers) => done(null, answers as never),
        (error: unknown) => {
          failed(error);
          done(reply(451, '4.3.0 try again later'));
        },
      );
    },
  });
  // A client that disconnects is not our error.
  server.on('error', () => undefined);

  async function take(stream: AsyncIterable<Buffer>, to: readonly string[]) {
    const raw = await readBounded(stream);
    if (raw === undefined) return to.map(() => reply(552, '5.3.4 message too large'));
    const mail = await readMail(raw).catch((error: unknown) => {
      if (error instanceof GatewayError) return undefined;
      throw error;
    });
    const answers = [];
    for (const address of to) answers.push(await answerFor(address, mail));
    return answers;
  }

  async function answerFor(address: string, mail: ReceivedMail | undefined): Promise<string | Error> {
    if (mail === undefined) return reply(554, '5.6.0 cannot be read');
    try {
      return (await deliver(address, mail)) ? '2.0.0 stored' : reply(550, '5.1.1 no such address');
    } catch (error) {
      failed(error);
      return reply(451, '4.3.0 try again later');
    }
  }

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.server.once('error', reject);
  if ('path' in listen) server.listen(listen.path, () => resolve());
  else server.listen(listen.port, listen.host, () => resolve());
  await promise;
  const bound = server.server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : undefined,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

export type LmtpServer = { readonly port: number | undefined; stop(): Promise<void> };

const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Always reads to the end, because the response comes after it; keeps no more than the limit. */
async function readBounded(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length <= mailBytesMax) chunks.push(chunk);
  }
  return length > mailBytesMax ? undefined : Buffer.concat(chunks);
}
