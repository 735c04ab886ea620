import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { teamSettings } from '#test/fixtures/team-settings';
import { ConfigError, listExamples, readConfig, type Config, type Env } from './index.ts';

const required: Env = {
  DATABASE_URL: 'postgres://makewhole@127.0.0.1:5432/makewhole',
  DATA_KEY: 'Yk3vQm0pT7sXz+2Lr9Wb/4Hn8Jd5Gc1Fa6UeKiOtPxE=',
};

const read = (env: Env = {}, role: 'api' | 'worker' | 'all' | 'cli' = 'api') =>
  readConfig({ ...required, ...env }, role);

function problemsOf(env: Env, role: 'api' | 'worker' | 'all' | 'cli' = 'api'): readonly string[] {
  try {
    readConfig(env, role);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'documents',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the DKIM key', () => {
  const pemOf = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const set = { MAIL_FROM: 'Makewhole <hello@makewhole.example>', DKIM_SELECTOR: 'one' };

  it("the DKIM key signs for the sender's domain, so MAIL_FROM must have one", () => {
    const key = { DKIM_SELECTOR: 'one', DKIM_PRIVATE_KEY: pemOf(2048) };
    expect(read({ ...key, MAIL_FROM: set.MAIL_FROM }).dkim?.domain).toBe('makewhole.example');
    expect(problemsOf({ ...required, ...key })).toEqual([expect.stringContaining('MAIL_FROM must be')]);
  });

  it('the DKIM key may be written on one line; an incomplete setup, a weak key or a missing file is refused', () => {
    const oneLine = pemOf(2048).replaceAll('\n', String.raw`\n`);
    expect(read({ ...set, DKIM_PRIVATE_KEY: oneLine }).dkim?.privateKey.reveal()).toContain('\n');
    for (const wrong of [{}, { DKIM_PRIVATE_KEY: pemOf(1024) }, { DKIM_PRIVATE_KEY: '/nowhere/dkim.pem' }])
      expect(problemsOf({ ...required, ...set, ...wrong })).toEqual([expect.stringContaining('DKIM_PRIVATE_KEY')]);
  });
});

describe('invalid settings', () => {
  it('invalid settings are all reported in one error, one line each', () => {
    const wrong: Env = {
      DATA_KEY: 'short',
      PUBLIC_BASE_URL: 'ftp://makewhole.example.com/',
      TRUSTED_PROXY_CIDRS: '10.0.0.0/8, nonsense',
      NODE_ENV: 'staging',
      PORT: '99999',
      METRICS_PORT: 'many',
      LOG_LEVEL: 'loud',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
      SHUTDOWN_DRAIN_MS: '-1',
      DATABASE_POOL_SIZE: '0',
      SERVED_STATES: 'CA,Texas',
      WEBHOOK_ALLOW_LOCAL: 'yes',
      CELL_ID: '0-',
    };
    const problems = problemsOf(wrong);
    const named = problems.map((problem) => problem.split(' ')[0]);
    expect(named.toSorted()).toEqual([...Object.keys(wrong), 'DATABASE_URL', 'PUBLIC_BASE_URL'].toSorted());
    expect(() => readConfig(wrong, 'api')).toThrow(
      ['The settings are not usable:', ...problems.map((problem) => `  - ${problem}`)].join('\n'),
    );
  });

  it('invalid settings are named without their values', () => {
    const message = problemsOf({ DATA_KEY: 'hunter2', PORT: 'hunter2', LOG_LEVEL: 'hunter2' }).join('\n');
    expect(message).toContain('DATA_KEY');
    expect(message).not.toContain('hunter2');
  });

  it('required settings that are absent or empty are reported', () => {
    expect(problemsOf({ DATABASE_URL: '  ' })).toEqual([
      expect.stringContaining('DATA_KEY is required'),
      expect.stringContaining('DATABASE_URL is required'),
    ]);
  });

  it('one weak key among strong ones is reported', () => {
    expect(problemsOf({ ...required, DATA_KEY: `${required['DATA_KEY']},short` })).toEqual([
      expect.stringContaining('at least 32 characters'),
    ]);
  });
});

