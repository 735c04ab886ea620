// Starts the client under test as a separate program, and ends it with everything it started.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Io } from '../command.ts';
import type { StartClient } from './types.ts';

/** Characters kept of a client's output; the rest is ignored. */
const outputCharactersMax = 1_000_000;
/** How long a client has to end on its own. */
const graceMs = 3_000;

export const startProcess =
  (io: Pick<Io, 'env' | 'cwd'>, command: string): StartClient =>
  async (env, report) => {
    const child = spawn(command, {
      shell: true,
      cwd: io.cwd,
      // A separate process group, so that processes started by the shell end with it.
      detached: process.platform !== 'win32',
      env: { ...io.env, ...env } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let line = '';
    const keep = (text: string) => {
      if (output.length < outputCharactersMax) output += text;
    };
    child.stderr.setEncoding('utf8').on('data', keep);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      keep(text);
      const lines = (line + text).split('\n');
      line = (lines.pop() ?? '').slice(-1000);
      for (const each of lines) report(each.trim());
    });
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => {
        if (line !== '') report(line.trim());
        resolve();
      });
      child.once('error', () => resolve());
    });
    return { ended, output: () => output, stop: () => stop(child, ended) };
  };

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // It has already ended.
  }
}
