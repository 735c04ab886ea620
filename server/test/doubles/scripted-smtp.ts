import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** The steps at which a mail server answers; `BODY` is after the message. */
type SmtpStep = 'CONNECT' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY';
export type SmtpScript = Partial<Record<SmtpStep, string>>;

type ScriptedSmtp = {
  readonly url: string;
  /** How many messages it accepted. */
  readonly taken: number;
  /** The answers from now on; every other step is accepted. */
  say(script: SmtpScript): void;
};

const usual: Record<SmtpStep, string> = {
  CONNECT: '220 synthetic.example.com ESMTP',
  EHLO: '250-synthetic.example.com\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 sender ok',
  RCPT: '250 2.1.5 recipient ok',
  DATA: '354 go on',
  BODY: '250 2.0.0 taken',
};

/** A mail server for the duration of a test that answers each command exactly as scripted. */
export async function startScriptedSmtp(): Promise<ScriptedSmtp> {
  let script: SmtpScript = {};
  let taken = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    let inBody = false;
    const answer = (step: SmtpStep): string => {
      const reply = script[step] ?? usual[step];
      // The connection is lost instead.
      if (reply === 'cut') socket.destroy();
      else socket.write(`${reply}\r\n`);
      return reply;
    };
    answer('CONNECT');
    createInterface({ input: socket }).on('line', (line) => {
      if (inBody) {
        if (line !== '.') return;
        inBody = false;
        if (answer('BODY').startsWith('2')) taken += 1;
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'DATA') inBody = answer('DATA').startsWith('3');
      else if (command in usual) answer(command as SmtpStep);
      else socket.write('250 2.0.0 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `smtp://synthetic:password@127.0.0.1:${(server.address() as AddressInfo).port}`,
    get taken() {
      return taken;
    },
    say: (next) => {
      script = next;
    },
  };
}