describe('defaults of absent settings', () => {
  it('absent settings have the defaults in the operators’ table', () => {
    expect(read()).toMatchObject({
      publicBaseUrl: 'http://localhost:8080',
      port: 8080,
      metricsPort: 9464,
      redisUrl: undefined,
      smtpUrl: undefined,
      twilio: undefined,
    } satisfies Partial<Config>);
  });

  it('by default no proxy is trusted and receivers are dialed by name', () => {
    const { trustedProxies, webhookHostOverrides } = read();
    expect(trustedProxies.rules).toEqual([]);
    expect(webhookHostOverrides.size).toBe(0);
  });

  it('by default the fifty states and DC are served and all four partner features are open', () => {
    const { servedStates, features } = read();
    expect(servedStates.size).toBe(51);
    expect(['AL', 'CA', 'DC', 'WY'].filter((state) => !servedStates.has(state))).toEqual([]);
    expect(features.size).toBe(4);
  });

  it('empty settings count as absent, because Compose files write unset variables that way', () => {
    const empty = Object.fromEntries(['PORT', 'REDIS_URL', 'SMTP_URL', 'LOG_LEVEL', 'NODE_ENV'].map((n) => [n, ' ']));
    expect(read(empty)).toEqual(read());
  });

  it('a worker has its own default metrics port, so that an API and a worker run on one machine', () => {
    expect(read({}, 'worker').metricsPort).toBe(9465);
    expect([read({}, 'api').metricsPort, read({}, 'all').metricsPort]).toEqual([9464, 9464]);
    expect(read({ METRICS_PORT: '1234' }, 'worker').metricsPort).toBe(1234);
    expect(read({ METRICS_PORT: '0' }).metricsPort).toBeUndefined();
  });

  it('a service without NODE_ENV is not in production', () => {
    expect(read().production).toBe(false);
    expect(read({ NODE_ENV: 'production', ...teamSettings, BLOB_DIR: '/srv/blobs' }).production).toBe(true);
  });
});

