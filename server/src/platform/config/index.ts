import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRanges } from '#lib/network/address';
import type { CallCaps } from '#lib/calling/call-caps';
import type { CallingRules } from '#lib/calling/calling-hours';
import { readAdmission, readBudgets, type AdmissionConfig, type BudgetConfig } from './budgets.ts';
import { readCell } from './cell.ts';
import { readDataKeys } from './data-keys.ts';
import { readDkim, readInboundMail, type DkimConfig, type InboundMailConfig } from './mail.ts';
import { readReaders, type ReadersConfig } from './document-reader.ts';
import {
  readAnchors,
  type AnchorConfig,
  readObjects,
  readUploads,
  type ObjectConfig,
  type UploadConfig,
} from './objects.ts';
import { readAllowLocal, readDialMap, refuseExposed, refuseTestSettings } from './production.ts';
import { ConfigError, EnvReader, logLevels, type Env, type LogLevel } from './reader.ts';
import {
  readDevPages,
  readMarketcheck,
  readPlates,
  readTwilio,
  type DevPages,
  type MarketcheckConfig,
  type PlateConfig,
  type TwilioConfig,
} from './providers.ts';
import type { Secret } from './secret.ts';
import type { ServicesByState } from '#lib/jurisdictions/may-offer';
import { readCallCaps, readCallingHours, readOidc, readServices, readStates, type OidcConfig } from './staff.ts';
import { readCards, type StripeConfig } from './stripe.ts';
import { readTeam, readTimeZone, type TeamConfig } from './team.ts';

export type { MarketcheckConfig, PlateConfig, TwilioConfig } from './providers.ts';
export type { AdmissionConfig, BudgetConfig, ChannelBudgets } from './budgets.ts';
export type { DkimConfig, InboundMailConfig } from './mail.ts';
export { readReaderConfig, type ReaderConfig } from './document-reader.ts';
export type { AnchorConfig, ObjectConfig, S3Config, UploadConfig } from './objects.ts';
export { ConfigError, type Env, type LogLevel } from './reader.ts';
export { Secret } from './secret.ts';
export type { OidcConfig } from './staff.ts';
export type { StripeConfig } from './stripe.ts';
export { listExamples, type TeamConfig } from './team.ts';

