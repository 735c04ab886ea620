import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchProcess } from '#test/processes/processes';
import { until } from '#test/until';
import type { TriedService } from './use-service.ts';

const mw = fileURLToPath(new URL('../../../cli/src/mw.js', import.meta.url));

/** Whose webhooks: the environment with the key, and what `mw listen` is told. */
export type Listening = { readonly env: Readonly<Record<string, string>>; readonly options: readonly string[] };

export type Bringing = {
  /** What the receiver verifies with. */
  readonly secret: string;
  /** Lets the webhooks come, once the receiver is there. */
  start(): Promise<void>;
  /** Fails when whatever brings them has ended, with what it said last. */
  check(): void;
};

/** By the command line, which needs no way in from outside. */
export function listenFor(service: TriedService, { env, options }: Listening, forwardTo: string): Bringing {
  const { PATH = '' } = process.env;
  // The terminal of the receiver has neither a key nor the address of the service.
  const ofReceiver = { PATH, HOME: service.folder };
  const surroundings = { ...ofReceiver, MAKEWHOLE_URL: service.url, ...env };
  const printed = execFileSync(process.execPath, [mw, 'listen', ...options, '--print-secret'], {
    env: ofReceiver,
    // It is said there too, and is nobody else's.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let ended: string | undefined;
  return {
    secret: String(printed).trim(),
    async start() {
      const given = ['listen', ...options, '--forward-to', forwardTo];
      const child = spawn(process.execPath, [mw, ...given], { env: surroundings });
      const listening = watchProcess(child);
      child.once('close', () => {
        ended = `${listening.stdout}${listening.stderr}`;
      });
      await until('mw listens', () => /^Following /m.test(listening.stdout + listening.stderr) || ended !== undefined);
    },
    check() {
      if (ended !== undefined) throw new Error(`mw listen has ended: ${ended}`);
    },
  };
}
