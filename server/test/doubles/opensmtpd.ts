import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { onTestFinished } from 'vitest';
import { freePort, watchProcess } from '#test/processes/processes';
import { until } from '#test/until';

type MailServer = {
  readonly url: string;
  /** Everything that was delivered so far. */
  delivered(): Promise<{ readonly recipient: string | undefined; readonly mail: Email }[]>;
};

/** The user id of "nobody" in Debian, which owns delivered messages. */
const nobody = 65_534;

/**
 * Runs Debian's OpenSMTPD for the duration of a test: accepts mail for any address and delivers it into one Maildir.
 * Its queue and its control socket have fixed paths, so it gets its own mount namespace and several can run on one
 * machine.
 */
export async function startOpensmtpd(at?: number): Promise<MailServer> {
  const home = await mkdtemp(join(tmpdir(), 'makewhole-smtpd-'));
  const maildir = join(home, 'Maildir');
  await chmod(home, 0o755);
  await mkdir(maildir);
  await chown(maildir, nobody, nobody);
  const port = at ?? (await freePort());
  await writeFile(
    join(home, 'smtpd.conf'),
    [
      'table people { "@" = "nobody" }',
      `listen on 127.0.0.1 port ${port}`,
      `action "local" maildir "${maildir}" virtual <people>`,
      'match from any for any action "local"',
      '',
    ].join('\n'),
  );
  const own = 'mount -t tmpfs none /run && mount -t tmpfs none /var/spool && exec smtpd -d -f "$0"';
  const child = spawn('unshare', ['--mount', 'sh', '-c', own, join(home, 'smtpd.conf')], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const server = watchProcess(child);
  onTestFinished(async () => {
    // The parent stops its child processes, which SIGKILL would leave behind.
    server.signal('SIGTERM');
    await server.exited;
  });
  await until('the mail server', () => takesConnections(port)).catch((error: unknown) => {
    throw new Error(`smtpd did not start: ${server.stderr}`, { cause: error });
  });
  return { url: `smtp://127.0.0.1:${port}`, delivered: () => readMaildir(join(maildir, 'new')) };
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function readMaildir(directory: string) {
  const files = await readdir(directory).catch(() => []);
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(directory, file)))));
  return mails.map((mail) => ({
    recipient: mail.headers.find(({ key }) => key === 'delivered-to')?.value,
    mail,
  }));
}