export type Config = {
  readonly production: boolean;
  /** What production was told to have all the same. */
  readonly allowInsecure: readonly string[];
  readonly host: string;
  readonly port: number;
  /** How much one process takes on at a time. */
  readonly admission: AdmissionConfig;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  readonly cell: string;
  /** No trailing slash; every URL the service writes begins with it (D-001). */
  readonly publicBaseUrl: string;
  readonly databaseUrl: Secret;
  /** The database itself, where sessions of their own are needed; the same as `databaseUrl` without a pooler. */
  readonly directDatabaseUrl: Secret;
  /** Where the workers of a process that is api and worker connect to. */
  readonly workerDatabaseUrl: Secret | undefined;
  /** Whether `databaseUrl` is a pooler that shares connections. */
  readonly databasePooled: boolean;
  readonly databasePoolSize: number;
  /** Newest first: the first key encrypts and fingerprints, the others still decrypt what they encrypted. */
  readonly dataKeys: readonly Secret[];
  readonly redisUrl: Secret | undefined;
  readonly smtpUrl: Secret | undefined;
  /** Whether an email reaches its reader: over SMTP, or in the inbox of the developer pages. */
  readonly mailReadable: boolean;
  readonly mailFrom: string;
  /** How customers' answers by mail arrive; without it they go to the team's own mailbox. */
  readonly inboundMail: InboundMailConfig | undefined;
  /** What mails are signed with; unsigned without it. */
  readonly dkim: DkimConfig | undefined;
  /** The directory of the VIN data file; processes may share it. */
  readonly vehicleDataDir: string;
  /** All of them, or none: text messages are then stored, not sent. */
  readonly twilio: TwilioConfig | undefined;
  /** The provider confirms a STOP by itself, so we do not. */
  readonly textStopConfirmedByProvider: boolean;
  /** How people reach the team, as the answer to HELP says. */
  readonly helpContact: string | undefined;
  /** The provider of plate look-ups; there are none without it. */
  readonly plates: PlateConfig | undefined;
  readonly stripe: StripeConfig | undefined;
  /** Live cases have the built-in test cards; never in production. Without these and Stripe they have no checkout. */
  readonly testCards: boolean;
  /** Where documents are stored. */
  readonly objects: ObjectConfig;
  /** Where the signed positions of both chains are written; nowhere without it. */
  readonly anchors: AnchorConfig | undefined;
  /** Which process runs the programs that read documents, and whether it needs a sandbox for it. */
  readonly readers: ReadersConfig;
  /** How much may be uploaded, and how long unproven files are stored. */
  readonly uploads: UploadConfig;
  /** The listings feed; without it listings come from files only. */
  readonly marketcheck: MarketcheckConfig | undefined;
  /** The identity provider of the staff; without it, only password and authenticator. */
  readonly oidc: OidcConfig | undefined;
  /** Who we are, for customers. */
  readonly team: TeamConfig;
  /** Whose days the board counts. */
  readonly teamTimeZone: string;
  /** When customers may be called, by state and local time. */
  readonly callingHours: CallingRules;
  /** What may be offered where, and under which licence. */
  readonly servicesByState: ServicesByState;
  /** How many messages may leave, by recipient and by whoever causes them. */
  readonly budgets: BudgetConfig;
  /** How often a number may be tried; the rules of a state may be stricter. */
  readonly callCaps: CallCaps;
  readonly trustedProxies: BlockList;
  /** Addresses that many clients share, such as proxies; never throttled. */
  readonly sharedRanges: BlockList;
  readonly logLevel: LogLevel;
  readonly traceEndpoint: string | undefined;
  /** How long a stopping process continues to answer, so that a load balancer sees /readyz fail first. */
  readonly drainDelayMs: number;
  readonly stopWithinMs: number;
  readonly intakeAnonPerMin: number;
  readonly mcpAnonPerMin: number;
  readonly agentChangesPerMin: number;
  readonly intakeTtlDays: number;
  /** Early market reads per client without a key in 24 hours; 0 reserves them for agents with a key. */
  readonly prelimAnonPerDay: number;
  readonly idempotencyTtlHours: number;
  readonly attestationVersion: string;
  readonly agreementVersion: string;
  readonly registerPerMin: number;
  readonly registerPendingMax: number;
  readonly codeTtlMin: number;
  readonly codeMaxWrong: number;
  /** Failed authentications of one address in a minute before further ones are throttled. */
  readonly authFailPerMin: number;
  /** How far the time of a signed request may differ from ours, in either direction. */
  readonly signatureWindowS: number;
  readonly nonceTtlS: number;
  readonly gapRequestsPerMin: number;
  readonly invitationTtlDays: number;
  /** Two-letter codes of the states whose losses are accepted. */
  readonly servedStates: ReadonlySet<string>;
  /** Partner features that are open unless staff closed them. */
  readonly features: ReadonlySet<string>;
  /** Where the host names of webhook receivers are dialed in tests: host=ip:port, … */
  readonly webhookDialMap: ReadonlyMap<string, { readonly host: string; readonly port: number }>;
  readonly webhookCaFile: string | undefined;
  /** Lets webhooks go to http and https on this machine itself; never in production. */
  readonly webhookAllowLocal: boolean;
  /** When full payloads end, once that is decided; shown on the endpoints that still get them. */
  readonly fullPayloadSunset: string | undefined;
  /** Lets staff move the clock forward, for tests of a running service; never in production. */
  readonly allowTestClock: boolean;
  /** Who sees the pages for developers, codes and links included; nobody in production. */
  readonly devPages: DevPages;
};

export type Role = 'api' | 'worker' | 'all' | 'cli';

/** Reads all settings from the environment, or throws one ConfigError that names everything wrong. */
export function readConfig(env: Env, role: Role, read = new EnvReader(env)): Config {
  const objects = readObjects(read);
  const config: Config = {
    ...readProcess(read, role),
    ...readStores(read),
    ...readRules(read),
    admission: readAdmission(read),
    inboundMail: readInboundMail(read),
    twilio: readTwilio(read),
    textStopConfirmedByProvider: read.flag('TEXT_STOP_CONFIRMED_BY_PROVIDER'),
    helpContact: read.optional('HELP_CONTACT')?.slice(0, 80),
    oidc: readOidc(read),
    team: readTeam(read),
    teamTimeZone: readTimeZone(read),
    callingHours: readCallingHours(read),
    servicesByState: readServices(read),
    budgets: readBudgets(read),
    callCaps: readCallCaps(read),
    marketcheck: readMarketcheck(read),
    ...readCards(read),
    plates: readPlates(read),
    objects,
    anchors: readAnchors(read, { role, s3: objects.s3 }),
    uploads: readUploads(read),
    readers: readReaders(read),
  };
  if (config.nonceTtlS < 2 * config.signatureWindowS)
    read.problems.push('NONCE_TTL_S must be at least twice SIGNATURE_WINDOW_S');
  if (config.production) refuseTestSettings(read);
  refuseExposed(read);
  read.refuseDoubled();
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
    allowInsecure: read.list('ALLOW_INSECURE'),
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 8080, { min: 0, max: 65535 }),
    metricsHost: read.text('METRICS_HOST', '127.0.0.1'),
    // 0 turns the metrics listener off; a worker has its own default so that both run on one machine.
    metricsPort: read.integer('METRICS_PORT', role === 'worker' ? 9465 : 9464, { min: 0, max: 65535 }) || undefined,
    cell: readCell(read),
    publicBaseUrl: baseUrl,
    trustedProxies: trustedProxies ?? new BlockList(),
    sharedRanges: readSharedRanges(read),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    traceEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, ['http:', 'https:']),
    drainDelayMs: read.integer('DRAIN_DELAY_MS', 5_000, { min: 0, max: 60_000 }),
    stopWithinMs: read.integer('STOP_WITHIN_MS', 150_000, { min: 1_000, max: 3_600_000 }),
  };
}

