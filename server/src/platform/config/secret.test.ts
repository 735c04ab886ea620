import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTelemetry } from '#platform/telemetry';
import { readConfig, Secret } from './index.ts';

const value = 'correct-horse-battery-staple';
const secret = new Secret(value);
const holder = { name: 'mail', nested: { secret, list: [secret] } };

describe('a secret', () => {
  it('a secret returns its value only through reveal', () => {
    expect(secret.reveal()).toBe(value);
  });

  it.each<[how: string, print: () => string]>([
    ['String()', () => String(secret)],
    ['a template literal', () => `${secret}`],
    ['concatenation', () => `key: ${[secret].join('')}`],
    ['JSON.stringify', () => JSON.stringify(holder)],
    ['util.inspect', () => inspect(holder, { depth: 9, showHidden: true, getters: true })],
    ['util.format %s', () => format('%s', secret)],
    ['util.format %j', () => format('%j', holder)],
    ['util.format %o', () => format('%o', holder)],
    ['an error message', () => new Error(`refused by ${secret}`).stack ?? ''],
  ])('a secret prints [secret] through %s', (_how, print) => {
    expect(print()).toContain('[secret]');
    expect(print()).not.toContain(value);
  });

  it('a secret shows nothing in debug output', () => {
    expect(inspect(holder, { customInspect: false, depth: 9, showHidden: true })).not.toContain(value);
    expect(JSON.stringify({ ...secret })).toBe('{}');
    expect(Reflect.ownKeys(secret)).toEqual([]);
    expect(inspect(structuredClone({ ...holder.nested, list: [] }), { showHidden: true })).not.toContain(value);
  });

  it('a secret prints [secret] in a log line, alone and inside the whole configuration', () => {
    const lines: string[] = [];
    const logTo = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const env = { DATABASE_URL: value, DATA_KEY: `${value}-of-32-characters`, SMTP_URL: value, REDIS_URL: value };
    const config = readConfig(env, 'api');
    const { log } = createTelemetry('test', config, logTo);
    log.info({ secret, config }, 'test.secrets');
    log.error({ err: new Error(`refused by ${secret}`, { cause: config.databaseUrl }) }, `test.failed ${secret}`);
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(value);
    expect(JSON.parse(lines[0]!).config).toMatchObject({ databaseUrl: '[secret]', dataKeys: ['[secret]'] });
  });
});
