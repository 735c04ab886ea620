import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { startTwilio, type Twilio } from '#test/doubles/twilio';
import { teamSettings } from '#test/fixtures/team-settings';
import type { TestSettings } from '#test/fixtures/test-settings';
import { ownerUrl } from '#test/database/databases';
import { useHarness } from '#test/harness';
import { runCommandHere } from '#test/processes/run-command-here';

const harness = useHarness();

type Found = { name: string; level: 'ok' | 'warn' | 'fail'; says: string; todo: string | null };

async function examine(env: TestSettings = {}, ...flags: string[]) {
  const { code, stdout } = await runCommandHere(harness.current.config, ['doctor', '--json', ...flags], {
    BLOB_DIR: tmpdir(),
    ...env,
  });
  const { worst, checks } = JSON.parse(stdout) as { worst: string; checks: Found[] };
  const find = (name: string) => checks.find((check) => check.name === name);
  return { code, worst, checks, find };
}

const query = (text: string) => harness.current.owner.pool.query(text);
const beat = (name: string, agoS: number) =>
  query(
    `insert into platform.processes (name, newest_migration, beat_at) values ('${name}', 'synthetic', now() - interval '${agoS} s')`,
  );

const production: TestSettings = {
  ...teamSettings,
  NODE_ENV: 'production',
  ALLOW_INSECURE: 'DATA_KEY,PUBLIC_BASE_URL',
};

describe('doctor on the team', () => {
  it('doctor names the team settings that are examples: a fault in production and nowhere else', async () => {
    const settings = { ...production, BLOB_DIR: tmpdir(), CALLER_ID: '+12125554568' };
    const examples = 'TEAM_PHONE, TEAM_EMAIL, TEAM_ADDRESS';
    const [here, live] = [
      await runCommandHere(harness.current.config, ['doctor']),
      await runCommandHere(harness.current.config, ['doctor'], settings),
    ];
    expect(here.stdout).toMatch(/^ok {3}team: examples, which are fine outside production: TEAM_PHONE/m);
    expect([live.code, live.stdout]).toEqual([1, expect.stringContaining(`FAIL team: still examples: ${examples}\n`)]);
  });
});

describe('every line of doctor', () => {
  it('a line of doctor has advice unless it is ok, and the worst line decides the exit code', async () => {
    const { code, worst, checks } = await examine();
    expect([code, worst]).toEqual([0, 'warn']);
    for (const { level, todo } of checks) expect(todo === null).toBe(level === 'ok');
    expect((await examine({}, '--strict')).code).toBe(3);
    expect(await examine({ SMTP_URL: 'smtp://127.0.0.1:1' }, '--strict')).toMatchObject({ code: 1, worst: 'fail' });
  });

  it('a database that does not respond is a single fault', async () => {
    const { checks, code } = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(checks.filter(({ level }) => level === 'fail').map(({ name }) => name)).toEqual(['database']);
    expect([code, checks.map(({ name }) => name).includes('keys')]).toEqual([1, false]);
  });
});

describe('doctor on the key', () => {
  it('doctor fails when the database is written with a key that DATA_KEY lacks, and warns of older ones', async () => {
    expect((await examine()).find('keys')).toMatchObject({ level: 'ok' });
    await query(`insert into platform.data_keys (id, last_written_at) values ('k-other', now())`);
    expect((await examine()).find('keys')).toMatchObject({ level: 'fail', says: expect.stringContaining('k-other') });
    const own = harness.current.ctx.vault.writingKey();
    await query(`insert into platform.data_keys (id, last_written_at) values ('${own}', now() + interval '1 s')
      on conflict (id) do update set last_written_at = excluded.last_written_at`);
    expect((await examine()).find('keys')).toMatchObject({
      level: 'warn',
      todo: expect.stringContaining('keys status'),
    });
    await query(`delete from platform.data_keys`);
  });
});

describe('doctor on jit', () => {
  it('jit is off for all roles after a migration; a role with it on gets a warning', async () => {
    expect((await examine()).find('jit')).toMatchObject({ level: 'ok', says: 'off' });
    // The test server's administrator has no such setting, like a role made by an older release.
    const url = ownerUrl(harness.current.config.databaseUrl).reveal();
    expect((await examine({ DATABASE_URL: url })).find('jit')).toMatchObject({
      level: 'warn',
      says: expect.stringMatching(/^on for \w+, so some pages can take seconds$/),
      todo: expect.stringContaining('deploy/postgres/roles.sql'),
    });
  });
});