/** One range per line; text after # is a comment. */
function readSharedRanges(read: EnvReader): BlockList {
  const file = read.text('SHARED_CIDRS', fileURLToPath(new URL('shared-ranges.txt', import.meta.url)));
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const ranges = parseRanges(lines.map((line) => line.replace(/#.*/, '').trim()).filter((range) => range !== ''));
    if (ranges !== undefined) return ranges;
  } catch {
    // Reported below, like a file with an invalid form.
  }
  read.problems.push('SHARED_CIDRS must name a readable file with one CIDR range per line');
  return new BlockList();
}

function readStores(read: EnvReader) {
  const dataKeys = readDataKeys(read);
  const databaseUrl = read.secret('DATABASE_URL');
  const direct = read.optionalSecret('DIRECT_DATABASE_URL');
  const smtpUrl = read.optionalSecret('SMTP_URL');
  return {
    databaseUrl,
    directDatabaseUrl: direct ?? databaseUrl,
    workerDatabaseUrl: read.optionalSecret('WORKER_DATABASE_URL'),
    databasePooled: direct !== undefined,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 16, { min: 1, max: 200 }),
    dataKeys,
    redisUrl: read.optionalSecret('REDIS_URL'),
    smtpUrl,
    devPages: readDevPages(read),
    mailReadable: smtpUrl !== undefined || readDevPages(read) !== 'off',
    mailFrom: read.text('MAIL_FROM', 'Makewhole <hello@localhost>'),
    dkim: readDkim(read),
    vehicleDataDir: resolve(read.text('VEHICLE_DATA_DIR', './data/vehicles')),
  };
}

function readRules(read: EnvReader) {
  return {
    intakeAnonPerMin: read.integer('INTAKE_ANON_PER_MIN', 60, { min: 1, max: 1_000_000_000 }),
    mcpAnonPerMin: read.integer('MCP_ANON_PER_MIN', 120, { min: 1, max: 1_000_000_000 }),
    agentChangesPerMin: read.integer('AGENT_CHANGES_PER_MIN', 30, { min: 1, max: 1_000_000_000 }),
    intakeTtlDays: read.integer('INTAKE_TTL_DAYS', 14, { min: 1, max: 3650 }),
    prelimAnonPerDay: read.integer('PRELIM_ANON_PER_DAY', 25, { min: 0, max: 1_000_000 }),
    idempotencyTtlHours: read.integer('IDEMPOTENCY_TTL_HOURS', 24, { min: 1, max: 8760 }),
    attestationVersion: read.text('ATTESTATION_VERSION', '2026-09-16.1'),
    agreementVersion: read.text('AGREEMENT_VERSION', '2026-09-17'),
    registerPerMin: read.integer('REGISTER_PER_MIN', 5, { min: 1, max: 1_000_000 }),
    registerPendingMax: read.integer('REGISTER_PENDING_MAX', 3, { min: 1, max: 1_000_000 }),
    codeTtlMin: read.integer('CODE_TTL_MIN', 30, { min: 1, max: 1440 }),
    codeMaxWrong: read.integer('CODE_MAX_WRONG', 5, { min: 1, max: 10 }),
    authFailPerMin: read.integer('AUTH_FAIL_PER_MIN', 10, { min: 1, max: 1000 }),
    signatureWindowS: read.integer('SIGNATURE_WINDOW_S', 300, { min: 1, max: 3600 }),
    // Longer than a signature is valid on both sides of now, otherwise a copy could outlive its nonce.
    nonceTtlS: read.integer('NONCE_TTL_S', 900, { min: 1, max: 86_400 }),
    gapRequestsPerMin: read.integer('GAP_REQUESTS_PER_MIN', 600, { min: 1, max: 1_000_000_000 }),
    invitationTtlDays: read.integer('INVITATION_TTL_DAYS', 14, { min: 1, max: 3650 }),
    servedStates: readStates(read),
    features: new Set(read.optional('FEATURES') === undefined ? partnerFeatures : read.list('FEATURES')),
    allowTestClock: read.flag('ALLOW_TEST_CLOCK'),
    webhookDialMap: readDialMap(read),
    webhookCaFile: read.optional('WEBHOOK_CA_FILE'),
    webhookAllowLocal: readAllowLocal(read),
    fullPayloadSunset: read.optional('FULL_PAYLOAD_SUNSET'),
  };
}

const partnerFeatures = ['referral_sandbox', 'partner_security_platform', 'signed_credentials', 'review_records'];
