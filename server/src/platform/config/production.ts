import { normalizeAddress } from '#lib/network/address';
import { isPublicAddress } from '#lib/network/public-address';
import type { EnvReader } from './env-reader.ts';
import type { SettingName } from './settings.ts';

type Refusable = SettingName | 'NODE_TLS_REJECT_UNAUTHORIZED';
type Refusal = { readonly name: Refusable; readonly why: string; readonly instead: string };

/**
 * Settings that make a production service insecure, each with its reason and a safe alternative. An operator who
 * accepts the risk names the setting in ALLOW_INSECURE, so all exceptions are in one place.
 */
export function refuseExposed(read: EnvReader): void {
  const allowed = new Set(read.list('ALLOW_INSECURE'));
  const unknown = [...allowed].filter((name) => !(refusable as readonly string[]).includes(name));
  if (unknown.length > 0) read.problems.push(`ALLOW_INSECURE must be a list of some of ${refusable.join(', ')}`);
  const refusals = [listClear, listUnchecked, listWeak, listOpen].flatMap((list) => list(read));
  if (read.optional('NODE_ENV') !== 'production') refusePublicDevPages(read);
  // Lists the problems that NODE_ENV=production would have reported.
  if (read.optional('NODE_ENV') === undefined) return refusePublicDevelopment(read);
  if (read.optional('NODE_ENV') !== 'production') return;
  for (const { name, why, instead } of refusals)
    if (!allowed.has(name))
      read.problems.push(
        `${name} ${why}: ${instead}, or name it in ALLOW_INSECURE if you know that nobody else can listen`,
      );
}

/** The settings that ALLOW_INSECURE may name. */
const refusable = [
  'PUBLIC_BASE_URL',
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'S3_ENDPOINT',
  'DATA_KEY',
  'METRICS_HOST',
  'NODE_TLS_REJECT_UNAUTHORIZED',
] as const satisfies readonly Refusable[];

/** Unencrypted connections to another host; those within this machine are fine. */
function listClear(read: EnvReader): Refusal[] {
  const inClear = (name: SettingName, isSafe: (target: Target) => boolean): boolean => {
    const value = read.optional(name);
    if (value === undefined) return false;
    const target = toTarget(value);
    return !target.hosts.every(isHere) && !isSafe(target);
  };
  const isHttps = ({ protocol }: Target) => protocol === 'https';
  const clear: readonly (readonly [SettingName, (target: Target) => boolean, string, string])[] = [
    ['PUBLIC_BASE_URL', isHttps, 'begins with http://, so that links and keys travel in clear', 'use https://'],
    ['DATABASE_URL', isVerifying, 'reaches another host without TLS', 'add sslmode=verify-full to it'],
    ['DIRECT_DATABASE_URL', isVerifying, 'reaches another host without TLS', 'add sslmode=verify-full to it'],
    ['WORKER_DATABASE_URL', isVerifying, 'reaches another host without TLS', 'add sslmode=verify-full to it'],
    ['REDIS_URL', ({ protocol }) => protocol === 'rediss', 'reaches another host without TLS', 'use rediss://'],
    [
      'SMTP_URL',
      isMailSafe,
      'reaches another host without demanding TLS',
      'use smtps://, or add requireTLS=true to it, and check the certificate',
    ],
    ['S3_ENDPOINT', isHttps, 'reaches another host without TLS', 'use https://'],
  ];
  return clear.flatMap(([name, isSafe, why, instead]) => (inClear(name, isSafe) ? [{ name, why, instead }] : []));
}

type Target = { readonly protocol: string; readonly hosts: readonly string[]; readonly options: URLSearchParams };

/**
 * Parsed by hand, as the drivers do: a database URL may have several hosts, or none and a socket, which URL does not
 * parse. Some drivers accept an address without a scheme, so it is accepted here.
 */
