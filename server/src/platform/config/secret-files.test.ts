import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readParserConfig, Secret, type Env } from './index.ts';
import { secretSettings, settings } from './settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'makewhole-secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

const fileOf = (name: string, text: string): string => {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
};

/** Settings that the secrets need in order to be read. */
const others: Env = {
  OIDC_ISSUER: 'https://identity.example.com',
  OIDC_CLIENT_ID: 'makewhole',
  INBOUND_MAIL_DOMAIN: 'in.example.com',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_FROM: '+12025550100',
  PLATE_PROVIDER: 'platetovin',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'documents',
  S3_ACCESS_KEY_ID: 'key',
};
const secretOf = (name: string): string => `the ${name} of the tests that is long enough for a key`;
/** Keys with their own format, which have their own tests. */
const names = [...secretSettings].filter((name) => name !== 'DKIM_PRIVATE_KEY' && name !== 'AUDIT_ANCHOR_KEY');

function revealAll(value: unknown): string[] {
  if (value instanceof Secret) return [value.reveal()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(revealAll) : [];
}

function problemsOf(env: Env): readonly string[] {
  try {
    readConfig(env, 'api');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('a secret in a file', () => {
  it('every secret can be read from a file instead of its setting', () => {
    const files = names.map((name) => [`${name}_FILE`, fileOf(name, `${secretOf(name)}\n`)]);
    const config = readConfig({ ...others, ...Object.fromEntries(files) }, 'api');
    const expected = names.map(secretOf);
    expect(revealAll(config).toSorted()).toEqual(expected.toSorted());
  });

  it('a secret is found among the systemd credentials', () => {
    const credentials = join(directory, 'credentials');
    mkdirSync(credentials);
    for (const name of names) writeFileSync(join(credentials, `makewhole_${name}`), secretOf(name));
    const config = readConfig({ ...others, CREDENTIALS_DIRECTORY: credentials }, 'api');
    expect(config.databaseUrl.reveal()).toBe(secretOf('DATABASE_URL'));
    expect(revealAll(config)).toContain(secretOf('S3_SECRET_ACCESS_KEY'));
    // A setting overrides a credential.
    const own = readConfig({ ...others, CREDENTIALS_DIRECTORY: credentials, DATABASE_URL: 'postgres://own' }, 'api');
    expect(own.databaseUrl.reveal()).toBe('postgres://own');
    expect(problemsOf({ CREDENTIALS_DIRECTORY: directory }).join()).toContain('DATABASE_URL is required');
  });

  it('a secret file that is missing, empty, too large or set twice is reported once, without its path', () => {
    const required = { DATABASE_URL: 'postgres://127.0.0.1/makewhole', DATA_KEY: secretOf('DATA_KEY') };
    const wrong = [join(directory, 'nowhere'), fileOf('empty', ' \n'), fileOf('large', 'x'.repeat(65_537)), directory];
    for (const file of wrong) {
      const problems = problemsOf({ ...required, SMTP_URL_FILE: file });
      expect(problems).toEqual([expect.stringMatching(/^SMTP_URL_FILE must name a readable file/)]);
      expect(problems.join()).not.toContain(directory);
    }
    expect(problemsOf({ ...required, DATA_KEY_FILE: fileOf('key', secretOf('DATA_KEY')) })).toEqual([
      'DATA_KEY and DATA_KEY_FILE must not both be set',
    ]);
  });

  it('a setting can be read from a file exactly if its name is that of a secret', () => {
    const all = Object.values(settings).flatMap((group) => Object.keys(group));
    const secretive = all.filter((name) => /(?:SECRET|KEY|TOKEN|PASSWORD)(?:_|$)/.test(name));
    const missing = secretive.filter((name) => !(secretSettings as ReadonlySet<string>).has(name));
    expect(missing).toEqual(['S3_ACCESS_KEY_ID']);
    expect(readConfig({ ...withRequired(), PORT_FILE: fileOf('port', '1') }, 'api').port).toBe(8080);
  });
});

const withRequired = (): Env => ({ DATABASE_URL: 'postgres://127.0.0.1/makewhole', DATA_KEY: secretOf('DATA_KEY') });

describe('the settings of the document parser', () => {
  it('the document parser has a socket and no secret', () => {
    expect(readParserConfig({ DOCUMENT_PARSER_SOCKET: '/run/makewhole/parser.sock' })).toEqual({
      socket: '/run/makewhole/parser.sock',
      unwalled: false,
      logLevel: 'info',
    });
    for (const wrong of [undefined, 'parser.sock', `/${'x'.repeat(107)}`])
      expect(() => readParserConfig({ DOCUMENT_PARSER_SOCKET: wrong })).toThrow('DOCUMENT_PARSER_SOCKET');
    expect(problemsOf({ ...withRequired(), DOCUMENT_PARSER_SOCKET: 'here' })).toEqual([
      expect.stringContaining('DOCUMENT_PARSER_SOCKET must be an absolute path'),
    ]);
  });
});
