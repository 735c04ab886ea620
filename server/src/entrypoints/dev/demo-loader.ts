import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '#platform/config';

const command = fileURLToPath(new URL('../makewhole.js', import.meta.url));

/** A partial story cannot be continued: an interrupted demo is loaded again into a new database. */
export const wasInterrupted = (folder: string): boolean => stateOf(folder) === 'loading';

function stateOf(folder: string): string | undefined {
  const file = join(folder, 'demo');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

type Loading = { readonly folder: string; readonly env: Env; print(line: string): void };

/** Loads the demo next to the running service, once; its own output, with keys and passwords, is stored in a file. */
export function loadDemo({ folder, env, print }: Loading): ChildProcess | undefined {
  if (stateOf(folder) === 'ready') return undefined;
  const began = performance.now();
  writeFileSync(join(folder, 'demo'), 'loading');
  const log = join(folder, 'demo.log');
  const output = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [command, 'demo'], {
    env: { ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  child.once('exit', (code, signal) => {
    if (signal !== null) return;
    writeFileSync(join(folder, 'demo'), code === 0 ? 'ready' : 'failed');
    const seconds = Math.round((performance.now() - began) / 1000);
    print(code === 0 ? `The demo is ready (${seconds} s).` : `The demo could not be loaded; see ${log}.`);
  });
  return child;
}