describe("the team's name and contact details", () => {
  const production: Env = { ...required, NODE_ENV: 'production', ...teamSettings, BLOB_DIR: '/srv/blobs' };

  it.each(Object.keys(teamSettings))('a production service requires its contact details: %s', (name) => {
    expect(problemsOf({ ...production, [name]: ' ' })).toEqual([`${name} is required in production`]);
    expect(problemsOf({ ...required, [name]: ' ' })).toEqual([]);
  });

  it("the team's phone numbers are normalized", () => {
    const { team } = read({ ...teamSettings, TEAM_PHONE: '(212) 555-0142', CALLER_ID: '212.555.0143' });
    expect([team.phone, team.callerId]).toEqual(['+12125550142', '+12125550143']);
  });

  it.each([
    ['TEAM_NAME', 'A name of more than thirty letters'],
    ['TEAM_NAME', '<b>Makewhole</b>'],
    ['TEAM_PHONE', '+44 20 7946 0000'],
    ['CALLER_ID', '911'],
    ['TEAM_EMAIL', 'two@example.com, three@example.com'],
    ['TEAM_ADDRESS', 'somewhere'],
    ['TEAM_ADDRESS', '1 Main Street\nBcc: everybody'],
    ['TEAM_ADDRESS', `1 ${'x'.repeat(160)}`],
  ])('unusable contact details are refused: %s %j', (name, value) => {
    const problems = problemsOf({ ...required, [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} must `)]);
    expect(problems.join()).not.toContain(value);
  });

  it('example contact details are recognized as examples', () => {
    const own = { TEAM_PHONE: '+12125554567', CALLER_ID: '+12125554568', TEAM_EMAIL: 'help@makewhole.us' };
    expect(listExamples(read().team)).toEqual(['TEAM_PHONE', 'CALLER_ID', 'TEAM_EMAIL', 'TEAM_ADDRESS']);
    expect(listExamples(read({ ...own, TEAM_ADDRESS: '12 Oak Avenue, Springfield, IL 62701' }).team)).toEqual([]);
    expect(listExamples(read({ ...own, TEAM_EMAIL: 'help@example.com' }).team)).toContain('TEAM_EMAIL');
  });
});

describe('test settings', () => {
  it.each([
    ['DEV_PAGES', '1'],
    ['WEBHOOK_HOST_OVERRIDES', 'hooks.example.com=127.0.0.1:9000'],
  ])('%s is taken in development and refused in production', (name, value) => {
    expect(problemsOf({ ...required, [name]: value })).toEqual([]);
    expect(
      problemsOf({ ...required, NODE_ENV: 'production', ...teamSettings, BLOB_DIR: '/srv/blobs', [name]: value }),
    ).toEqual([`${name} must not be set in production`]);
  });
});

describe('a live Stripe key', () => {
  it.each(['sk', 'rk'])('%s is taken in production and nowhere else', (kind) => {
    const stripe = { STRIPE_SECRET_KEY: `${kind}_live_synthetic`, STRIPE_WEBHOOK_SECRET: 'whsec_synthetic' };
    expect(
      problemsOf({ ...required, NODE_ENV: 'production', ...teamSettings, BLOB_DIR: '/srv/blobs', ...stripe }),
    ).toEqual([]);
    expect(problemsOf({ ...required, ...stripe })).toEqual([
      'STRIPE_SECRET_KEY must not be a live key outside production',
    ]);
  });
});

describe('the anchor store', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const AUDIT_ANCHOR_PUBLIC_KEYS = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  const other = Buffer.alloc(32, 7).toString('base64');
  const place = { AUDIT_ANCHOR_STORE: '/srv/anchors', AUDIT_ANCHOR_PUBLIC_KEYS };
  it('the anchor store has its key in the worker only, so an API that gets the key does not start', () => {
    const whole = { ...place, AUDIT_ANCHOR_KEY: key };
    expect(problemsOf({ ...required, ...whole })).toEqual([
      'AUDIT_ANCHOR_KEY must not be given to an api: only the worker signs',
    ]);
    expect(readConfig({ ...required, ...place }, 'api').anchors?.key).toBeUndefined();
    expect(readConfig({ ...required, ...whole }, 'cli').anchors?.key).toBeUndefined();
    for (const role of ['worker', 'all'] as const) {
      expect(readConfig({ ...required, ...whole }, role).anchors?.key?.reveal()).toBe(key.trim());
      expect(problemsOf({ ...required, ...place }, role)).toEqual([
        expect.stringContaining('AUDIT_ANCHOR_KEY must be an Ed25519 key'),
      ]);
    }
  });

  it.each<[string, Env]>([
    ['AUDIT_ANCHOR_KEY', { AUDIT_ANCHOR_KEY: String(rsa) }],
    ['AUDIT_ANCHOR_KEY', { AUDIT_ANCHOR_KEY: 'nonsense' }],
    ['AUDIT_ANCHOR_PUBLIC_KEYS', { AUDIT_ANCHOR_PUBLIC_KEYS: '' }],
    ['AUDIT_ANCHOR_PUBLIC_KEYS', { AUDIT_ANCHOR_PUBLIC_KEYS: other }],
    ['AUDIT_ANCHOR_STORE', { AUDIT_ANCHOR_STORE: '' }],
    ['AUDIT_ANCHOR_STORE', { AUDIT_ANCHOR_STORE: 'anchors' }],
    ['AUDIT_ANCHOR_STORE', { AUDIT_ANCHOR_STORE: 's3://anchors' }],
    ['AUDIT_ANCHOR_STORE', { AUDIT_ANCHOR_STORE: 's3://anchors?retain-days=36501', ...s3 }],
    ['AUDIT_ANCHOR_STORE', { AUDIT_ANCHOR_STORE: 's3://anchors?retain=1', ...s3 }],
    ['AUDIT_ANCHOR_STORE', { AUDIT_ANCHOR_STORE: `s3://${s3.S3_BUCKET}`, ...s3 }],
    ['AUDIT_ANCHORS_LOST', { AUDIT_ANCHORS_LOST: '5-4' }],
  ])('the anchor store is refused without printing its value when %s is unusable', (name, wrong) => {
    const problems = problemsOf({ ...required, ...place, AUDIT_ANCHOR_KEY: key, ...wrong }, 'worker');
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
    expect(problems.join()).not.toContain('BEGIN');
  });

  it('the anchor store is a directory, or a separate bucket that may refuse deletions', () => {
    const placeOf = (AUDIT_ANCHOR_STORE: string) => read({ ...place, ...s3, AUDIT_ANCHOR_STORE }).anchors?.place;
    expect(placeOf('/srv/anchors')).toEqual({ directory: '/srv/anchors' });
    expect(placeOf('s3://anchors')).toMatchObject({ s3: { bucket: 'anchors' }, retainDays: 0 });
    expect(placeOf('s3://anchors?retain-days=365')).toMatchObject({ s3: { bucket: 'anchors' }, retainDays: 365 });
  });
});

describe('the document store', () => {
  it('the document store is a bucket when all five S3 settings are set, and a directory when none is', () => {
    expect(read(s3).objects.s3).toMatchObject({ endpoint: 'https://s3.example.com', bucket: 'documents' });
    expect(read().objects).toEqual({
      s3: undefined,
      blobDir: expect.stringMatching(/\/data\/blobs$/),
      minFreeBytes: 2_147_483_648,
    });
    expect(read({ NODE_ENV: 'development' }).objects.minFreeBytes).toBe(0);
  });

  it.each(Object.keys(s3))('the document store is incomplete when only %s is missing', (name) => {
    expect(problemsOf({ ...required, ...s3, [name]: '' })).toEqual([
      expect.stringMatching(/^S3_.* must be set together$/),
    ]);
  });

  it('the document store must be set in production', () => {
    const production = { ...required, NODE_ENV: 'production', ...teamSettings };
    expect(problemsOf(production)).toEqual([
      expect.stringMatching(/^S3_ENDPOINT.* or BLOB_DIR: where documents are kept$/),
    ]);
    expect(problemsOf({ ...production, ...s3 })).toEqual([]);
    expect(problemsOf({ ...production, BLOB_DIR: '/srv/blobs' })).toEqual([]);
  });
});

describe('a configuration', () => {
  it('a configuration cannot be changed after it is read', () => {
    const config = read() as { -readonly [Name in keyof Config]: Config[Name] };
    expect(() => {
      config.port = 1;
    }).toThrow(TypeError);
    expect(() => {
      Object.assign(config, { smtpUrl: undefined });
    }).toThrow(TypeError);
    expect(Reflect.deleteProperty(config, 'dataKeys')).toBe(false);
    expect(config.port).toBe(8080);
  });

  it('data keys stay in order, newest first, and lose the spaces between them', () => {
    const [newest, oldest] = ['n'.repeat(32), 'o'.repeat(32)];
    const { dataKeys } = read({ DATA_KEY: `${newest}, ${oldest},` });
    expect(dataKeys.map((key) => key.reveal())).toEqual([newest, oldest]);
  });

  it('no proxy is trusted except the configured ones', () => {
    const { trustedProxies } = read({ TRUSTED_PROXY_CIDRS: '10.0.0.0/8 , fd00::/8' });
    expect(trustedProxies.check('10.1.2.3')).toBe(true);
    expect(trustedProxies.check('fd00::1', 'ipv6')).toBe(true);
    expect(trustedProxies.check('11.1.2.3')).toBe(false);
  });
});
