import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/database/use-database';
import { appFolders, libFolders, moduleRoles, modules, platformFolders } from '../import-rules.ts';
import { commands as table } from '../src/entrypoints/commands.ts';

// What documents refer to must exist: whoever follows a page at night has no time to discover that it does not.

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

/** Everything that `name` extracts and `isThere` does not know, with the page that contains it. */
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

/** They look like settings, but are read by others: tests, surrounding programs, Linux; or not read yet. */
const notOurs = new Set([
  'CREDENTIALS_DIRECTORY',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  // In the changelog: what DEV_PAGES replaced.
  'DEV_MAILBOX',
  'TEST_DATABASE_URL',
  'RECORD_EXAMPLES',
  'MAKEWHOLE_URL',
  'MAKEWHOLE_KEY',
  'MAKEWHOLE_AGENT_KEY',
  'MAKEWHOLE_TASK',
  'UPDATE_IMAGES',
  'STAFF_TOKEN',
  'O_TMPFILE',
  'RETENTION_DAYS',
]);

/** The changelog tells what was, so it may name what is gone. */
const documents = pages.filter(({ path }) => path !== 'CHANGELOG.md');

/** A path, and everything it ends with: a document may leave out the beginning, never the middle or the end. */
function endings(path: string): string[] {
  const parts = path.split('/');
  return parts.flatMap((_, last) =>
    parts.slice(0, last + 1).map((_part, first) => parts.slice(first, last + 1).join('/')),
  );
}

const looksLikePath = (text: string): boolean =>
  /\.(?:ts|tsx|mjs|sql|md|json|tsv|txt|conf)$/.test(text) || (text.includes('/') && !/^[./]+$/.test(text));

/** Written like paths: what is made at run time, packages, rules of the linter, an example of a header. */
const notFiles = new Set([
  '.ts',
  'America/New_York',
  './data/blobs',
  'data/dev',
  './data/vehicles',
  'import/no-cycle',
  'import/no-relative-parent-imports',
  'node_modules/.bin',
  'agent/lost-answer',
  'agent/idempotency-key',
  'config.json',
  'Service-Webhooks/1.0',
  'web/dist',
]);

/** Names of the programs around us: Node, npm, Fastify, pdf readers. */
const notNames = new Set(['backfillPeriod', 'hasInstallScript', 'writeString', 'writeUtf8String']);