function toTarget(value: string): Target {
  const [, protocol = '', named = '', query = ''] = /^([\w+.-]+):\/\/(?:[^@/?#]*@)?([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(
    value,
  ) ?? ['', '', value];
  const options = new URLSearchParams(query);
  const hosts = (lastOf(options, 'host') || named).split(',').map((host) => host.replace(/:\d*$/, ''));
  return { protocol: protocol.toLowerCase(), hosts, options };
}

/** The database driver uses the last value of a repeated option. */
const lastOf = (options: URLSearchParams, name: string): string => options.getAll(name).at(-1) ?? '';

/** `require` checks the certificate, unless the driver is set to behave like libpq. */
const isVerifying = ({ options }: Target): boolean =>
  ['verify-ca', 'verify-full', ...(options.has('uselibpqcompat') ? [] : ['require'])].includes(
    lastOf(options, 'sslmode'),
  );

const isMailSafe = ({ protocol, options }: Target): boolean =>
  (protocol === 'smtps' || lastOf(options, 'requireTLS') === 'true') &&
  options.getAll('tls.rejectUnauthorized').every((value) => value === 'true');

/** This machine: loopback, or a Unix socket. */
const isHere = (host: string): boolean =>
  host === '' || /^(?:\/(?!\/)|%2f)|^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

function listUnchecked(read: EnvReader): Refusal[] {
  if (read.checksCertificates) return [];
  const why = 'takes any certificate for that of a server that we call';
  return [{ name: 'NODE_TLS_REJECT_UNAUTHORIZED', why, instead: 'leave it out' }];
}

function listWeak(read: EnvReader): Refusal[] {
  const weak = read.list('DATA_KEY').flatMap((key, index) => (isGuessable(key) ? [index + 1] : []));
  if (weak.length === 0) return [];
  const instead = 'make one with `openssl rand -base64 32`, put it in front, and keep the old one behind it';
  return [{ name: 'DATA_KEY', why: `can be guessed (number ${weak.join(', ')} of the list)`, instead }];
}

/** Each of these measures has at most half the entropy of 128 random bits. Words, repetitions and sequences have less. */
function isGuessable(key: string): boolean {
  const characters = [...key];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const steps = new Set(pairs.map((pair) => pair.charCodeAt(1) - pair.charCodeAt(0)));
  return (
    /\s/.test(key) ||
    // One in ten thousand keys of 32 random hex digits has less than 96.
    bitsOf(characters) < 84 ||
    steps.size < 10 ||
    new Set(pairs).size < 0.6 * Math.min(pairs.length, 64)
  );
}

/** Entropy by character frequency. */
function bitsOf(characters: readonly string[]): number {
  const counts = Map.groupBy(characters, (character) => character).values();
  return [...counts].reduce((bits, { length }) => bits + length * Math.log2(characters.length / length), 0);
}

const isEvery = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Anyone who can scrape the metrics sees business figures. */
function listOpen(read: EnvReader): Refusal[] {
  const host = read.text('METRICS_HOST', '127.0.0.1');
  const address = normalizeAddress(host);
  // A name, or a partial address such as 0, may be any address of this machine, or all of them.
  const isOpen = address === undefined ? host !== 'localhost' : isEvery(address) || isPublicAddress(address);
  if (!isOpen || read.text('METRICS_PORT', '') === '0') return [];
  const why = 'shows /metrics to whoever reaches this machine';
  return [{ name: 'METRICS_HOST', why, instead: 'set it to 127.0.0.1 or to a private address of this machine' }];
}

/** Names that exist only in private networks, by RFC 6761 and custom. */
const inside = /(?:^|\.)(?:localhost|test|example|example\.(?:com|net|org)|invalid|internal|local|lan)$/i;

/** A service without NODE_ENV would run publicly with the open defaults of development. */
function refusePublicDevelopment(read: EnvReader): void {
  if (isPublicBase(read))
    read.problems.push(
      'NODE_ENV is not set, and PUBLIC_BASE_URL is public: set NODE_ENV=production, or NODE_ENV=development if strangers cannot reach it',
    );
}

function isPublicBase(read: EnvReader): boolean {
  const { hostname = '' } = URL.parse(read.text('PUBLIC_BASE_URL', 'http://localhost')) ?? {};
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isAddress = /^[\d.]+$|:/.test(host);
  return isAddress ? isPublicAddress(host) : host.includes('.') && !inside.test(host);
}

/** These pages show all messages and let a visitor sign in as anyone. */
function refusePublicDevPages(read: EnvReader): void {
  if (read.text('DEV_PAGES', '0') !== '0' && isPublicBase(read))
    read.problems.push('DEV_PAGES must not be set where PUBLIC_BASE_URL is public');
}

/** A member of the public who registers a webhook could have this machine send requests to itself. */
export function readAllowLocal(read: EnvReader): boolean {
  const allowed = read.flag('WEBHOOK_ALLOW_LOCAL');
  // Production refuses it in any case.
  if (allowed && read.optional('NODE_ENV') !== 'production' && isPublicBase(read))
    read.problems.push('WEBHOOK_ALLOW_LOCAL must not be set where PUBLIC_BASE_URL is public');
  return allowed;
}

const testSettings = ['DEV_PAGES', 'WEBHOOK_HOST_OVERRIDES', 'WEBHOOK_ALLOW_LOCAL'] as const;

/** Settings that would make a production service insecure. */
export function refuseTestSettings(read: EnvReader): void {
  for (const name of testSettings) {
    if (read.text(name, '0') !== '0') read.problems.push(`${name} must not be set in production`);
  }
}

export function readHostOverrides(read: EnvReader) {
  const entries = read.list('WEBHOOK_HOST_OVERRIDES').map((entry) => /^([^=]+)=(.+):(\d{1,5})$/.exec(entry));
  if (entries.includes(null)) read.problems.push('WEBHOOK_HOST_OVERRIDES must be a list of host=ip:port');
  return new Map(
    entries.flatMap((match) =>
      match === null ? [] : [[match[1] ?? '', { host: match[2] ?? '', port: Number(match[3]) }]],
    ),
  );
}
