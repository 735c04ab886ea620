import { Secret } from './secret.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The settings are not usable:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** Reads settings one by one and keeps every problem; values are named in messages, never shown. */
export class EnvReader {
  readonly #env: Env;
  readonly problems: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  /** An empty value counts as absent, as compose files and shells write unset variables. */
  optional(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  required(name: string, meaning: string): string {
    const value = this.optional(name);
    if (value === undefined) this.problems.push(`${name} is required: ${meaning}`);
    return value ?? '';
  }

  secret(name: string, meaning: string): Secret {
    return new Secret(this.required(name, meaning));
  }

  optionalSecret(name: string): Secret | undefined {
    const value = this.optional(name);
    return value === undefined ? undefined : new Secret(value);
  }

  integer(name: string, fallback: number, bounds: { min: number; max: number }): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= bounds.min && number <= bounds.max) return number;
    this.problems.push(`${name} must be a whole number from ${bounds.min} to ${bounds.max}`);
    return fallback;
  }

  flag(name: string): boolean {
    const value = this.text(name, '0');
    if (value !== '0' && value !== '1') this.problems.push(`${name} must be 0 or 1`);
    return value === '1';
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name, fallback);
    const match = allowed.find((candidate) => candidate === value);
    if (match === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return match ?? fallback;
  }

  list(name: string): readonly string[] {
    return this.text(name, '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  url(name: string, fallback: string | undefined, protocols: readonly string[]): string | undefined {
    const value = this.optional(name) ?? fallback;
    if (value === undefined) return undefined;
    const protocol = URL.parse(value)?.protocol;
    if (protocol === undefined || !protocols.includes(protocol)) {
      this.problems.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  }
}