describe('docs/images', () => {
  it('has only pictures that a document shows', () => {
    const images = files('docs/images/*').map((path) => path.slice('docs/images/'.length));
    expect(images.filter((image) => !pages.some(({ text }) => text.includes(`images/${image}`)))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md');
  const part = (heading: string) => {
    const from = page.indexOf(`${heading}\n`) + heading.length;
    return page.slice(from, page.indexOf('\n#', from));
  };
  const ticked = (text: string) => matches(text, /`([^`]+)`/g);

  it('lists the modules in their order', () => {
    expect(matches(part('### Modules'), /^\| `([a-z-]+)` +\|/gm)).toEqual([...modules]);
  });

  it('lists the folders of lib and platform once, in their order', () => {
    const listed = (room: string) => matches(part('## Layers'), new RegExp(`^${room}/ +(.+)$`, 'gm'));
    expect(listed('platform')).toEqual([platformFolders.join(', ')]);
    expect(listed('lib')).toEqual([libFolders.join(', ')]);
  });

  it('has every role of a file, and every folder of lib, platform and app', () => {
    const named = new Set(ticked(part('### Folders inside a module')));
    expect(moduleRoles.filter((role) => !named.has(role))).toEqual([]);
    const house = new Set(part('## Layers').split(/[^a-z-]+/));
    expect([...libFolders, ...platformFolders, ...appFolders].filter((folder) => !house.has(folder))).toEqual([]);
  });
});

describe('what documents name', () => {
  it('is a file or a heading, where it is a link', () => {
    const broken = pages.flatMap(({ path, text }) =>
      matches(withoutCode(text), /\]\(([^)\s]+)\)/g)
        .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('is a file or a folder, where it looks like a path', () => {
    const all = files('{.ci,bench,cli,deploy,docs,migrations,openapi,sdk,server,spec,tools,web}/**').concat(
      files('*.*'),
    );
    const known = new Set(all.flatMap(endings));
    const paths = (text: string) =>
      matches(text, /`((?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)*\/?)`/g)
        .filter(looksLikePath)
        .filter((path) => !notFiles.has(path));
    const plain = (path: string) => path.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/$/, '');
    expect(absent(documents, paths, (path) => known.has(plain(path)))).toEqual([]);
  });

  it('is in the code, where it looks like a name of a function or a type', () => {
    const texts = files('{bench,cli,sdk,server,tools,web}/**/*.{ts,tsx}').concat(
      'oxlint.config.ts',
      'package.json',
      'tsconfig.json',
    );
    const outside = texts.filter((path) => path !== 'server/test/docs.test.ts' && !path.startsWith('web/dist/'));
    const known = new Set(outside.flatMap((path) => read(path).match(/[a-zA-Z]\w*/g) ?? []));
    const names = (text: string) => matches(text, /`([a-zA-Z][a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g);
    expect(absent(documents, names, (name) => known.has(name) || notNames.has(name))).toEqual([]);
  });

  it('is code of the service, where STYLE quotes it', () => {
    // Comments may be shortened there.
    const lines = (text: string) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => !/^(?:\/\*|\/\/|…|$)/.test(line));
    const known = new Set(lines(code));
    const quoted = matches(read('STYLE.md'), /^```ts\n([\s\S]*?)^```/gm).flatMap(lines);
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter((line) => !known.has(line))).toEqual([]);
  });

  it('is a metric of the service, where it is called one', () => {
    const ofBackups = matches(read('deploy/pgbackrest/write-metrics'), /# TYPE (makewhole_\w+)/g);
    const roles = matches(read('deploy/postgres/roles.sql'), /(makewhole_(?:migrate|api|worker|cli))/g);
    const served = new Set([...matches(code, /name: '(makewhole_\w+)'/g), ...ofBackups, ...roles]);
    const parts = /_(bucket|count|sum)$/;
    const isServed = (name: string) => served.has(name) || served.has(name.replace(parts, ''));
    expect(served.size).toBeGreaterThan(20);
    expect(absent(documents, (text) => matches(text, /\b(makewhole_[a-z_]+[a-z])\b/g), isServed)).toEqual([]);
  });

  it('is in the code, where it is an event of the log, a statement, a job or a sweep', () => {
    const names = (text: string) => matches(text, /`([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)+)`/g);
    expect(absent(documents, names, (name) => code.includes(`'${name}'`))).toEqual([]);
  });

  it('is every periodic loop and no other, where the runbook of loops lists them', () => {
    const text = read('docs/runbooks/loop-failures.md');
    const cells = matches(text, /^\| (`[^|]+)\|/gm)
      .slice(1)
      .join();
    const listed = matches(cells, /`([a-z-]+\.[a-z-]+)`/g);
    const sweeps = matches(code, /name: '([a-z-]+\.[a-z-]+)',\s+(?:\/\/.*\s+)?(?:everyMs|cron):/g);
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
    // An id is written as a placeholder or by its prefix.
    const plain = (call: string) => call.replaceAll(/\{\w+\}|[a-z]+_…/g, '*');
    const calls = (text: string) => matches(text, /((?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/{}.…-]+)/g);
    const outside = pages.filter(({ path }) => path !== 'CHANGELOG.md');
    expect(absent(outside, calls, (call) => served.has(plain(call)))).toEqual([]);
  });

  it('is a script of package.json, where it is run by npm', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    const names = (text: string) => matches(text, /\bnpm run (?:--silent )?([a-z0-9]+(?::[a-z]+)?)/g);
    expect(absent(documents, names, (name) => scripts.includes(name))).toEqual([]);
  });

  it('is a command of the service, where it follows its name', () => {
    const commands = table.map(({ name }) => name);
    // A group has help too.
    const isKnown = (name: string) => name === 'help' || commands.some((one) => `${one} `.startsWith(`${name} `));
    const names = (text: string) => matches(text, /(?:`|npx |^)makewhole ([a-z]+(?: [a-z]+)*)(?=`| -| [A-Z]|$)/gm);
    expect(commands.length).toBeGreaterThan(10);
    expect(absent(documents, names, isKnown)).toEqual([]);
  });

  it('is a setting of the service, where it is written as one', () => {
    const settings = matches(read('docs/operate/configuration.md'), /^\| `([A-Z0-9_]+)` /gm);
    const names = (text: string) => matches(text, /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
    const isSetting = (name: string) =>
      settings.includes(name) || (name.endsWith('_FILE') && settings.includes(name.slice(0, -'_FILE'.length)));
    expect(settings.length).toBeGreaterThan(60);
    expect(absent(pages, names, (name) => isSetting(name) || notOurs.has(name))).toEqual([]);
  });
});

describe('the queries of the runbooks', () => {
  const database = useDatabase(1);

  it('run on the current database', async () => {
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
