import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from './secret.ts';
import { meaningOf, secretSettings, type SettingName } from './settings.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** All problems in the settings, in one error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The settings are not usable:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** How a setting is read: its format in words, and its default. */
export type Reading = { readonly form: string; readonly fallback: string | undefined };

/** Reads settings one by one and collects all problems. Messages name settings and never show their values. */
export class EnvReader {
  readonly #env: Env;
  readonly #files = new Map<SettingName, string | undefined>();
  readonly problems: string[] = [];
  /** How each setting was read. docs/operate/configuration.md is generated from it. */
  readonly readings = new Map<SettingName, Reading>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** If a setting is read several times, the documentation uses the first reading more specific than "text". */
  #note(name: SettingName, form: string, fallback?: string | number): void {
    const known = this.readings.get(name);
    if (known === undefined || (known.form === 'text' && form !== 'text'))
      this.readings.set(name, { form, fallback: fallback?.toString() });
  }

  /** An empty value counts as absent, because Compose files and shells write unset variables that way. */
  optional(name: SettingName): string | undefined {
    this.#note(name, 'text');
    return filled(this.#env[name]) ?? this.#optionalFromFile(name);
  }

  /** Each file is read once: several readers may ask for a setting, but its problem is reported once. */
  #optionalFromFile(name: SettingName): string | undefined {
    if (!secretSettings.has(name)) return undefined;
    if (!this.#files.has(name)) this.#files.set(name, this.#readFile(name));
    return this.#files.get(name);
  }

  /** The file named by `…_FILE`; otherwise the file from systemd's LoadCredential, if there is one. */
  #readFile(name: SettingName): string | undefined {
    const file = filled(this.#env[`${name}_FILE`]);
    const directory = filled(this.#env['CREDENTIALS_DIRECTORY']);
    if (file === undefined) {
      if (directory === undefined) return undefined;
      const credential = readBounded(join(directory, `${credentialPrefix}${name}`));
      if (credential === 'unreadable') this.problems.push(`${name} is a credential that cannot be read`);
      return credential === 'absent' || credential === 'unreadable' ? undefined : filled(credential.text);
    }
    const read = readBounded(file);
    if (typeof read === 'object' && filled(read.text) !== undefined) return filled(read.text);
    this.problems.push(`${name}_FILE must name a readable file of at most ${fileMaxBytes} bytes that is not empty`);
    return undefined;
  }

  /** A secret that is set both directly and by file is ambiguous. */
  refuseDoubled(): void {
    for (const name of secretSettings)
      if (filled(this.#env[name]) !== undefined && filled(this.#env[`${name}_FILE`]) !== undefined)
        this.problems.push(`${name} and ${name}_FILE must not both be set`);
  }

  /** Node itself reads this variable for all TLS connections that do not override it. */
  get checksCertificates(): boolean {
    return filled(this.#env['NODE_TLS_REJECT_UNAUTHORIZED']) !== '0';
  }

  text(name: SettingName, fallback: string): string {
    this.#note(name, 'text', fallback);
    return this.optional(name) ?? fallback;
  }

  required(name: SettingName): string {
    this.#note(name, 'text', 'required');
    const value = this.optional(name);
    if (value === undefined) this.problems.push(`${name} is required: ${meaningOf(name)}`);
    return value ?? '';
  }

  secret(name: SettingName): Secret {
    return new Secret(this.required(name));
  }

  optionalSecret(name: SettingName): Secret | undefined {
    const value = this.optional(name);
    return value === undefined ? undefined : new Secret(value);
  }

  integer(name: SettingName, fallback: number, bounds: { min: number; max: number }): number {
    this.#note(name, `${bounds.min} to ${bounds.max}`, fallback);
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= bounds.min && number <= bounds.max) return number;
    this.problems.push(`${name} must be a whole number from ${bounds.min} to ${bounds.max}`);
    return fallback;
  }

  flag(name: SettingName): boolean {
    this.#note(name, '0 or 1', 0);
    const value = this.text(name, '0');
    if (value !== '0' && value !== '1') this.problems.push(`${name} must be 0 or 1`);
    return value === '1';
  }

  oneOf<const T extends string>(name: SettingName, allowed: readonly T[], fallback: T): T {
    this.#note(name, `one of ${allowed.join(', ')}`, fallback);
    const value = this.text(name, fallback);
    const match = allowed.find((candidate) => candidate === value);
    if (match === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return match ?? fallback;
  }

  list(name: SettingName): readonly string[] {
    this.#note(name, 'list with commas');
    return this.text(name, '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  url(name: SettingName, fallback: string | undefined, protocols: readonly string[]): string | undefined {
    this.#note(name, 'URL', fallback);
    const value = this.optional(name) ?? fallback;
    if (value === undefined) return undefined;
    const protocol = URL.parse(value)?.protocol;
    if (protocol === undefined || !protocols.includes(protocol)) {
      this.problems.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  }
}

/** The prefix that `LoadCredential=makewhole:DIRECTORY` gives to each file of the directory. */
const credentialPrefix = 'makewhole_';

/** The longest secret is a private key. */
const fileMaxBytes = 65_536;

const filled = (value: string | undefined): string | undefined => {
  const text = value?.trim();
  return text === undefined || text === '' ? undefined : text;
};

function readBounded(file: string): { readonly text: string } | 'absent' | 'unreadable' {
  try {
    const { size } = statSync(file);
    return size > fileMaxBytes ? 'unreadable' : { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'absent' : 'unreadable';
  }
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
