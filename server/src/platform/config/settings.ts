/** What a setting is for. `unset` describes the behavior without it, where the reading code does not show it. */
type Description = string | { readonly meaning: string; readonly unset: string };

/**
 * All settings that an operator chooses, by group. Other numbers are in policy.ts or next to their use. EnvReader
 * accepts no other name. docs/operate/configuration.md is generated from this table and from how each setting is read.
 */
export const settings = {
  'Database and keys': {
    DATABASE_URL:
      'the PostgreSQL database, for example postgres://makewhole_api@127.0.0.1:5432/makewhole. Each process connects as its own role, and `migrate` as the owner: [database roles](database.md)',
    DIRECT_DATABASE_URL: {
      meaning:
        'the same database without the pooler, if `DATABASE_URL` is PgBouncer 1.21 or later in transaction mode. Migrations, rosters, scheduled jobs and locks use it. The limits are then those of the role: [setup](database.md#pgbouncer)',
      unset: '`DATABASE_URL`, which must not be a pooler',
    },
    WORKER_DATABASE_URL: {
      meaning:
        'the same database as the role `makewhole_worker`, for the workers in a process that runs both the API and the worker (`npm start`); not a pooler',
      unset: '`DATABASE_URL`, whose role then needs the privileges of both',
    },
    DATABASE_POOL_SIZE: 'database connections per process, in addition to 4 for counters and one for health checks',
    DATA_KEY: {
      meaning:
        'the key that encrypts personal data, at least 32 characters; `makewhole keys new` prints a good one. To rotate, list several keys, newest first, separated by commas; the prefix `compare:` marks a key that only compares fingerprints: [how](upgrade.md#rotate-data_key)',
      unset: 'required',
    },
    REDIS_URL: 'Redis for rate-limit counters, instead of PostgreSQL',
  },
  'Process and addresses': {
    NODE_ENV: '**`production` wherever the public can reach the service**; required if `PUBLIC_BASE_URL` is public',
    HOST: 'the address to listen on',
    PORT: 'the API port; set `PUBLIC_BASE_URL` to match',
    METRICS_HOST:
      'the address that serves `/metrics`. Production refuses public addresses, wildcard addresses and host names, unless `ALLOW_INSECURE` lists it',
    METRICS_PORT: {
      meaning:
        'the port of `/metrics`, or the first free one of the next nine, so that several processes can share a machine; 0 turns it off',
      unset: '9464, worker 9465',
    },
    PUBLIC_BASE_URL: 'the start of every URL that the service writes and that partners sign, without a trailing slash',
    CELL_ID:
      'two letters or digits that identify this cell in every key, token and link that it issues. Unique per cell; never change it',
    TRUSTED_PROXY_CIDRS: 'CIDR ranges of the proxies whose `X-Forwarded-For` is trusted',
    SHARED_IP_RANGES_FILE: {
      meaning: 'a file of CIDR ranges that many clients share, one per line; they are never throttled',
      unset: 'a shipped file',
    },
    ALLOW_INSECURE: {
      meaning:
        'settings to accept although production would refuse them: connections without TLS to another host (`PUBLIC_BASE_URL`, `DATABASE_URL`, `DIRECT_DATABASE_URL`, `WORKER_DATABASE_URL`, `REDIS_URL`, `SMTP_URL`, `S3_ENDPOINT`), unchecked certificates (`NODE_TLS_REJECT_UNAUTHORIZED`), a guessable `DATA_KEY`, a public `METRICS_HOST`',
      unset: 'production refuses all of these',
    },
    LOG_LEVEL: 'the level of the JSON log on standard output',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'where traces are sent; unset, tracing is off',
    SHUTDOWN_DRAIN_MS:
      'how long a stopping process keeps serving after `/readyz` fails; make it longer than the proxy needs to notice',
    SHUTDOWN_TIMEOUT_MS: 'when a stopping process abandons unfinished work, such as a roster upload, and exits with 1',
  },
  'The team and its services': {
    OIDC_ISSUER:
      'the team’s identity provider; its redirect URL is `{PUBLIC_BASE_URL}/sign-in/oidc/callback`. Set issuer, ID and secret, or none of them: staff then sign in with a password and an authenticator',
    OIDC_CLIENT_ID: 'the client ID of this service',
    OIDC_CLIENT_SECRET: 'the client secret',
    OIDC_ACR:
      'accepted authentication levels (`acr`) of the identity provider. The service requests them and refuses an identity with another level or none. Unset, any level is accepted and counts as one factor',
    TEAM_NAME: 'the team’s name on every page and in every message to customers; required in production',
    TEAM_PHONE: 'the phone number where customers reach the team; required in production',
    TEAM_EMAIL: 'where customers email the team, also shown in the reply to the text HELP; required in production',
    TEAM_ADDRESS: 'the team’s postal address in one line; required in production',
    CALLER_ID: 'the number that the team calls from; required in production',
    TEAM_TIME_ZONE:
      'the team’s time zone, which decides which day is “today” on the board and in its figures; required in production',
    SERVED_STATES: {
      meaning:
        'codes of the states whose losses are accepted. Agents’ cases from other states are `not_eligible`; lenders and staff get 400 (D-033)',
      unset: '50 states and DC',
    },
    PARTNER_FEATURES: {
      meaning:
        'open parts of the partner API: `referral_sandbox`, `partner_security_platform`, `signed_credentials`, `review_records` (D-093)',
      unset: 'all four',
    },
    CALLING_HOURS: {
      meaning:
        'calling hours that override the built-in table, as JSON or the name of a JSON file, with their own `version`: `usual`, `unknown` and `states`, each with `from`, `to`, `closed`, `days` and `holidays`. `caps` lowers how often one number is tried in 24 hours and in 30 days',
      unset: 'the built-in table',
    },
    SERVICES_BY_STATE: {
      meaning:
        'services offered in each state, as JSON or the name of a JSON file. Keys are state codes, or `*` for all others; values have `consultation`, `research` and `representation`, each true, false or `{"licence": …, "ends": "YYYY-MM-DD"}`: [what to set](services-by-state.md)',
      unset:
        'consultation and research everywhere; representation everywhere outside production, and nowhere in production',
    },
  },
  'Mail and text': {
    SMTP_URL: 'the mail server; unset, messages are stored but not sent',
    MAIL_FROM: 'the sender of every email; DKIM signs for its domain',
    DKIM_SELECTOR:
      'the DNS name of the public key: `{selector}._domainkey.{domain}`. Set both `DKIM_*` or neither: emails are then unsigned, and many mailboxes refuse them: [setup](email.md)',
    DKIM_PRIVATE_KEY: 'the RSA key that signs, as PEM or the name of a PEM file',
    INBOUND_MAIL_DOMAIN: {
      meaning: 'the domain that receives replies and bounces. Needs `INBOUND_MAIL_LMTP`, `INBOUND_MAIL_SECRET` or both',
      unset: 'replies go to `TEAM_EMAIL`, and the service receives no mail',
    },
    INBOUND_MAIL_LMTP: 'where the worker accepts LMTP from your mail server, as host:port or a socket path',
    INBOUND_MAIL_SECRET:
      'the secret, at least 32 characters, with which a mail provider posts emails to `{PUBLIC_BASE_URL}/providers/mail`',
    TWILIO_ACCOUNT_SID: 'the Twilio account. Set all three `TWILIO_*` or none: texts are then stored but not sent',
    TWILIO_AUTH_TOKEN: 'its secret, which also verifies Twilio’s callbacks',
    TWILIO_FROM: 'the number or messaging service that sends texts',
  },
  Cards: {
    STRIPE_SECRET_KEY:
      'the Stripe key; live keys are refused outside production. Set both `STRIPE_*` or neither: development then has test cards, and production has no checkout',
    STRIPE_WEBHOOK_SECRET: 'the signing secret of Stripe’s events, which go to `/providers/stripe`',
  },
  'Vehicles and the market': {
    VEHICLE_DATA_DIR:
      'where the VIN data is unpacked, by `makewhole vehicles prepare` or at first use; 20 MB, and processes may share it',
    PLATE_PROVIDER: '`platetovin` or `auto.dev`; needs `PLATE_API_KEY`. Unset, plates are not looked up',
    PLATE_API_KEY: 'the API key of that provider',
    MARKETCHECK_API_KEY:
      'the key of the listings feed, which fills gaps in searches; unset, listings come only from `makewhole listings import`',
  },
  Anchors: {
    AUDIT_ANCHOR_STORE: {
      meaning:
        'where a worker writes signed anchors of the audit trail and the consent ledger, one file an hour: the absolute path of a directory that is append-only or on another machine; `s3://bucket` for a separate bucket at the object store of `S3_*`; or `s3://bucket?retain-days=365`, which forbids deletion by object lock in compliance mode: [setup](deploy.md#anchors)',
      unset: 'no anchors are written',
    },
    AUDIT_ANCHOR_KEY: {
      meaning: 'the Ed25519 key that signs anchors, as PEM. For workers only: an API process refuses to start with it',
      unset: 'required for a worker with `AUDIT_ANCHOR_STORE`',
    },
    AUDIT_ANCHOR_PUBLIC_KEYS:
      'public keys that verify anchors, newest first: that of `AUDIT_ANCHOR_KEY` and of all earlier keys, each 32 bytes in base64',
    AUDIT_ANCHORS_LOST: {
      meaning: 'numbers of the anchors whose rows a database restore lost, such as `118-120`; checks skip them',
      unset: 'every anchor must match',
    },
  },
  Documents: {
    S3_ENDPOINT: 'the object store for documents; set all five `S3_*` or none',
    S3_REGION: 'the region of the bucket',
    S3_BUCKET: 'the bucket',
    S3_ACCESS_KEY_ID: 'the access key that may write to it',
    S3_SECRET_ACCESS_KEY: 'its secret',
    BLOB_DIR:
      'the directory for documents if there is no S3. Production needs one of them, and all processes must share the directory',
    DOCUMENT_PARSER_SOCKET: {
      meaning:
        'the socket of the `document-parser` process, which parses documents without access to the network, secrets or our files: [what it needs](deploy.md#the-document-parser)',
      unset: 'each process parses documents itself',
    },
    ALLOW_UNSANDBOXED_READERS: {
      meaning:
        '1 parses untrusted files even without a working bubblewrap or Landlock sandbox; otherwise uploads get 503. Set it for the process that parses: `document-parser` if `DOCUMENT_PARSER_SOCKET` is set',
      unset: '0; 1 outside production, except for `document-parser`',
    },
  },
  Development: {
    DEV_PAGES:
      '1 serves the developer pages to this machine: `/dev` signs in as anyone in the demo with one click, and `/dev/inbox` shows every message, including codes and links. Without a mail server or text provider, messages go to that inbox and count as sent. `open` serves the pages to every machine that reaches the port, for containers. Refused in production',
    WEBHOOK_HOST_OVERRIDES:
      'addresses to connect to instead of a webhook’s host name, as `host=ip:port`; refused in production',
    WEBHOOK_ALLOW_LOCAL:
      '1 allows webhooks to `localhost`, `127.0.0.1` and `[::1]` on any port, also over http, for a receiver on the same machine; other non-public addresses are still refused. Refused in production',
  },
} as const satisfies Record<string, Record<string, Description>>;

type Groups = typeof settings;
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/** Settings whose value is a secret. Each may be in a file instead: `DATA_KEY_FILE` is the path of the file with `DATA_KEY`. */
export const secretSettings: ReadonlySet<SettingName> = new Set<SettingName>([
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'DATA_KEY',
  'REDIS_URL',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'DKIM_PRIVATE_KEY',
  'INBOUND_MAIL_SECRET',
  'TWILIO_AUTH_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PLATE_API_KEY',
  'MARKETCHECK_API_KEY',
  'S3_SECRET_ACCESS_KEY',
  'AUDIT_ANCHOR_KEY',
]);

const descriptions = Object.fromEntries(Object.values(settings).flatMap((group) => Object.entries(group)));

export function meaningOf(name: SettingName): string {
  const description: Description = descriptions[name] ?? '';
  return typeof description === 'string' ? description : description.meaning;
}