describe('doctor on the worker', () => {
  it("the worker's state is judged by its last heartbeat", async () => {
    await query('delete from platform.processes');
    expect((await examine()).find('worker')).toMatchObject({ level: 'warn', says: expect.stringContaining('none') });
    await beat('makewhole-api-synthetic', 1);
    expect((await examine()).find('worker')).toMatchObject({ level: 'warn' });
    expect((await examine({ ...production })).find('worker')).toMatchObject({ level: 'fail' });
    await beat('makewhole-worker-synthetic', 300);
    expect((await examine()).find('worker')).toMatchObject({
      level: 'fail',
      says: expect.stringMatching(/3\d\d s ago/),
    });
    await beat('makewhole-all-synthetic', 2);
    expect((await examine()).find('worker')).toMatchObject({ level: 'ok', says: expect.stringMatching(/^1 running/) });
    await query('delete from platform.processes');
  });
});

describe('doctor on the settings', () => {
  it('doctor warns of settings for tests, and of insecure settings that production was told to accept', async () => {
    expect((await examine()).find('settings')).toMatchObject({ level: 'ok' });
    const open = (await examine({ WEBHOOK_ALLOW_LOCAL: '1' })).find('settings');
    expect(open).toMatchObject({ level: 'warn', says: 'for development only: WEBHOOK_ALLOW_LOCAL' });
    const live = (await examine(production)).find('settings');
    expect(live).toMatchObject({ level: 'warn', says: expect.stringContaining('DATA_KEY, PUBLIC_BASE_URL') });
  });

  it('doctor warns in production when SERVICES_BY_STATE is not set, because representation is then offered nowhere', async () => {
    expect((await examine()).find('services')).toMatchObject({
      level: 'ok',
      says: 'offered: representation in all other states',
    });
    expect((await examine(production)).find('services')).toMatchObject({
      level: 'warn',
      says: 'SERVICES_BY_STATE is not set, so representation is offered nowhere',
    });
    const off = { ...production, SERVICES_BY_STATE: '{"*":{"representation":false}}' };
    expect((await examine(off)).find('services')).toMatchObject({ level: 'ok' });
  });

  it('doctor fails where documents cannot be stored', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'makewhole-doctor-')), 'file');
    writeFileSync(file, '');
    const { find, code } = await examine({ BLOB_DIR: file });
    expect([code, find('objects')]).toEqual([1, expect.objectContaining({ level: 'fail' })]);
  });
});

describe('doctor on the providers', () => {
  let twilio: Twilio;
  let stripe: StripeDouble;
  beforeAll(async () => {
    [twilio, stripe] = [await startTwilio(), await startStripe(() => new Date())];
  });
  afterAll(async () => {
    await twilio.close();
    await stripe.close();
  });

  it('a provider that is not set is fine outside production, and named in production', async () => {
    for (const name of ['mail', 'text', 'cards']) {
      expect((await examine()).find(name)).toMatchObject({
        level: 'ok',
        says: expect.stringMatching(/^(not set|built-in test cards)/),
      });
      expect((await examine(production)).find(name)).toMatchObject({ level: 'warn' });
    }
  });

  it('providers are asked whether they accept our credentials, and nothing is sent', async () => {
    const mail = harness.current.config.smtpUrl?.reveal() ?? '';
    const { find } = await examine({ SMTP_URL: mail, ...twilio.env, ...stripe.env });
    for (const name of ['mail', 'text', 'cards']) expect(find(name)).toMatchObject({ name, level: 'ok' });
    expect(twilio.received).toEqual([]);
  });

  it('a provider that refuses our credentials, or does not respond, is a fault that shows none of them', async () => {
    const secret = 'synthetic-wrong-secret';
    const wrong = {
      ...twilio.env,
      TWILIO_AUTH_TOKEN: secret,
      ...stripe.env,
      STRIPE_SECRET_KEY: `sk_test_${secret}`,
      SMTP_URL: `smtp://user:${secret}@127.0.0.1:1`,
    };
    const { find, checks } = await examine(wrong);
    expect(find('text')).toMatchObject({ level: 'fail', says: expect.stringContaining('refuses its secret') });
    expect(find('cards')).toMatchObject({ level: 'fail', says: 'the card provider refuses our key' });
    expect(find('mail')).toMatchObject({ level: 'fail', says: 'the mail server does not answer' });
    expect(JSON.stringify(checks)).not.toContain(secret);
    const away = await examine({ ...twilio.env, twilioApiUrl: 'http://127.0.0.1:1' });
    expect(away.find('text')).toMatchObject({ level: 'fail', says: 'the text provider does not answer' });
  });
});
