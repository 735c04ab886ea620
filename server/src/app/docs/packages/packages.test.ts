import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackages } from './testing.ts';
import { useHarness } from '#test/harness';

beforeAll(buildPackages);
const harness = useHarness();
const folder = mkdtempSync(join(tmpdir(), 'makewhole-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (command: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd: folder })).stdout.trim();
const versionOf = (name: string): unknown =>
  (
    JSON.parse(readFileSync(new URL(`../../../../../${name}/package.json`, import.meta.url), 'utf8')) as {
      version: unknown;
    }
  ).version;
const install = (address: string): Promise<string> =>
  run('npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', address);

describe('the packages that the service hands out', () => {
  it('the command line package runs, installed from the address on its page', async () => {
    const { baseUrl, config } = harness.current;
    const page = await (await fetch(`${baseUrl}/developers/cli.md`)).text();
    const [, path = ''] = /npm install --global (\S+)/.exec(page) ?? [];
    expect(path).toBe(`${config.publicBaseUrl}/developers/packages/makewhole-cli.tgz`);
    await install(`${baseUrl}${new URL(path).pathname}`);
    expect(await run(join(folder, 'node_modules/.bin/mw'), '--version')).toContain(versionOf('cli'));
  });

  it('the library package works with both kinds of modules, from the address on its page', async () => {
    const { baseUrl, config } = harness.current;
    const page = await (await fetch(`${baseUrl}/developers/sdk.md`)).text();
    expect(page).toContain(`curl -fsSO ${config.publicBaseUrl}/developers/packages/makewhole-sdk.tgz\n`);
    await install(`${baseUrl}/developers/packages/makewhole-sdk.tgz`);
    const kindOf = (how: string) =>
      run(process.execPath, '-e', `${how}.then(({ Makewhole: m }) => console.log(typeof m.agent))`);
    expect(await kindOf("import('@makewhole/sdk')")).toBe('function');
    expect(await kindOf("Promise.resolve(require('@makewhole/sdk'))")).toBe('function');
  });

  it('there are exactly two packages', async () => {
    const { baseUrl } = harness.current;
    const statuses = ['makewhole-cli.tgz', 'makewhole-bench.tgz', '', '..%2fpackage.json', 'makewhole-cli.tgz%00'].map(
      async (name) => (await fetch(`${baseUrl}/developers/packages/${name}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404]);
  });
});
