import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchProcess } from '#test/processes/processes';
import { until } from '#test/until';
import type { TriedService } from './use-service.ts';

const mw = fileURLToPath(new URL('../../../cli/src/mw.js', import.meta.url));

/** The environment with the key, and the options of `mw listen`. */
export type Listening = { readonly env: Readonly<Record<string, string>>; readonly options: readonly string[] };

export type Bringing = {
  /** The receiver's verification secret. */
  readonly secret: string;
  /** Starts forwarding webhooks, once the receiver is running. */
  start(): Promise<void>;
  /** Fails with the last output if the forwarding process has ended. */
  check(): void;
};

/** Uses the command line, which needs no public address. */
export function listenFor(service: TriedService, { env, options }: Listening, forwardTo: string): Bringing {
  const { PATH = '' } = process.env;
  // The receiver's terminal has neither a key nor the service's address.
  const ofReceiver = { PATH, HOME: service.folder };
  const surroundings = { ...ofReceiver, MAKEWHOLE_URL: service.url, ...env };
  const printed = execFileSync(process.execPath, [mw, 'listen', ...options, '--print-secret'], {
    env: ofReceiver,
    // The secret is also printed there.
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
