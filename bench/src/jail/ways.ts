// The ways of running programs that are possible on this machine, and two without isolation.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runConfined } from '@makewhole/server/src/modules/documents/jail/confined-runs.ts';
import { runLimited, type Confined, type Ran } from '@makewhole/server/src/modules/documents/jail/run-limited.ts';
import { ownUser, type Wall } from '@makewhole/server/src/modules/documents/jail/wall-data.ts';
import type { RunStack } from '#bench/instrument';

/** A way of running a program, and as which user it then runs. */
export type Way = {
  readonly name: string;
  readonly user: number;
  run(confined: Confined): Promise<Pick<Ran, 'ok' | 'output' | 'wall'> | undefined>;
};

export const faults = ['bare', 'unwalled'] as const;
export type Fault = (typeof faults)[number];

/** An unused user, other than the one that the service assigns to programs. */
const readerUser = 65_532;
const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function listWays(closing: RunStack, folder: string, fault: Fault | undefined): Promise<readonly Way[]> {
  const here = (wall: Wall): Way => ({
    name: `here, ${wall}`,
    user: ownUser,
    run: (confined) => runLimited(confined, wall),
  });
  if (fault === 'bare') return [{ name: 'bare', user: ownUser, run: runBare }];
  if (fault === 'unwalled') return [here('none')];
  return [
    here('namespaces'),
    here('landlock'),
    await startReader(closing, join(folder, 'usual'), 'namespaces'),
    await startReader(closing, join(folder, 'forbidden'), 'landlock'),
  ];
}

/** A container's default: namespaces cannot be created, and root has no capabilities. */
const forbidNamespaces = ['unshare', '-U', '-r', 'sh', '-c'];
const forbidding = 'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all "$@"';

/** The process `document-parser` as a user without rights, which then cannot run programs as another user. */
async function startReader(closing: RunStack, folder: string, wall: Wall): Promise<Way> {
  await mkdir(folder);
  await chmod(folder, 0o777);
  const socket = join(folder, 'socket');
  const node = [process.execPath, join(root, 'server/src/entrypoints/document-parser.ts')];
  const command = wall === 'namespaces' ? node : [...forbidNamespaces, forbidding, 'sh', ...node];
  const user = ['--reuid', String(readerUser), '--regid', String(readerUser), '--clear-groups'];
  const child = spawn('setpriv', [...user, ...command], {
    env: {
      PATH: process.env['PATH'],
      DOCUMENT_PARSER_SOCKET: socket,
      SANDBOX_CANARY: 'of the reader',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  closing.defer(async () => {
    child.kill();
    await exited;
  });
  const reader = { socket, unwalled: false };
  const way = { name: `reader, ${wall}`, user: readerUser, run: (one: Confined) => runConfined({ ...one, reader }) };
  const probe = { command: 'true', args: [], cpuS: 1, wallMs: 5000, maxBytes: 100 };
  for (let tries = 0; tries < 10; tries += 1) {
    const signal = AbortSignal.timeout(20_000);
    const ran = await runConfined({ ...probe, signal, reader }).catch(() => undefined);
    if (ran?.wall === wall) return way;
    if (ran !== undefined) throw new Error(`the reader's wall is ${ran.wall}, not ${wall}`);
    await pause(200);
  }
  throw new Error(`no reader whose wall is ${wall} could be started`);
}

/** Runs programs unconfined: with a user's rights, until the time limit. */
async function runBare({ command, args, fd, input, wallMs, maxBytes }: Confined) {
  const file = fd === undefined ? undefined : openSync(`/proc/self/fd/${fd}`, 'r+');
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn(command, args, {
    uid: ownUser,
    gid: ownUser,
    env: { ...process.env, PATH: '/usr/bin:/bin', SCRATCH: tmpdir() },
    stdio: [stdin, 'pipe', 'ignore', file ?? 'ignore'],
  });
  if (file !== undefined) closeSync(file);
  const timer = setTimeout(() => child.kill('SIGKILL'), wallMs);
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  await new Promise<void>((resolve) => void child.once('close', () => resolve()));
  clearTimeout(timer);
  const output = Buffer.concat(chunks);
  return { ok: output.length <= maxBytes, output, wall: undefined };
}
