import { globSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { docFacts } from './doc-facts.ts';

// The hand-written pages, before they are rendered.

const folder = new URL('pages/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
const pages = globSync('**/*.md', { cwd: folder })
  .toSorted()
  .map((path) => {
    const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(read(path)) ?? [];
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1] ?? '';
    const name = path.replace(/\.md$/, '').replace(/^index$/, '');
    return { path, address: `/developers${name === '' ? '' : `/${name}`}`, field, text, prose: withoutCode(text) };
  });

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

const samples = readdirSync(new URL('samples/', import.meta.url));
const config = readConfig({ DATABASE_URL: 'postgres://x@127.0.0.1/x', DATA_KEY: 'x'.repeat(40) }, 'api');
const facts = docFacts(config);
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};
const operationsOf = (file: string): string[] => {
  const { paths } = JSON.parse(
    readFileSync(new URL(`../../../../openapi/${file}.json`, import.meta.url), 'utf8'),
  ) as Description;
  return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId = '' }) => operationId));
};

/** Pages that the site generates from the interface descriptions. */
const made = new Set([
  '/developers/agent',
  '/developers/agent/openapi.json',
  '/developers/agent-console/openapi.json',
  '/developers/agent-sandbox/openapi.json',
  '/developers/gap',
  '/developers/events',
  '/developers/errors',
  '/developers/changelog',
  '/developers/status',
  ...operationsOf('agent').map((id) => `/developers/agent/operations/${id}`),
  ...operationsOf('agent-sandbox').map((id) => `/developers/agent-sandbox/operations/${id}`),
  ...operationsOf('partner').map((id) => `/developers/gap/operations/${id}`),
]);
const errorPage = /^\/developers\/errors\/[a-z_]+$/;

describe.each(pages)('the page $path', ({ field, text, prose }) => {
  it('the page has a title, a one-sentence description and a place in the menu', () => {
    expect(field('title')).not.toBe('');
    expect(field('description')).toMatch(/^[A-Z][^\n]{30,160}\.$/);
    expect(field('order')).toMatch(/^\d+$/);
  });

  it('the page refers to existing facts and samples', () => {
    expect(all(text, /\{\{fact:([^}]*)\}\}/g).filter((name) => facts[name] === undefined)).toEqual([]);
    expect(all(text, /\{\{sample:([^}]*)\}\}/g).filter((name) => !samples.includes(name))).toEqual([]);
    expect(all(text, /\{\{(?!base\}|fact:|sample:)([^}]*)\}\}/g)).toEqual([]);
    // On its own line; otherwise it would not become tabs.
    expect(all(text, /^(.*\S.*\{\{sample:.*|.*\{\{sample:[^}]*\}\}.*\S.*)$/gm)).toEqual([]);
  });

  it('the page links to existing pages', () => {
    const known = new Set([...made, ...pages.map(({ address }) => address)]);
    const links = all(text, /\]\((\/[^)#\s]*)/g);
    expect(links.filter((link) => !known.has(link) && !errorPage.test(link))).toEqual([]);
  });

  it('the page has no raw HTML, no typographic dash, and no first-level heading', () => {
    expect(all(prose, /(<\/?[a-zA-Z][^>]*>|[\u2013\u2014])/g)).toEqual([]);
    expect(all(withoutCode(text), /^(# .*)$/gm)).toEqual([]);
  });

  it("the page takes the service's numbers from facts", () => {
    // Prices and limits that a setting or a rule can change must be facts.
    const typed = all(prose, /(\$\s?\d[\d,]*|\b\d+ (?:a minute|requests|rows|MB|MiB)\b)/g);
    expect(typed.filter((found) => found !== '$27,000')).toEqual([]);
  });
});

describe('commands that a reader types', () => {
  it('commands come after the one that installs mw', () => {
    const starts = pages.filter(({ path, text }) => path.startsWith('start/') && /^mw /m.test(text));
    expect(starts.map(({ path }) => path)).toEqual(['start/agent.md', 'start/lender.md']);
    for (const { text } of starts) {
      const at = text.indexOf('npm install --global {{base}}/developers/packages/makewhole-cli.tgz');
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThan(text.search(/^## /m));
    }
  });

  it('commands start each receiver under a name that runs', () => {
    const runs: Readonly<Record<string, string>> = {
      'java.java': '`java ReceiveWebhooks.java`',
      'python.py': '`python3 receiver.py`',
      'typescript.ts': '`node receiver.mts`',
    };
    expect(readdirSync(new URL('samples/receive-webhooks/', import.meta.url)).toSorted()).toEqual(Object.keys(runs));
    const starts = pages.filter(({ path }) => ['start/agent.md', 'start/lender.md'].includes(path));
    const missing = starts.flatMap(({ text }) => Object.values(runs).filter((command) => !text.includes(command)));
    expect([starts.length, missing]).toEqual([2, []]);
  });

  it('commands include mw login exactly where the command line needs it', () => {
    const text = read('cli.md');
    const row = (command: string) => text.split('\n').find((line) => line.includes(command) && line.includes('key'));
    for (const command of ['`listen --failed`', '`trigger <type>`', '`logs tail`'])
      expect(row(command)).toContain('`mw login`; a key is not enough');
    expect(row('| `listen`, `events list`')).toContain('a test key, or `mw login`');
  });
});

describe('the samples', () => {
  it('every sample is on a page', () => {
    const shown = new Set(pages.flatMap(({ text }) => all(text, /\{\{sample:([^}]*)\}\}/g)));
    expect(samples.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('every sample is in files that become tabs', () => {
    const tabs = new Set(['curl.sh', 'typescript.ts', 'python.py', 'java.java', 'bash.sh']);
    expect(
      globSync('*/*', { cwd: new URL('samples/', import.meta.url) }).filter(
        (path) => !tabs.has(path.split('/')[1] ?? ''),
      ),
    ).toEqual([]);
  });
});

describe('facts', () => {
  it('every fact is on a page', () => {
    const shown = new Set(pages.flatMap(({ text }) => all(text, /\{\{fact:([^}]*)\}\}/g)));
    expect(Object.keys(facts).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('facts follow the settings', () => {
    const other = docFacts({ ...config, intakeAnonPerMin: 7, agreementVersion: '2030-01-01' });
    expect([other['intakes-per-minute'], other['registered-intakes-per-minute'], other['agreement-version']]).toEqual([
      '7',
      '42',
      '2030-01-01',
    ]);
  });
});
