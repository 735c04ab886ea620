import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeEnv, loadSettings, serviceEnv } from './dev-settings.ts';
import { parseFlags } from './parse-flags.ts';
import { createDatabase } from './prepare-database.ts';
import { startPostgres } from './start-postgres.ts';
import { withDevSettings } from './with-dev-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'makewhole-dev-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = fileURLToPath(new URL('dev.js', import.meta.url));

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [command, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });

describe('files that npm run dev keeps', () => {
  it('the dev settings are made once and readable only by their owner', async () => {
    const first = await loadSettings(folder);
    expect(first.dataKey).toMatch(/^.{44}$/);
    expect(first.postgresPort).toBeLessThan(32_768);
    expect(await loadSettings(folder)).toEqual(first);
    writeEnv(folder, { DATABASE_URL: 'postgres://kept', PORT: '8080' });
    for (const file of ['settings.json', 'env.json']) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it('commands without their own database use the dev settings, report it, and never do so in production', () => {
    const told: string[] = [];
    const use = (env: Readonly<Record<string, string>>, where = folder) =>
      withDevSettings(env, (line) => told.push(line), where);
    expect(use({ PORT: '9000' })).toEqual({ DATABASE_URL: 'postgres://kept', PORT: '9000' });
    expect(told).toEqual(['DATABASE_URL is not set, so this uses the settings of npm run dev in data/dev.']);
    for (const env of [{ DATABASE_URL: 'postgres://own' }, { DATABASE_URL_FILE: '/file' }, { NODE_ENV: 'production' }])
      expect(use(env)).toEqual(env);
    expect(use({}, join(folder, 'nothing'))).toEqual({});
    expect(told).toHaveLength(1);
  });

  it('the dev settings make the service show the developer pages to this machine', () => {
    expect(serviceEnv(8080, folder)).toMatchObject({ DEV_PAGES: '1', HOST: '127.0.0.1', NODE_ENV: 'development' });
  });
});

describe('npm run dev', () => {
  it('npm run dev takes its flags, and explains an unknown one', () => {
    expect(parseFlags(['--reset', '--port', '9000'])).toEqual({ reset: true, empty: false, port: 9000 });
    expect(() => parseFlags(['--port', 'x'])).toThrow('--port must be a whole number');
    expect(() => parseFlags(['--demo'])).toThrow("Unknown option '--demo'");
  });

  it('npm run dev ends with one sentence when its port is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { status, stderr } = run(['--port', String(port)]);
    expect([status, stderr]).toEqual([
      1,
      `Port ${port} is in use: stop the program that uses it, or choose another port with npm run dev -- --port ${port + 1}.\n`,
    ]);
  });

  it("npm run dev does not run in production or on another machine's database, and resets only its own database", () => {
    const elsewhere = run([], { DATABASE_URL: 'postgres://database.example/live' });
    expect([elsewhere.status, elsewhere.stderr]).toEqual([1, expect.stringContaining('must name one on this machine')]);
    const production = run([], { NODE_ENV: 'production' });
    expect([production.status, production.stderr]).toEqual([
      1,
      'npm run dev signs anyone in with one click, so it does not run with NODE_ENV=production.\n',
    ]);
    const other = run(['--reset'], { DATABASE_URL: 'postgres://127.0.0.1:1/other' });
    expect([other.status, other.stderr]).toEqual([
      1,
      '--reset deletes only the database of npm run dev, and DATABASE_URL names another one: unset it.\n',
    ]);
  });
});

describe('the PostgreSQL of npm run dev', () => {
  const ask = async (url: string, text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client.query(text).finally(() => client.end());
  };

  it('PostgreSQL finds its data again, also after it was left running', async () => {
    const settings = await loadSettings(folder);
    const first = await startPostgres(folder, settings);
    await createDatabase(first.url('postgres'), 'kept', { anew: false });
    await ask(first.url('kept'), 'create table notes as select 1 as note');
    // As if npm run dev had been killed: the second start stops it and takes over.
    const second = await startPostgres(folder, settings);
    onTestFinished(() => second.stop());
    expect(second.port).toBe(first.port);
    await createDatabase(second.url('postgres'), 'kept', { anew: false });
    expect((await ask(second.url('kept'), 'select note from notes')).rows).toEqual([{ note: 1 }]);
    await createDatabase(second.url('postgres'), 'kept', { anew: true });
    await expect(ask(second.url('kept'), 'select note from notes')).rejects.toThrow('does not exist');
  });

  it('PostgreSQL lets nobody in without the password', async () => {
    const settings = await loadSettings(folder);
    const postgres = await startPostgres(folder, settings);
    onTestFinished(() => postgres.stop());
    const stranger = postgres.url('postgres').replace(settings.password, 'guess');
    await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('PostgreSQL reports in one sentence why it does not start', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(join(broken, 'postgres'), { recursive: true });
    writeFileSync(join(broken, 'postgres/PG_VERSION'), '18\n');
    const settings = await loadSettings(broken);
    await expect(startPostgres(broken, settings)).rejects.toThrow(/^PostgreSQL does not start: .+ \(full log: /);
  });
});
