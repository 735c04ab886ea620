import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from './use-database.ts';

// What documents name must be there: whoever follows a page at night has no time to find out that it is not.

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

const pages = files('{*.md,{docs,sdk,bench,spec,web}/**/*.md}').map((path) => ({ path, text: read(path) }));
const runbooks = pages.filter(({ path }) => path.startsWith('docs/runbooks/'));
const code = files('server/src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)
  .join('\n');

/** Everything that `name` says and `isThere` does not know, with the page that says it. */
function absent(from: typeof pages, name: (text: string) => string[], isThere: (name: string) => boolean): string[] {
  return from.flatMap(({ path, text }) =>
    name(text)
      .filter((each) => !isThere(each))
      .map((each) => `${path}: ${each}`),
  );
}

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

/** A heading as a link names it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-');

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, target))) return false;
  return (
    heading === undefined ||
    matches(read(target), /^#+ (.+)$/gm)
      .map(anchor)
      .includes(heading)
  );
}

describe('what documents name', () => {
  it('is a file or a heading, where it is a link', () => {
    const broken = pages.flatMap(({ path, text }) =>
      matches(withoutCode(text), /\]\(([^)\s]+)\)/g)
        .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('is a metric of the service, where it is called one', () => {
    const served = new Set(matches(code, /name: '(makewhole_\w+)'/g));
    const parts = /_(bucket|count|sum)$/;
    const isServed = (name: string) => served.has(name) || served.has(name.replace(parts, ''));
    expect(served.size).toBeGreaterThan(20);
    expect(absent(pages, (text) => matches(text, /\b(makewhole_[a-z_]+[a-z])\b/g), isServed)).toEqual([]);
  });

  it('is said by the code, where a runbook waits for it in the log or names a loop', () => {
    const names = (text: string) => matches(text, /`([a-z]+\.[a-z]+(?:-[a-z]+)+)`/g);
    expect(absent(runbooks, names, (name) => code.includes(`'${name}'`))).toEqual([]);
  });

  it('is every loop that time sets off and no other, where the runbook of loops lists them', () => {
    const text = read('docs/runbooks/loop-failures.md');
    const cells = matches(text, /^\| (`[^|]+)\|/gm)
      .slice(1)
      .join();
    const listed = matches(cells, /`([a-z]+\.[a-z-]+)`/g);
    const sweeps = matches(code, /name: '([a-z]+\.[a-z-]+)',\s+everyMs/g);
    expect(sweeps.length).toBeGreaterThan(10);
    expect(listed.toSorted()).toEqual(sweeps.toSorted());
  });

  it('is an operation of an interface, where it is a call', () => {
    const described = files('openapi/*.json').flatMap((path) =>
      Object.entries<object>(JSON.parse(read(path)).paths).flatMap(([address, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
      ),
    );
    const served = new Set(described.map((call) => call.replaceAll(/\{\w+\}/g, '*')));
    // An id is written as a placeholder or by its beginning.
    const plain = (call: string) => call.replaceAll(/\{\w+\}|[a-z]+_…/g, '*');
    const calls = (text: string) => matches(text, /((?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/{}.…-]+)/g);
    const outside = pages.filter(({ path }) => path !== 'CHANGELOG.md');
    expect(absent(outside, calls, (call) => served.has(plain(call)))).toEqual([]);
  });

  it('is read by the service, where the README calls it a setting', () => {
    const rows = matches(read('README.md'), /^\| ((?:`[A-Z0-9_]+`,? ?)+) +\|/gm);
    const settings = rows.flatMap((row) => matches(row, /`([A-Z0-9_]+)`/g));
    expect(settings.length).toBeGreaterThan(40);
    expect(settings.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });
});

describe('the queries of the runbooks', () => {
  const database = useDatabase(1);

  it('run on the database as it is', async () => {
    const client = new Client({ connectionString: database.current.url.reveal() });
    await client.connect();
    const failed: string[] = [];
    for (const { path, text } of runbooks) {
      for (const sql of matches(text, /^ *```sql\n([\s\S]*?)^ *```/gm)) {
        const outcome = await client.query(`begin; ${sql}; rollback`).catch((error: Error) => error);
        if (outcome instanceof Error) failed.push(`${path}: ${outcome.message}`);
        await client.query('rollback');
      }
    }
    await client.end();
    expect(failed).toEqual([]);
  });
});
