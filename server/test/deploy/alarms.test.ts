import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read, root } from './deploy-files.ts';

// Without promtool these tests fail: an alarm that was never seen firing is not tested.

/** promtool syncs a database for each test, which takes long on a disk. */
const env = { ...process.env, TMPDIR: existsSync('/dev/shm') ? '/dev/shm' : tmpdir() };
const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: root, env });

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};
type Check = { readonly exp_samples: readonly { readonly labels: string }[] };
type Tests = {
  readonly tests: readonly {
    readonly input_series: readonly { readonly series: string }[];
    readonly promql_expr_test: readonly Check[];
  }[];
};

const rules: Rule[] = parse(read('deploy/prometheus/rules.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const tests = globSync('deploy/prometheus/*.test.yml', { cwd: root }).toSorted();
const metricsIn = (text: string): string[] => [...new Set(text.match(/\bmakewhole_\w+/g))];

/** Every metric that the code declares, with the parts that Prometheus makes of a histogram, and those of the backups. */
const declared = new Set(
  [
    ...globSync('server/src/**/*.ts', { cwd: root }).flatMap((path) => [
      ...read(path).matchAll(/name: '(makewhole_\w+)'/g),
    ]),
    ...read('deploy/pgbackrest/write-metrics').matchAll(/# TYPE (makewhole_\w+)/g),
  ]
    .map(([, name = '']) => name)
    .flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
);

const camel = (title: string): string =>
  `Makewhole${title.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

describe('the alarms', () => {
  it('are named after their titles, and are those of the list of runbooks, in its order', () => {
    const listed = [
      ...read('docs/runbooks/README.md').matchAll(/^\| \[([^\]]+)\]\(([\w-]+\.md)\) +\| (\w*) *\| (\w+) +\|$/gm),
    ].map(([, title = '', page, pending, severity]) => ({
      alert: camel(title),
      for: pending === '' ? undefined : pending,
      labels: { severity },
      annotations: { summary: title, runbook: `docs/runbooks/${page}` },
    }));
    expect(listed.length).toBeGreaterThan(60);
    const shown = rules.map(({ alert, for: pending, labels, annotations }) => ({
      alert,
      for: pending,
      labels,
      annotations,
    }));
    expect(shown).toEqual(listed);
  });

  it('have a page each, and every page of an alarm has one', () => {
    // A key that leaked is noticed by people.
    const others = ['docs/runbooks/README.md', 'docs/runbooks/leaked-key.md'];
    const pages = globSync('docs/runbooks/*.md', { cwd: root }).filter((path) => !others.includes(path));
    expect([...new Set(rules.map(({ annotations }) => annotations.runbook))].toSorted()).toEqual(pages.toSorted());
  });

  it('ask for metrics that the service has', () => {
    const asked = rules.flatMap(({ expr }) => metricsIn(expr));
    expect(asked.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('fire and stay quiet as promtool sees them', async () => {
    await promtool('check', 'config', 'deploy/prometheus/prometheus.yml');
    const { stdout } = await promtool('test', 'rules', ...tests);
    expect(stdout.match(/SUCCESS/g)).toHaveLength(tests.length);
  });

  it('are all seen firing in a test, and quiet with their metrics in another', () => {
    const all = tests.flatMap((path) => (parse(read(path)) as Tests).tests);
    const checks = all.flatMap((test) => test.promql_expr_test);
    const fired = checks.flatMap((check) =>
      check.exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]),
    );
    expect(rules.filter(({ alert }) => !fired.includes(alert)).map(({ alert }) => alert)).toEqual([]);
    const quiet = all.filter((test) => test.promql_expr_test.every((check) => check.exp_samples.length === 0));
    const seenQuiet = quiet.flatMap((test) => test.input_series.flatMap(({ series }) => metricsIn(series)));
    const asked = rules.flatMap(({ expr }) => metricsIn(expr));
    expect(asked.filter((name) => !seenQuiet.includes(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  type Panel = { readonly title: string; readonly id: number; readonly targets?: readonly { readonly expr: string }[] };
  const panels: Panel[] = JSON.parse(read('deploy/grafana/makewhole.json')).panels;
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  it('shows metrics that the service has', () => {
    expect(expressions.length).toBeGreaterThan(20);
    expect(expressions.flatMap(metricsIn).filter((name) => !declared.has(name))).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('asks in expressions that Prometheus understands', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'makewhole-dashboard-'));
    const recorded = expressions.map((expr, index) => ({
      record: `dashboard:expression:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    await writeFile(
      join(directory, 'rules.json'),
      JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }),
    );
    const { stdout } = await promtool('check', 'rules', join(directory, 'rules.json')).finally(() =>
      rm(directory, { recursive: true, force: true }),
    );
    expect(stdout).toContain(`SUCCESS: ${expressions.length} rules found`);
  });
});
