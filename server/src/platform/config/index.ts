import type { BlockList } from 'node:net';
import { parseRanges } from '#lib/address';
import { ConfigError, EnvReader, type Env } from './reader.ts';
import { Secret } from './secret.ts';

export { ConfigError, type Env } from './reader.ts';
export { Secret } from './secret.ts';

export type Config = {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** No trailing slash; every URL the service writes begins with it (decision 1). */
  readonly publicBaseUrl: string;
  readonly databaseUrl: Secret;
  readonly databasePoolSize: number;
  /** Newest first: the first key seals and fingerprints, the others still open what they sealed. */
  readonly dataKeys: readonly Secret[];
  readonly redisUrl: Secret | undefined;
  readonly smtpUrl: Secret | undefined;
  readonly mailFrom: string;
  readonly trustedProxies: BlockList;
  readonly logLevel: LogLevel;
  readonly traceEndpoint: string | undefined;
  /** How long a stopping process goes on answering, so that a balancer sees /readyz turn first. */
  readonly drainDelayMs: number;
  readonly intakeAnonPerMin: number;
  readonly intakeTtlDays: number;
  readonly idempotencyTtlHours: number;
  readonly attestationVersion: string;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Role = 'api' | 'worker' | 'all' | 'cli';

/** Environment to settings, or one ConfigError that names everything wrong. */
export function readConfig(env: Env, role: Role): Config {
  const read = new EnvReader(env);
  const config: Config = {
    ...readProcess(read, role),
    ...readStores(read),
    ...readRules(read),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return Object.freeze(config);
}

function readProcess(read: EnvReader, role: Role) {
  const trustedProxies = parseRanges(read.list('TRUSTED_PROXY_CIDRS'));
  if (trustedProxies === undefined)
    read.problems.push('TRUSTED_PROXY_CIDRS must be a list of CIDR ranges, such as 10.0.0.0/8');
  const baseUrl = read.url('PUBLIC_BASE_URL', 'http://localhost:8080', ['http:', 'https:']) ?? '';
  if (baseUrl.endsWith('/')) read.problems.push('PUBLIC_BASE_URL must not end with a slash');
  return {
    production: read.oneOf('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production',
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 8080, { min: 0, max: 65535 }),
    // 0 turns the metrics listener off; a worker has its own default so that both run on one machine.
    metricsPort: read.integer('METRICS_PORT', role === 'worker' ? 9465 : 9464, { min: 0, max: 65535 }) || undefined,
    publicBaseUrl: baseUrl,
    trustedProxies: trustedProxies ?? emptyRanges(),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    traceEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, ['http:', 'https:']),
    drainDelayMs: read.integer('DRAIN_DELAY_MS', 1000, { min: 0, max: 10_000 }),
  };
}

function readStores(read: EnvReader) {
  const dataKeys = read.list('DATA_KEY').map((key) => new Secret(key));
  if (dataKeys.length === 0)
    read.problems.push(
      'DATA_KEY is required: the key that seals personal data, for example from `openssl rand -base64 32`',
    );
  if (dataKeys.some((key) => key.reveal().length < 32))
    read.problems.push('DATA_KEY must have at least 32 characters; several keys are separated by commas, newest first');
  return {
    databaseUrl: read.secret(
      'DATABASE_URL',
      'the PostgreSQL database, for example postgres://user@127.0.0.1:5432/makewhole',
    ),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 16, { min: 1, max: 200 }),
    dataKeys,
    redisUrl: read.optionalSecret('REDIS_URL'),
    smtpUrl: read.optionalSecret('SMTP_URL'),
    mailFrom: read.text('MAIL_FROM', 'Makewhole <hello@localhost>'),
  };
}

function readRules(read: EnvReader) {
  return {
    intakeAnonPerMin: read.integer('INTAKE_ANON_PER_MIN', 60, { min: 1, max: 1_000_000_000 }),
    intakeTtlDays: read.integer('INTAKE_TTL_DAYS', 14, { min: 1, max: 3650 }),
    idempotencyTtlHours: read.integer('IDEMPOTENCY_TTL_HOURS', 24, { min: 1, max: 8760 }),
    attestationVersion: read.text('ATTESTATION_VERSION', '2026-09-16.1'),
  };
}

const emptyRanges = (): BlockList => parseRanges([]) as BlockList;
