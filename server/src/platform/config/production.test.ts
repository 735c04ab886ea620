import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { teamSettings } from '#test/fixtures/team-settings';
import { ConfigError, readConfig, type Env } from './index.ts';

const production: Env = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://makewhole@127.0.0.1:5432/makewhole',
  DATA_KEY: randomBytes(32).toString('base64'),
  PUBLIC_BASE_URL: 'https://makewhole.example',
  BLOB_DIR: '/srv/blobs',
  ...teamSettings,
};
const s3 = { S3_REGION: 'r', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' };

function problemsOf(env: Env): readonly string[] {
  try {
    readConfig(env, 'api');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('representation without SERVICES_BY_STATE', () => {
  it('representation is offered everywhere outside production, and nowhere in production', () => {
    const trial = { DATABASE_URL: production['DATABASE_URL'], DATA_KEY: production['DATA_KEY'] };
    expect(readConfig(trial, 'api').servicesByState).toEqual({ '*': { representation: { offered: true } } });
    expect(readConfig(production, 'api').servicesByState).toEqual({});
  });
});

describe('production refuses what gives it away, says what to set, and takes it where it is named', () => {
  it.each<[string, string, string]>([
    ['PUBLIC_BASE_URL', 'http://makewhole.example', 'use https://'],
    ['PUBLIC_BASE_URL', 'http:makewhole.example', 'use https://'],
    ['PUBLIC_BASE_URL', 'http://localhost@makewhole.example', 'use https://'],
    ['DATABASE_URL', 'postgres://makewhole:hunter2@db.example/makewhole', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/makewhole?sslmode=disable', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@127.0.0.1:1,db.example:2/makewhole', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/m?sslmode=verify-full&sslmode=disable', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/m?sslmode=require&uselibpqcompat=true', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/m?sslmode=no-verify', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/m?host=', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@/m?host=127.0.0.1&host=db.example', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/m#?sslmode=verify-full', 'sslmode=verify-full'],
    ['DATABASE_URL', '//makewhole@db.example/m', 'sslmode=verify-full'],
    ['DIRECT_DATABASE_URL', 'postgres://10.0.0.7/makewhole', 'sslmode=verify-full'],
    ['REDIS_URL', 'redis://:hunter2@cache.example:6379', 'use rediss://'],
    ['REDIS_URL', 'cache.example:6379', 'use rediss://'],
    ['REDIS_URL', '//cache.example', 'use rediss://'],
    ['REDIS_URL', 'redis+tls://cache.example', 'use rediss://'],
    ['SMTP_URL', 'smtp://mail.example:587', 'requireTLS=true'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', 'check the certificate'],
    ['S3_ENDPOINT', 'http://objects.example', 'use https://'],
    ['S3_ENDPOINT', 'http:objects.example', 'use https://'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'leave it out'],
    ['DATA_KEY', 'changemechangemechangemechangeme', 'openssl rand'],
    ['DATA_KEY', '0123456789abcdef0123456789abcdef', 'openssl rand'],
    ['DATA_KEY', 'abcdefghijklmnopqrstuvwxyz0123456789', 'openssl rand'],
    ['DATA_KEY', 'a sentence that somebody might well think of', 'openssl rand'],
    ['METRICS_HOST', '0.0.0.0', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', '8.8.8.8', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', '0', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', '0x0', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', '::0', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', '0:0:0:0:0:0:0:0', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', '::ffff:0.0.0.0', '127.0.0.1 or to a private address'],
    ['METRICS_HOST', 'makewhole.example', '127.0.0.1 or to a private address'],
  ])('production refuses %s %s', (name, value, instead) => {
    const env = { ...production, ...(name === 'S3_ENDPOINT' ? s3 : {}), [name]: value };
    const problems = problemsOf(env);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} .*ALLOW_INSECURE`))]);
    expect(problems[0]).toContain(instead);
    expect(problems[0]).not.toMatch(/hunter2|changeme|somebody/);
    expect(problemsOf({ ...env, ALLOW_INSECURE: `${name}` })).toEqual([]);
    expect(problemsOf({ ...env, NODE_ENV: 'development' })).toEqual([]);
  });

  it.each<[string, string, Env?]>([
    ['PUBLIC_BASE_URL', 'http://localhost:8080'],
    ['DATABASE_URL', 'postgres://makewhole@/makewhole?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://makewhole@%2Frun%2Fpostgresql/makewhole'],
    ['DATABASE_URL', 'postgres://makewhole@[::1]:5432/makewhole'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/makewhole?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/makewhole?sslmode=require'],
    ['DATABASE_URL', 'postgres://makewhole@db.example/makewhole?sslmode=verify-full&uselibpqcompat=true'],
    ['DATABASE_URL', '/run/postgresql makewhole'],
    ['REDIS_URL', 'redis://127.0.0.1:6379'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', '/run/redis.sock'],
    ['REDIS_URL', 'rediss://cache.example'],
    ['SMTP_URL', 'smtp://127.0.0.1:2525'],
    ['SMTP_URL', 'smtps://mail.example'],
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
    ['S3_ENDPOINT', 'https://objects.example', s3],
    ['METRICS_HOST', '10.1.2.3'],
    ['METRICS_HOST', '::1'],
    ['METRICS_HOST', 'localhost'],
  ])('production accepts %s %s', (name, value, more = {}) => {
    expect(problemsOf({ ...production, ...more, [name]: value })).toEqual([]);
  });

  it('never takes a random key for one that can be guessed', () => {
    const bytes = [16, 24, 32, 48];
    const keys = bytes.flatMap((size) => Array.from({ length: 500 }, () => randomBytes(size)));
    const texts = keys.flatMap((key) => [key.toString('hex'), key.toString('base64'), key.toString('base64url')]);
    for (const key of texts.filter(({ length }) => length >= 32))
      expect(problemsOf({ ...production, DATA_KEY: key })).toEqual([]);
  });

  it('the weak key of several is identified by its number', () => {
    const keys = `${production['DATA_KEY']},${'x'.repeat(40)}`;
    expect(problemsOf({ ...production, DATA_KEY: keys })).toEqual([expect.stringContaining('number 2 of the list')]);
  });

  it('ALLOW_INSECURE refuses an unknown setting', () => {
    const expected = [expect.stringContaining('ALLOW_INSECURE must be a list of some of')];
    expect(problemsOf({ ...production, ALLOW_INSECURE: 'ALL' })).toEqual(expected);
  });
});

describe('a service without NODE_ENV', () => {
  const forgotten: Env = { ...production, NODE_ENV: undefined };

  it.each(['https://makewhole.us', 'http://8.8.8.8:8080'])('a service without NODE_ENV is refused at %s', (url) => {
    expect(problemsOf({ ...forgotten, PUBLIC_BASE_URL: url })).toEqual([
      expect.stringContaining('set NODE_ENV=production, or NODE_ENV=development'),
    ]);
    expect(problemsOf({ ...forgotten, PUBLIC_BASE_URL: url, NODE_ENV: 'development' })).toEqual([]);
  });

  it.each(['http://localhost:8080', 'http://192.168.1.7', 'http://makewhole.test', 'http://box:8080'])(
    'a service without NODE_ENV starts at the private address %s',
    (url) => expect(problemsOf({ ...forgotten, PUBLIC_BASE_URL: url })).toEqual([]),
  );
});

describe('developer pages', () => {
  it.each(['1', 'open'])('DEV_PAGES=%s does not show the developer pages at a public address', (pages) => {
    const at = (url: string) => ({ ...production, NODE_ENV: 'development', DEV_PAGES: pages, PUBLIC_BASE_URL: url });
    expect(problemsOf(at('https://stage.makewhole.us'))).toEqual([
      'DEV_PAGES must not be set where PUBLIC_BASE_URL is public',
    ]);
    expect(problemsOf(at('http://localhost:8080'))).toEqual([]);
  });
});

describe('webhooks to this machine', () => {
  const here = { ...production, NODE_ENV: 'development', WEBHOOK_ALLOW_LOCAL: '1' };

  it('webhooks to this machine are allowed only where the public cannot reach the service', () => {
    for (const base of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://192.168.1.20:8080'])
      expect(problemsOf({ ...here, PUBLIC_BASE_URL: base })).toEqual([]);
    expect(problemsOf({ ...here, PUBLIC_BASE_URL: 'https://tunnel.makewhole.com' })).toEqual([
      'WEBHOOK_ALLOW_LOCAL must not be set where PUBLIC_BASE_URL is public',
    ]);
    expect(problemsOf({ ...production, WEBHOOK_ALLOW_LOCAL: '1' })).toEqual([
      'WEBHOOK_ALLOW_LOCAL must not be set in production',
    ]);
  });

  it.each([
    '1',
    '01',
    '2',
    'true',
    'TRUE',
    'yes',
    'on',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    '\uff11',
    '0x1',
    '1.0',
    '+1',
    '-1',
    '00',
    'false',
  ])('webhooks to this machine are refused in production, in every spelling: %j', (spelled) => {
    for (const process of ['api', 'worker', 'cli'] as const) {
      const env = { ...production, WEBHOOK_ALLOW_LOCAL: spelled };
      expect(() => readConfig(env, process)).toThrow('WEBHOOK_ALLOW_LOCAL must');
    }
  });

  it.each<[string, Env]>([
    ['by another name', { webhook_allow_local: '1', WEBHOOK_ALLOW_LOCAL_: '1', 'WEBHOOK_ALLOW_LOCAL ': '1' }],
    ['by a file', { WEBHOOK_ALLOW_LOCAL_FILE: '/proc/self/environ', CREDENTIALS_DIRECTORY: '/proc/self' }],
    ['by nothing', { WEBHOOK_ALLOW_LOCAL: '' }],
    ['by zero', { WEBHOOK_ALLOW_LOCAL: '0' }],
  ])('webhooks to this machine are off in production when the setting is %s', (_how, more) => {
    expect(readConfig({ ...production, ...more }, 'worker').webhookAllowLocal).toBe(false);
  });

  it.each(['Production', 'PRODUCTION', 'prod', 'production,', 'production2', 'live', 'staging', '\u0440roduction'])(
    'a NODE_ENV that resembles production does not allow webhooks to this machine: %j',
    (name) => expect(() => readConfig({ ...here, NODE_ENV: name }, 'api')).toThrow('NODE_ENV must be one of'),
  );

  it.each([
    'https://MAKEWHOLE.US',
    'https://makewhole.us.',
    'https://makewhole.us:8443',
    'https://xn--bcher-kva.com',
    'http://8.8.8.8',
    'http://134744072',
    'http://0x08080808',
    'http://[2606:4700:4700::1111]',
    'http://[::ffff:8.8.8.8]',
    'https://makewhole.localhost.us',
    'https://example.com.us',
  ])('webhooks to this machine are refused where the public reaches the service: %s', (base) => {
    expect(problemsOf({ ...here, PUBLIC_BASE_URL: base })).toContain(
      'WEBHOOK_ALLOW_LOCAL must not be set where PUBLIC_BASE_URL is public',
    );
  });

  it('webhooks to this machine are off by default', () => {
    expect(readConfig({ ...production, NODE_ENV: 'development' }, 'api').webhookAllowLocal).toBe(false);
  });
});
