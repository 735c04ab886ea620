/** What a setting is for; `unset` describes the behaviour without it, where the reading code does not show it. */
type Description = string | { readonly meaning: string; readonly unset: string };

/**
 * Every setting, by group. EnvReader accepts no other name, and docs/configuration.md is generated from this table and
 * from how each one is read.
 */
export const settings = {
  'Database and keys': {
    DATABASE_URL:
      'the PostgreSQL database, for example postgres://makewhole_api@127.0.0.1:5432/makewhole. Each process connects as a role of its own, and `migrate` as the owner: [roles](roles.md)',
    DIRECT_DATABASE_URL: {
      meaning:
        'the same database without the pooler, when `DATABASE_URL` is PgBouncer 1.21 or later in transaction mode: for migrations, rosters, scheduled jobs and locks. The limits are then those of the role: [how to set it up](pooler.md)',
      unset: '`DATABASE_URL`, which must then be no pooler',
    },
    WORKER_DATABASE_URL: {
      meaning:
        'the same database as the role `makewhole_worker`, for the workers of a process that is api and worker (`npm start`); no pooler',
      unset: '`DATABASE_URL`, whose role then needs the rights of both',
    },
    DATABASE_POOL_SIZE: 'connections per process, beside 4 for counters and one that watches the database',
    DATA_KEY: {
      meaning:
        'the key that encrypts personal data, at least 32 characters; better `v2:` and 32 random bytes, as `makewhole keys new` prints; several, newest first, separated by commas; `compare:` in front of one that only compares. How to change it: [operations](operations.md#a-new-data_key)',
      unset: 'required',
    },
    REDIS_URL: 'rate-limit counters are kept there instead of in PostgreSQL',
  },
  'Process and addresses': {
    NODE_ENV:
      '**`production` wherever strangers can reach the service**; it must be set where `PUBLIC_BASE_URL` is public',
    HOST: 'the address to listen on',
    PORT: 'the port of the api; set `PUBLIC_BASE_URL` with it',
    METRICS_HOST:
      'the address that `/metrics` is served on; production refuses one that is public, all of them, and names, unless `ALLOW_INSECURE` names it',
    METRICS_PORT: {
      meaning:
        'the port of `/metrics`, or the first free one of the nine behind it, so that several processes run on one machine; 0 turns it off',
      unset: '9464, worker 9465',
    },
    PUBLIC_BASE_URL: 'begins every URL that the service writes and that partners sign; no slash at the end',
    CELL: 'the tag of this cell, two letters or digits, in every key, token and link that it issues; another one in every cell, and never changed: [why](decisions/0065-cells.md)',
    TRUSTED_PROXY_CIDRS: 'proxies whose `X-Forwarded-For` is believed, as CIDR ranges',
    SHARED_CIDRS: {
      meaning: 'a file of address ranges that many clients share, one per line; they are never throttled',
      unset: 'a shipped file',
    },
    ALLOW_INSECURE: {
      meaning:
        'settings that production would refuse, named one by one: connections without TLS to another host (`PUBLIC_BASE_URL`, `DATABASE_URL`, `DIRECT_DATABASE_URL`, `WORKER_DATABASE_URL`, `REDIS_URL`, `SMTP_URL`, `S3_ENDPOINT`), certificates that are not checked (`NODE_TLS_REJECT_UNAUTHORIZED`), other addresses of providers (`TWILIO_API_URL`, `PLATE_API_URL`, `MARKETCHECK_API_URL`), a `DATA_KEY` that can be guessed, a public `METRICS_HOST`',
      unset: 'all of them are refused',
    },
    NODE_TLS_REJECT_UNAUTHORIZED:
      'read by Node itself: 0 takes any certificate for that of the server that is called; production refuses it, unless `ALLOW_INSECURE` names it',
    LOG_LEVEL: 'of the JSON lines on standard output',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'where traces go; without it there are none',
    DRAIN_DELAY_MS:
      'how long a stopping process goes on answering after `/readyz` says no: longer than a proxy needs to notice',
    STOP_WITHIN_MS:
      'when a stopping process gives up what is not done, such as a roster that is still arriving, and ends with 1',
  },
  'What a process takes on': {
    REQUESTS_AT_ONCE:
      'requests that an api works on at a time; each surface has a share of its own, and what is beyond waits: [how it is shared](decisions/0073-load-refused-early.md)',
    REQUESTS_WAITING:
      'requests of one surface that wait for their turn, 10 seconds at most; what is beyond is answered with 503 and `Retry-After`',
    REQUESTS_SLOW:
      'requests of one surface that hold a connection without a turn: bodies that are still arriving, streams of the board. One address has half of them at most',
    CONNECTIONS_AT_ONCE: 'open connections of an api; further ones are closed at once',
    CONNECTIONS_PER_ADDRESS:
      'those of one address (IPv6: /64), not counting proxies of `TRUSTED_PROXY_CIDRS`, whose clients share by request',
  },
  'The team': {
    OIDC_ISSUER:
      'the team’s identity provider; its redirect address is `{PUBLIC_BASE_URL}/sign-in/oidc/callback`. All three `OIDC_*` or none: people then sign in with password and authenticator alone',
    OIDC_CLIENT_ID: 'this service at the identity provider',
    OIDC_CLIENT_SECRET: 'its secret there',
    OIDC_ACR:
      'how staff must have signed in at the identity provider: its names for it (`acr`), any of which is enough. It is asked for them, and an identity with another or none is refused. Not set: what the provider asks for counts, as one factor',
    TEAM_NAME: 'who we are, on every page and in every message to customers; required in production',
    TEAM_PHONE: 'where customers reach the team; required in production',
    TEAM_EMAIL: 'the team’s address for customers; required in production',
    TEAM_ADDRESS: 'the team’s postal address in one line; required in production',
    CALLER_ID: 'the number that the team’s calls come from; required in production',
    TEAM_TIME_ZONE: 'the team’s own time zone: what “today” is on the board and in its figures; required in production',
    CALLING_HOURS: {
      meaning:
        'calling hours as JSON, or a file of it, over the built-in ones, with a `version` of their own: `usual`, `unknown` and `states`, each with `from`, `to`, `closed`, `days` and `holidays`, and `caps`',
      unset: 'the built-in table',
    },
    SERVICES_BY_STATE: {
      meaning:
        'what is offered where, as JSON or a file of it: by two letters, or `*` for all others, `consultation`, `research` and `representation`, each true, false or `{"licence": …, "ends": "YYYY-MM-DD"}`: [what to set](services-by-state.md)',
      unset:
        'consultation and research everywhere; representation everywhere outside production, and nowhere in production',
    },
    CALL_ATTEMPTS_24H: 'how often one number is tried in 24 hours, over all cases; only fewer can be set',
    CALL_ATTEMPTS_30D: 'how often one number is tried in 30 days, over all cases; only fewer can be set',
  },
  'Mail and text': {
    SMTP_URL: 'the mail server; without it messages are stored and not sent',
    MAIL_FROM: 'the sender of every mail',
    DKIM_DOMAIN:
      'the domain that signs every mail, that of `MAIL_FROM`. All three `DKIM_*` or none: mails are then unsigned, and many mailboxes refuse them: [what to set up](mail-for-operators.md)',
    DKIM_SELECTOR: 'under which name the public key is in DNS: `{selector}._domainkey.{domain}`',
    DKIM_PRIVATE_KEY: 'the RSA key, as PEM or as a file of it',
    INBOUND_MAIL_DOMAIN: {
      meaning:
        'the domain whose mail comes to us: answers to a case and reports of mail that could not be delivered. With `INBOUND_MAIL_LMTP`, `INBOUND_MAIL_SECRET` or both',
      unset: 'answers go to `TEAM_EMAIL`, and no mail is received',
    },
    INBOUND_MAIL_LMTP:
      'where the worker receives mail over LMTP, as host:port or the path of a socket; for the mail server in front of it only',
    INBOUND_MAIL_SECRET:
      'what a mail provider authenticates with when it posts a mail to `{PUBLIC_BASE_URL}/providers/mail`, at least 32 characters',
    TWILIO_ACCOUNT_SID:
      'the account that sends texts. All three of `TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN` and `TWILIO_FROM` or none: texts are then stored and not sent',
    TWILIO_AUTH_TOKEN: 'its secret, which also signs Twilio’s callbacks',
    TWILIO_FROM: 'the number or messaging service that texts come from',
    TEXT_STOP_CONFIRMED_BY_PROVIDER:
      '1 when the text provider itself confirms a STOP; then we send no confirmation of our own',
    HELP_CONTACT: {
      meaning: 'how people reach the team, in the answer to HELP: an address or a number',
      unset: 'they are told to answer the text',
    },
    TWILIO_API_URL: 'another address of the same API, for tests',
  },
  'What messages may cost': {
    MAILS_PER_RECIPIENT_DAY:
      'mails to one mailbox in 24 hours, whoever causes them; what is above waits for the team. The same again for what the person’s own affairs cause (D-143)',
    MAILS_PER_RECIPIENT_MONTH: 'the same in 30 days',
    TEXTS_PER_RECIPIENT_DAY: 'texts to one number in 24 hours, whoever causes them',
    TEXTS_PER_RECIPIENT_MONTH: 'the same in 30 days',
    BUDGET_MAILS_GLOBAL: 'mails of a UTC day, all together; what is above any of these budgets waits for the team',
    BUDGET_MAILS_ANONYMOUS: 'those of all clients without a key',
    BUDGET_MAILS_NETWORK: 'those of an IPv4 /24 or IPv6 /48 without a key',
    BUDGET_MAILS_ADDRESS: 'those of an IPv4 address or IPv6 /64 without a key',
    BUDGET_MAILS_AGENT: 'those of a registered agent',
    BUDGET_MAILS_INSTITUTION: 'those of an institution',
    BUDGET_TEXTS_GLOBAL: 'texts of a UTC day, all together; a text costs about three cents',
    BUDGET_TEXTS_ANONYMOUS: 'those of all clients without a key',
    BUDGET_TEXTS_NETWORK: 'those of an IPv4 /24 or IPv6 /48 without a key',
    BUDGET_TEXTS_ADDRESS: 'those of an IPv4 address or IPv6 /64 without a key',
    BUDGET_TEXTS_AGENT: 'those of a registered agent',
    BUDGET_TEXTS_INSTITUTION: 'those of an institution',
  },
  Cards: {
    STRIPE_SECRET_KEY:
      'the key of the card provider; a live key is refused outside production. Both secrets or none: a development service then has test cards, and production no checkout',
    STRIPE_WEBHOOK_SECRET: 'what the provider signs its events with; they come to `/providers/stripe`',
    STRIPE_API_URL: 'a double of the provider, for tests; refused in production',
  },
  'Vehicles and the market': {
    VEHICLE_DATA_DIR:
      'where the data that VINs are decoded by is unpacked, by `makewhole vehicles prepare` or at first use; 20 MB, processes may share it',
    PLATE_PROVIDER: '`platetovin` or `auto.dev`; set it with `PLATE_API_KEY`, or plates are not looked up',
    PLATE_API_KEY: 'the key at that provider',
    PLATE_API_URL: { meaning: 'another address of the same API, for tests', unset: 'the provider’s own' },
    PLATE_LOOKUPS_PER_DAY: 'look-ups cost money; so many a UTC day at most',
    MARKETCHECK_API_KEY:
      'the listings feed, asked for what searches found little of; without it listings come from `makewhole listings import` only',
    MARKETCHECK_API_URL: 'another address of the same API, for tests',
    MARKETCHECK_SEARCHES_PER_DAY: 'searches of the feed cost money; so many a UTC day at most',
  },
  Anchors: {
    AUDIT_ANCHOR_DIR: {
      meaning:
        'a directory for the signed positions of the audit trail and the consent ledger, one file an hour; on another machine, or append-only: [how to set it up](operations.md#anchors). This or `AUDIT_ANCHOR_BUCKET`',
      unset: 'none are written',
    },
    AUDIT_ANCHOR_BUCKET: {
      meaning: 'a bucket of their own at the object store of `S3_*` instead',
      unset: 'none are written',
    },
    AUDIT_ANCHOR_RETAIN_DAYS:
      'how long the bucket must refuse to delete an anchor, by object lock in compliance mode; the bucket must have object lock. 0 asks for none',
    AUDIT_ANCHOR_KEY: {
      meaning: 'the Ed25519 key that signs them, as PEM; of the worker alone, an api refuses to start with it',
      unset: 'required for a worker with a place for anchors',
    },
    AUDIT_ANCHOR_PUBLIC_KEYS:
      'what they are checked with: the public key of `AUDIT_ANCHOR_KEY`, 32 bytes in base64, and those of all keys before it',
    AUDIT_ANCHORS_LOST: {
      meaning:
        'numbers of anchors whose rows were lost when the database was restored, such as `118-120`: they are no longer missed',
      unset: 'every anchor must match',
    },
  },
  Documents: {
    S3_ENDPOINT: 'where documents are stored; all five `S3_*` or none',
    S3_REGION: 'the region of the bucket',
    S3_BUCKET: 'the bucket',
    S3_ACCESS_KEY_ID: 'the key that may write to it',
    S3_SECRET_ACCESS_KEY: 'its secret',
    BLOB_DIR:
      'where documents are stored without S3; in production this or S3 must be set, and all processes must share it',
    BLOB_MIN_FREE_MB:
      'what the file system of `BLOB_DIR` must have free, or 5 % of it where that is less; below it uploads are refused with 507. 0 turns it off',
    UPLOAD_ADDRESS_MB_PER_DAY:
      'what one address (IPv6: /64) may upload on a UTC day without an agent key; beyond any of these four the answer is 429',
    UPLOAD_NETWORK_MB_PER_DAY: 'the same for its network, an IPv4 /24 or an IPv6 /48',
    UPLOAD_ANONYMOUS_MB_PER_DAY: 'the same for everybody without an agent key together',
    UPLOAD_AGENT_MB_PER_DAY: 'what one agent with a key may upload on a UTC day',
    READER_SOCKET: {
      meaning:
        'the socket of the process `reader`, which reads documents without network, secrets and files of ours: [what it needs](operations.md#the-document-reader)',
      unset: 'each process starts the programs itself',
    },
    ALLOW_UNSANDBOXED_READERS: {
      meaning:
        '1 reads files of strangers also where neither bubblewrap nor Landlock works; set it for the process that runs the programs: `reader` where `READER_SOCKET` is set. Without it such files are refused with 503',
      unset: '0; outside production 1, but not for `reader`',
    },
    UNPROVEN_FILE_DAYS:
      'how long the file of a report is stored while nobody has proven to be the customer; what was read from it stays',
  },
  'Agents and intakes': {
    INTAKE_ANON_PER_MIN: 'anonymous submissions per address and minute; agents get six times it (D-067)',
    MCP_ANON_PER_MIN:
      'calls of the MCP server per address and minute without a key, whatever they ask; agents get six times it',
    AGENT_CHANGES_PER_MIN: 'changes of an agent’s own webhook per minute, and as many of its key (D-067)',
    PRELIM_ANON_PER_DAY:
      'market reads of one address without a key in 24 hours; 0 gives them to agents with a key only (D-026)',
    INTAKE_TTL_DAYS: 'when an intake expires, or two days after a promised callback, if that is later (D-015)',
    IDEMPOTENCY_TTL_HOURS: 'how long an answer is replayed (D-044)',
    SERVED_STATES: {
      meaning:
        'two-letter states whose losses are taken; agents’ cases from others are `not_eligible`, and lenders and staff get 400 (D-033)',
      unset: '50 states and DC',
    },
    ATTESTATION_VERSION: 'the version of the sentence that a customer confirms (D-038)',
    AGREEMENT_VERSION: 'the version of the agents’ agreement that is in force (D-053)',
    REGISTER_PER_MIN: 'registrations per address and minute',
    REGISTER_PENDING_MAX: 'registrations of one mailbox that wait for their code (D-055)',
    CODE_TTL_MIN: 'how many minutes a registration code is valid',
    CODE_MAX_WRONG: 'wrong tries before a registration is locked (D-057)',
  },
  Partners: {
    FEATURES: {
      meaning:
        'parts of the partner API that are open: `referral_sandbox`, `partner_security_platform`, `signed_credentials`, `review_records` (D-093)',
      unset: 'all four',
    },
    INVITATION_TTL_DAYS: 'when a borrower’s invitation expires (D-102)',
    GAP_REQUESTS_PER_MIN: 'requests of an institution in one mode, in any 60 seconds (D-135)',
    AUTH_FAIL_PER_MIN: 'failed partner calls of an address in a minute before it must wait (D-086)',
    SIGNATURE_WINDOW_S: 'how many seconds the time of a signature may be off, either way (D-079)',
    NONCE_TTL_S: 'how long a nonce is remembered; at least twice `SIGNATURE_WINDOW_S` (D-080)',
    FULL_PAYLOAD_SUNSET: 'when full webhook payloads end, shown on the endpoints that still get them (D-138)',
  },
  'For tests of a running service': {
    DEV_PAGES:
      '1 serves the developer pages to this machine: `/dev` signs in as anyone in the demo with one click, and `/dev/inbox` shows every message, codes and links included. Without a mail server or text provider, messages go to that inbox and count as sent. `open` serves the pages to every machine that reaches the port, for a container. Refused in production',
    ALLOW_TEST_CLOCK: '1 lets the team move the service’s time; refused in production',
    WEBHOOK_DIAL_MAP: 'where to send the host name of a webhook: `host=ip:port`; refused in production',
    WEBHOOK_ALLOW_LOCAL:
      '1 lets webhooks go to `localhost`, `127.0.0.1` and `[::1]` on any port, over http too, for a receiver on the same machine; every other address that is not public is refused as before. Refused in production: [why](decisions/0097-the-operators-command.md)',
    WEBHOOK_CA_FILE: 'the authority of such a receiver’s certificate; refused in production',
  },
} as const satisfies Record<string, Record<string, Description>>;

type Groups = typeof settings;
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/** Settings whose value is a secret; each may be in a file instead: `DATA_KEY_FILE` names the file of `DATA_KEY`. */
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

/** What a setting is for, in the words of the table. */
export function meaningOf(name: SettingName): string {
  const description: Description = descriptions[name] ?? '';
  return typeof description === 'string' ? description : description.meaning;
}
