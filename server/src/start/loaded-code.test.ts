import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileCache } from '#test/processes/compile-cache';
import { watchProcess } from '#test/processes/processes';
import { urlFor } from '#test/database/databases';
import { useHarness } from '#test/harness';

// Starting processes takes long on a machine that has other work too.

const harness = useHarness();
const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
const preload = fileURLToPath(new URL('../../test/processes/loaded-files.ts', import.meta.url));

type Loaded = {
  readonly code: number | null;
  /** Of src, such as `modules/staff`. */
  readonly folders: readonly string[];
  readonly packages: readonly string[];
};

/** Runs a command in a process of its own, with everything configured that has a large library. */
async function load(...words: string[]): Promise<Loaded> {
  const env = {
    ...compileCache,
    DATABASE_URL: urlFor(harness.current.config.databaseUrl, 'cli').reveal(),
    DATA_KEY: 'a key for tests only with 32 characters or more',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  const args = ['--import', preload, cli, ...words];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const files = text(child.stdio[3] as Readable);
  const { code } = await watchProcess(child).exited;
  const urls = (await files).split('\n');
  const named = (pattern: RegExp) => [...new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []))].toSorted();
  return {
    code,
    // A module's metrics are declared without the module.
    folders: named(/\/server\/src\/([\w-]+\/[\w-]+)\/(?!metrics\.ts)/),
    packages: named(/.*\/node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//),
  };
}

describe('the command line', () => {
  it('loads no module, no gateway and no package to say how it is called', async () => {
    const { code, folders, packages } = await load('--help');
    expect(code).toBe(2);
    expect(folders.filter((name) => !/^(lib|start)\//.test(name))).toEqual(['platform/config', 'platform/errors']);
    expect(packages).toEqual([]);
  });

  it('loads for a command the modules of that command, and no library that it does not use', async () => {
    const { code, folders, packages } = await load('audit', 'verify');
    expect(code).toBe(0);
    expect(folders.filter((name) => name.startsWith('modules/'))).toEqual(['modules/anchors', 'modules/audit']);
    expect(packages).toEqual(expect.arrayContaining(['kysely', 'pg', 'pino', 'prom-client']));
    const large = ['fastify', 'graphile-worker', 'ioredis', 'nodemailer', 'rate-limiter-flexible', 'typebox', 'undici'];
    expect(packages.filter((name) => large.includes(name) || /^@(aws-sdk|fastify)\//.test(name))).toEqual([]);
    expect(packages.filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api']);
  });
});
