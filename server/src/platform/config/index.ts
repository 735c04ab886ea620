import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallingRules } from '#lib/calling/calling-hours';
import type { ServicesByState } from '#lib/jurisdictions/may-offer';
import { parseRanges } from '#lib/network/address';
import { cellPattern } from '#lib/tokens/tagged-token';
import { readReaders, type ReadersConfig } from './document-parser.ts';
import { ConfigError, EnvReader, logLevels, type Env, type LogLevel } from './env-reader.ts';
import { readDkim, readInboundMail, type DkimConfig, type InboundMailConfig } from './mail.ts';
import { readAnchors, readObjects, type AnchorConfig, type ObjectConfig } from './objects.ts';
import { policy as productionPolicy, type Policy } from './policy.ts';
import { readAllowLocal, readHostOverrides, refuseExposed, refuseTestSettings } from './production.ts';
import {
  readCards,
  readDevPages,
  readMarketcheck,
  readPlates,
  readTwilio,
  type DevPages,
  type MarketcheckConfig,
  type PlateConfig,
  type StripeConfig,
  type TwilioConfig,
} from './providers.ts';
import { Secret } from './secret.ts';
import {
  readCallingHours,
  readOidc,
  readServices,
  readStates,
  readTeam,
  readTimeZone,
  type OidcConfig,
  type TeamConfig,
} from './team.ts';

export { readParserConfig, type ParserConfig } from './document-parser.ts';
export { ConfigError, type Env, type LogLevel } from './env-reader.ts';
export { mailDomain, type DkimConfig, type InboundMailConfig } from './mail.ts';
export type { AnchorConfig, ObjectConfig, S3Config } from './objects.ts';
export {
  policy,
  type AdmissionPolicy,
  type ChannelBudgets,
  type PasswordCost,
  type Policy,
  type UploadPolicy,
} from './policy.ts';
export type { MarketcheckConfig, PlateConfig, StripeConfig, TwilioConfig } from './providers.ts';
export { Secret } from './secret.ts';
export { listExamples, type OidcConfig, type TeamConfig } from './team.ts';

