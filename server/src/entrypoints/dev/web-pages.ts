import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, statSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DevError } from './dev-error.ts';

const web = fileURLToPath(new URL('../../../../web/', import.meta.url));
const builds = [
  { config: 'vite.config.ts', page: 'dist/index.html' },
  { config: 'vite.portal.config.ts', page: 'dist-portal/portal.html' },
] as const;

/** Builds the board and the portal where they are missing or older than their sources. */
export async function buildPages(log: string): Promise<void> {
  const changed = Math.max(...listSources().map((file) => modified(join(web, file))));
  const stale = builds.filter(({ page }) => modified(join(web, page)) < changed);
  await Promise.all(stale.map(({ config }) => build(config, log)));
}

const listSources = (): string[] => [
  ...readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => join('src', file)),
  'index.html',
  'portal.html',
];

const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function build(config: string, log: string): Promise<void> {
  const output = openSync(log, 'a', 0o600);
  const child = runVite(['build', '--config', config, '--logLevel', 'warn'], output);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  closeSync(output);
  if (code !== 0) throw new DevError(`The web pages cannot be built; see ${log}.`);
}

function runVite(args: readonly string[], output: number, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const own = createRequire(join(web, 'package.json'));
  const vite = join(dirname(own.resolve('vite/package.json')), 'bin/vite.js');
  return spawn(process.execPath, [vite, ...args], { cwd: web, env, stdio: ['ignore', output, output], detached: true });
}

type Reloading = {
  /** The service's address. */
  readonly url: string;
  readonly port: number;
  readonly log: string;
  print(line: string): void;
};

/** Starts Vite at the first change below web/src, so that a visitor who changes nothing need not wait for it. */
export function reloadPages({ url, port, log, print }: Reloading): { stop(): void } {
  let vite: ChildProcess | undefined;
  const watcher = watch(join(web, 'src'), { recursive: true }, () => {
    if (vite !== undefined) return;
    const args = ['--config', 'vite.dev.config.ts', '--port', String(port), '--strictPort'];
    vite = runVite(args, openSync(log, 'a', 0o600), { ...process.env, MAKEWHOLE_URL: url });
    print(`The web app changed: http://localhost:${port}/board and /portal reload by themselves.`);
  });
  return {
    stop: () => {
      watcher.close();
      vite?.kill('SIGTERM');
    },
  };
}
