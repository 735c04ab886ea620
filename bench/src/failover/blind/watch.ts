// What somebody on call would see: a Prometheus with the alarms that we ship, and the logs of our processes.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { repositoryRoot } from '#bench/service/service';
import type { Alarm, LogLine } from './diagnose.ts';

/** So much faster than in production is time in the rules: a minute is a second. */
export const hurry = 60;

/** A window in which fewer scrapes fall than this shows nothing. */
const shortestWindowS = 4;

export type Watch = {
  /** Every alarm that fired between these moments, and every line that was logged. */
  signs(fromMs: number, toMs: number): Promise<{ alarms: Alarm[]; lines: LogLine[] }>;
  /** Waits until no alarm of the database fires any more; false when that does not come. */
  quiet(): Promise<boolean>;
};

type WatchOptions = {
  /** Ports with /metrics of our processes, and of the database's proxies. */
  readonly services: readonly number[];
  readonly proxies: readonly number[];
  readonly logFiles: readonly string[];
};

/** The alarms by which faults are told apart; others, of failed requests for example, fire at nearly every one. */
const telling = new Set(['MakewholePrimaryChanged', 'MakewholeDatabaseNodeAway', 'MakewholeDatabaseNotUsable']);

const quietLimitMs = 90_000;

export async function startWatch(closing: RunStack, { services, proxies, logFiles }: WatchOptions): Promise<Watch> {
  const folder = mkdtempSync(join(tmpdir(), 'makewhole-watch-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const rules = readFileSync(join(repositoryRoot, 'deploy/prometheus/rules.yml'), 'utf8');
  writeFileSync(join(folder, 'rules.yml'), scaleRules(rules, hurry));
  writeFileSync(join(folder, 'prometheus.yml'), configure(services, proxies));
  const port = await freePort();
  const args = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  closing.adopt(child, (one) => {
    one.kill('SIGKILL');
    return gone;
  });
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) });
    return ((await response.json()) as { data: unknown }).data;
  };
  const startBy = performance.now() + 60_000;
  while (!(await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined))?.ok) {
    if (performance.now() > startBy) throw new Error('Prometheus did not start');
    await pause(200);
  }
  return {
    async signs(fromMs, toMs) {
      const query = new URLSearchParams({
        query: 'ALERTS{alertstate="firing"}',
        start: String(fromMs / 1000),
        end: String(toMs / 1000),
        step: '1',
      });
      const { result } = (await ask(`/api/v1/query_range?${query}`)) as { result: { metric: Alarm['labels'] }[] };
      const alarms = result.map(({ metric }) => ({ name: metric['alertname'] ?? '', labels: metric }));
      return { alarms, lines: logFiles.flatMap((file) => readLines(file, fromMs, toMs)) };
    },
    async quiet() {
      const deadline = performance.now() + quietLimitMs;
      while (performance.now() < deadline) {
        const { alerts } = (await ask('/api/v1/alerts')) as { alerts: { labels: Alarm['labels'] }[] };
        if (!alerts.some(({ labels }) => telling.has(labels['alertname'] ?? ''))) return true;
        await pause(500);
      }
      return false;
    },
  };
}

const secondsIn = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Every duration and window of the rules, so much shorter; thresholds are as they are. */
export function scaleRules(text: string, by: number): string {
  const scale = (amount: string, unit: string, least: number) =>
    `${Math.max(least, Math.round((Number(amount) * secondsIn[unit as keyof typeof secondsIn]) / by))}s`;
  return text
    .replaceAll(/\[(\d+)([smhd])\]/g, (_, amount: string, unit: string) => `[${scale(amount, unit, shortestWindowS)}]`)
    .replaceAll(/offset (\d+)([smhd])/g, (_, amount: string, unit: string) => `offset ${scale(amount, unit, 1)}`)
    .replaceAll(/(?<=^ +for: )(\d+)([smhd])$/gm, (_, amount: string, unit: string) => scale(amount, unit, 1));
}

function configure(services: readonly number[], proxies: readonly number[]): string {
  const targets = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`);
  return JSON.stringify({
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [
      { job_name: 'makewhole', static_configs: [{ targets: targets(services) }] },
      { job_name: 'haproxy', static_configs: [{ targets: targets(proxies) }] },
    ],
  });
}

function readLines(file: string, fromMs: number, toMs: number): LogLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .flatMap((line) => {
      const parsed = JSON.parse(line) as LogLine & { at: string };
      const at = Date.parse(parsed.at);
      return at >= fromMs && at <= toMs ? [parsed] : [];
    });
}