type Settings = {
  readonly production: boolean;
  /** The insecure settings that production accepts anyway. */
  readonly allowInsecure: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  /** The tag of this process's cell. All tokens it issues begin with it. */
  readonly cell: string;
  /** No trailing slash. All URLs that the service writes begin with it (D-001). */
  readonly publicBaseUrl: string;
  readonly databaseUrl: Secret;
  /** A direct connection to the database, for work that needs a session; the same as `databaseUrl` without a pooler. */
  readonly directDatabaseUrl: Secret;
  /** Where the worker connects in a process that is both API and worker. */
  readonly workerDatabaseUrl: Secret | undefined;
  /** Whether `databaseUrl` is a pooler that shares connections. */
  readonly databasePooled: boolean;
  readonly databasePoolSize: number;
  /** Newest first: the first key encrypts and fingerprints; the others only decrypt. */
  readonly dataKeys: readonly Secret[];
  readonly redisUrl: Secret | undefined;
  readonly smtpUrl: Secret | undefined;
  /** Whether emails reach a reader, over SMTP or in the inbox of the developer pages. */
  readonly mailReadable: boolean;
  readonly mailFrom: string;
  /** How customers' email replies arrive; without it they go to the team's own mailbox. */
  readonly inboundMail: InboundMailConfig | undefined;
  /** The DKIM key; emails are unsigned without it. */
  readonly dkim: DkimConfig | undefined;
  /** The directory of the VIN data file; processes may share it. */
  readonly vehicleDataDir: string;
  /** All of them, or none: text messages are then stored, not sent. */
  readonly twilio: TwilioConfig | undefined;
  /** The plate lookup provider; without it plates are not looked up. */
  readonly plates: PlateConfig | undefined;
  readonly stripe: StripeConfig | undefined;
  /** Whether live cases can use the built-in test cards; never in production. Without these and Stripe there is no checkout. */
  readonly testCards: boolean;
  /** Where documents are stored. */
  readonly objects: ObjectConfig;
  /** Where the signed heads of both chains are written; without it they are not written. */
  readonly anchors: AnchorConfig | undefined;
  /** Which process runs the parsing programs, and whether it needs a sandbox. */
  readonly readers: ReadersConfig;
  /** The listings feed; without it listings come from files only. */
  readonly marketcheck: MarketcheckConfig | undefined;
  /** The staff's identity provider; without it, staff sign in with password and authenticator. */
  readonly oidc: OidcConfig | undefined;
  /** The name and contact details that customers see. */
  readonly team: TeamConfig;
  /** The time zone in which the board counts days. */
  readonly teamTimeZone: string;
  /** When customers may be called, by state and local time. */
  readonly callingHours: CallingRules;
  /** Which services are offered in each state, and under which license. */
  readonly servicesByState: ServicesByState;
  readonly trustedProxies: BlockList;
  /** Addresses that many clients share, such as proxies; never throttled. */
  readonly sharedRanges: BlockList;
  readonly logLevel: LogLevel;
  readonly traceEndpoint: string | undefined;
  /** How long a stopping process continues to answer, so that a load balancer sees /readyz fail first. */
  readonly shutdownDrainMs: number;
  readonly shutdownTimeoutMs: number;
  /** Two-letter codes of the states in which losses are accepted. */
  readonly servedStates: ReadonlySet<string>;
  /** Partner features that are open unless staff close them. */
  readonly features: ReadonlySet<string>;
  /** For tests: the address to dial instead of a webhook receiver's host name, as host=ip:port, … */
  readonly webhookHostOverrides: ReadonlyMap<string, { readonly host: string; readonly port: number }>;
  /** Allows webhooks to this machine over http and https; never in production. */
  readonly webhookAllowLocal: boolean;
  /** Who can open the developer pages, which show codes and links. They are always off in production. */
  readonly devPages: DevPages;
};

/** Settings, which an operator chooses, and policy, which is the same everywhere. */
export type Config = Settings & Policy;

export type Role = 'api' | 'worker' | 'all' | 'cli';

type Options = {
  /** Policy values for tests and benchmarks; the service's entry points pass none. */
  readonly policy?: Partial<Policy>;
  readonly read?: EnvReader;
};

/** Reads all settings from the environment, or throws one ConfigError that lists all problems. */
export function readConfig(env: Env, role: Role, { policy: changes, read = new EnvReader(env) }: Options = {}): Config {
  const policy = { ...productionPolicy, ...changes };
  const objects = readObjects(read, policy);
  const config: Config = {
    ...policy,
    ...readProcess(read, role),
    ...readStores(read),
    ...readWebhooks(read),
    inboundMail: readInboundMail(read),
    twilio: readTwilio(read, policy),
    oidc: readOidc(read),
    team: readTeam(read),
    teamTimeZone: readTimeZone(read),
    callingHours: readCallingHours(read),
    servicesByState: readServices(read),
    servedStates: readStates(read),
    features: new Set(
      read.optional('PARTNER_FEATURES') === undefined ? partnerFeatures : read.list('PARTNER_FEATURES'),
    ),
    marketcheck: readMarketcheck(read, policy),
    ...readCards(read, policy),
    plates: readPlates(read, policy),
    objects,
    anchors: readAnchors(read, { role, s3: objects.s3 }),
    readers: readReaders(read),
  };
  if (config.production) refuseTestSettings(read);
  refuseExposed(read);
  read.refuseDoubled();
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return Object.freeze(config);
}

const partnerFeatures = ['referral_sandbox', 'partner_security_platform', 'signed_credentials', 'review_records'];

