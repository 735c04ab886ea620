// HAProxy with the configuration that we ship, in front of processes of this machine.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { repositoryRoot } from '#bench/service/service';

const shipped = join(repositoryRoot, 'deploy/compose/haproxy.cfg');

export type Proxy = {
  readonly base: string;
  /** Waits until it sends requests to this process, or no longer does. */
  until(server: number, state: 'UP' | 'DOWN'): Promise<void>;
};

/** The proxy asks on the second whether a process is ready. */
export type ApiPorts = { readonly port: number; readonly metricsPort: number };

export async function startProxy(closing: RunStack, apis: readonly ApiPorts[]): Promise<Proxy> {
  const [port, statsPort] = [await freePort(), await freePort()];
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-proxy-'));
  closing.defer(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, configure(readFileSync(shipped, 'utf8'), { port, statsPort, apis }));
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  closing.adopt(child, (one) => void one.kill('SIGKILL'));
  return { base: `http://127.0.0.1:${port}`, until: (server, state) => untilState(statsPort, `api-${server}`, state) };
}

type Ports = { readonly port: number; readonly statsPort: number; readonly apis: readonly ApiPorts[] };

/** Our own file but for names and ports: what is proven is what is deployed. */
export function configure(text: string, { port, statsPort, apis }: Ports): string {
  const servers = apis
    .map((api, index) => `  server api-${index + 1} 127.0.0.1:${api.port} port ${api.metricsPort}`)
    .join('\n');
  const own = text
    .replace(/^ {2}bind :\d+.*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/(?:^ {2}server api-\d+ .*\n)+/m, `${servers}\n`)
    .replace(/^ {2}(log stdout.*|option httplog)$/gm, '')
    .replace(/ init-addr \S+ resolvers \S+/, '')
    .replace(/^resolvers [\s\S]*?(?=^\S|(?![\s\S]))/m, '');
  return `${own}\nlisten stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /\n`;
}

const limitMs = 120_000;

async function untilState(statsPort: number, server: string, state: string): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const text = await fetch(`http://127.0.0.1:${statsPort}/;csv`).then(
      (response) => response.text(),
      () => '',
    );
    const line = text.split('\n').find((one) => one.startsWith(`apis,${server},`));
    if (line?.split(',')[17]?.startsWith(state) === true) return;
    await pause(100);
  }
  throw new Error(`the proxy did not find ${server} ${state} within ${limitMs / 1000} s`);
}
