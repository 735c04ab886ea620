import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileCache } from '#test/processes/compile-cache';
import { watchProcess } from '#test/processes/processes';
import { ownerUrl, urlFor } from '#test/database/databases';
import { useHarness } from '#test/harness';

// Starting processes takes long on a busy machine.

const harness = useHarness();
const cli = fileURLToPath(new URL('makewhole.js', import.meta.url));
const preload = fileURLToPath(new URL('../../test/processes/loaded-files.ts', import.meta.url));

type Loaded = {
  readonly code: number | null;
  /** Folders of src, such as `modules/staff`. */
  readonly folders: readonly string[];
  readonly packages: readonly string[];
  /** The number of files: start time is proportional to it, and it is the same on every machine. */
  readonly count: number;
};

/** Runs a command in a separate process, with everything configured that has a large library. */
async function load(...words: string[]): Promise<Loaded> {
  const { databaseUrl } = harness.current.config;
  const env = {
    ...compileCache,
    DATABASE_URL: (words[0] === 'migrate' ? ownerUrl(databaseUrl) : urlFor(databaseUrl, 'cli')).reveal(),
    DATA_KEY: 'a key for tests only with 32 characters or more',
    // Checking the mail server requires the library.
    ...(words[0] === 'doctor' ? {} : { SMTP_URL: 'smtp://127.0.0.1:1' }),
  };
  const args = ['--import', preload, cli, ...words];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const files = text(child.stdio[3] as Readable);
  const { code } = await watchProcess(child).exited;
  const urls = (await files).split('\n');
  const named = (pattern: RegExp) => [...new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []))].toSorted();
  return {
    code,
    count: urls.length,
    // A module's metrics are declared without the module.
    folders: named(/\/server\/src\/([\w-]+\/[\w-]+)\/(?!(?:[\w-]+\/)?metrics\.ts)/),
    packages: named(/.*\/node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//),
  };
}

describe('the command line', () => {
  it.each([['--help'], ['--version'], ['staff', '--help'], ['stafff', 'list']])(
    'the command line loads only the table of commands for %s %s',
    async (...words) => {
      const { code, folders, packages, count } = await load(...words.filter(Boolean));
      expect(code).toBe(words[0] === 'stafff' ? 2 : 0);
      expect(folders.filter((name) => !/^(lib|entrypoints)\//.test(name))).toEqual(['platform/errors']);
      expect([packages, count < 35]).toEqual([[], true]);
    },
  );

  // Two hundred files start in a quarter of a second of processor time, a thousand in one (docs/evidence/performance.md).
  it.each([
    ['migrate', 260],
    ['doctor', 230],
    ['staff list', 220],
    ['institution list', 240],
  ])('the command %s loads few files, and only the database library', async (words, most) => {
    const { code, packages, count } = await load(...words.split(' '));
    expect([code, count <= most, count]).toEqual([0, true, count]);
    const others = packages.filter((name) => !/^(pg|postgres|pgpass|split2|xtend)\b/.test(name));
    // Migrating upgrades the job engine, which is pg-boss and these.
    const engine = ['cron-parser', 'luxon', 'non-error', 'rrule-temporal', 'serialize-error'];
    expect(others).toEqual(words === 'migrate' ? engine : []);
  });

  it('a command loads only its own modules and the libraries that it uses', async () => {
    const { code, folders, packages } = await load('audit', 'verify');
    expect(code).toBe(0);
    expect(folders.filter((name) => name.startsWith('modules/'))).toEqual([
      // The provider of test cards: an outside service, like the gateways.
      'modules/checkout',
      'modules/ledger',
    ]);
    expect(packages).toEqual(expect.arrayContaining(['kysely', 'pg']));
    const large = ['fastify', 'pg-boss', 'ioredis', 'nodemailer', 'pino', 'prom-client', 'undici'];
    expect(packages.filter((name) => large.includes(name) || /^@(aws-sdk|fastify)\//.test(name))).toEqual([]);
    expect(packages.filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
  });

  it('the command line uses the same compile cache as the processes', () => {
    const [entry, others] = ['makewhole.js', 'cache-compiled-code.ts'].map(
      (name) =>
        /new URL\('([^']+)', import\.meta\.url\)/.exec(readFileSync(new URL(name, import.meta.url), 'utf8'))?.[1],
    );
    expect([entry, others]).toEqual(['../../../node_modules/.cache/makewhole', entry]);
  });
});