function readProcess(read: EnvReader, role: Role) {
  const trustedProxies = parseRanges(read.list('TRUSTED_PROXY_CIDRS'));
  if (trustedProxies === undefined)
    read.problems.push('TRUSTED_PROXY_CIDRS must be a list of CIDR ranges, such as 10.0.0.0/8');
  const baseUrl = read.url('PUBLIC_BASE_URL', 'http://localhost:8080', ['http:', 'https:']) ?? '';
  if (baseUrl.endsWith('/')) read.problems.push('PUBLIC_BASE_URL must not end with a slash');
  const cell = read.text('CELL_ID', '00');
  if (!cellPattern.test(cell)) read.problems.push('CELL_ID must be two letters or digits');
  return {
    production: read.oneOf('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production',
    allowInsecure: read.list('ALLOW_INSECURE'),
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 8080, { min: 0, max: 65535 }),
    metricsHost: read.text('METRICS_HOST', '127.0.0.1'),
    // 0 turns the metrics listener off; a worker has its own default so that both run on one machine.
    metricsPort: read.integer('METRICS_PORT', role === 'worker' ? 9465 : 9464, { min: 0, max: 65535 }) || undefined,
    cell,
    publicBaseUrl: baseUrl,
    trustedProxies: trustedProxies ?? new BlockList(),
    sharedRanges: readSharedRanges(read),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    traceEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, ['http:', 'https:']),
    shutdownDrainMs: read.integer('SHUTDOWN_DRAIN_MS', 5_000, { min: 0, max: 60_000 }),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS', 150_000, { min: 1_000, max: 3_600_000 }),
    devPages: readDevPages(read),
  };
}

/** One range per line; text after # is a comment. */
function readSharedRanges(read: EnvReader): BlockList {
  const file = read.text('SHARED_IP_RANGES_FILE', fileURLToPath(new URL('shared-ranges.txt', import.meta.url)));
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const ranges = parseRanges(lines.map((line) => line.replace(/#.*/, '').trim()).filter((range) => range !== ''));
    if (ranges !== undefined) return ranges;
  } catch {
    // Reported below, like a file with an invalid form.
  }
  read.problems.push('SHARED_IP_RANGES_FILE must name a readable file with one CIDR range per line');
  return new BlockList();
}

function readStores(read: EnvReader) {
  const dataKeys = readDataKeys(read);
  const databaseUrl = read.secret('DATABASE_URL');
  const direct = read.optionalSecret('DIRECT_DATABASE_URL');
  const smtpUrl = read.optionalSecret('SMTP_URL');
  const mailFrom = read.text('MAIL_FROM', 'Makewhole <hello@localhost>');
  return {
    databaseUrl,
    directDatabaseUrl: direct ?? databaseUrl,
    workerDatabaseUrl: read.optionalSecret('WORKER_DATABASE_URL'),
    databasePooled: direct !== undefined,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 16, { min: 1, max: 200 }),
    dataKeys,
    redisUrl: read.optionalSecret('REDIS_URL'),
    smtpUrl,
    mailReadable: smtpUrl !== undefined || readDevPages(read) !== 'off',
    mailFrom,
    dkim: readDkim(read, mailFrom),
    vehicleDataDir: resolve(read.text('VEHICLE_DATA_DIR', './data/vehicles')),
  };
}

/** The key ring, newest first. platform/crypto/key.ts explains the prefixes of a key. */
function readDataKeys(read: EnvReader): readonly Secret[] {
  const dataKeys = read.list('DATA_KEY').map((key) => new Secret(key));
  if (dataKeys.length === 0)
    read.problems.push(
      'DATA_KEY is required: the key that encrypts personal data, for example the output of `openssl rand -base64 32`',
    );
  if (dataKeys.some((key) => key.reveal().replace(/^compare:/, '').length < 32))
    read.problems.push('DATA_KEY must have at least 32 characters; several keys are separated by commas, newest first');
  if (dataKeys.length > 0 && dataKeys.every((key) => key.reveal().startsWith('compare:')))
    read.problems.push('DATA_KEY needs a key that encrypts, and not only those for comparing (compare:…)');
  return dataKeys;
}

const readWebhooks = (read: EnvReader) => ({
  webhookHostOverrides: readHostOverrides(read),
  webhookAllowLocal: readAllowLocal(read),
});
