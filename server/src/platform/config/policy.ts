/** Daily message budgets of one channel. */
export type ChannelBudgets = {
  /** Messages to one mailbox or number, from all senders. The owner's own case has the same number again (D-143). */
  readonly recipientDay: number;
  readonly recipientMonth: number;
  /** All messages of a UTC day. Messages over any budget are held for the team. */
  readonly global: number;
  /** All clients without a key, together. */
  readonly anonymous: number;
  /** An IPv4 /24 or IPv6 /48 of clients without a key. */
  readonly network: number;
  /** An IPv4 address or IPv6 /64 of clients without a key. */
  readonly address: number;
  readonly agent: number;
  readonly institution: number;
};

/** Upload budgets in bytes per UTC day, counted for the same callers as messages. Uploads over a budget get 429. */
export type UploadPolicy = {
  readonly addressBytes: number;
  readonly networkBytes: number;
  readonly anonymousBytes: number;
  readonly agentBytes: number;
  /** Days that a report file is stored without a verified customer. The figures read from it stay. */
  readonly unprovenDays: number;
};

/** How much work one API process accepts at a time. */
export type AdmissionPolicy = {
  readonly requests: number;
  readonly waiting: number;
  readonly slow: number;
  /** How long a public surface pauses after each turn of the event loop, as a multiple of that turn. */
  readonly rest: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
};

/** The cost of argon2id for a password: KiB and passes. */
export type PasswordCost = { readonly memory: number; readonly passes: number };

const bytesPerMb = 1_048_576;

const budgets: { readonly email: ChannelBudgets; readonly text: ChannelBudgets } = {
  email: {
    recipientDay: 3,
    recipientMonth: 10,
    global: 10_000,
    anonymous: 3000,
    network: 800,
    address: 400,
    agent: 1000,
    institution: 3000,
  },
  // A text costs about three cents.
  text: {
    recipientDay: 3,
    recipientMonth: 10,
    global: 3000,
    anonymous: 1000,
    network: 400,
    address: 200,
    agent: 500,
    institution: 1500,
  },
};

const uploads: UploadPolicy = {
  addressBytes: 60 * bytesPerMb,
  networkBytes: 200 * bytesPerMb,
  anonymousBytes: 5000 * bytesPerMb,
  agentBytes: 2000 * bytesPerMb,
  unprovenDays: 14,
};

const admission: AdmissionPolicy = {
  // Intakes gain nothing from more than 16 at a time, the size of the connection pool, and each surface gets about that
  // many. A request that waits then is answered within about half a second (docs/evidence/performance.md).
  requests: 88,
  // About as many as a process can answer in the ten seconds that they wait, so a burst from one platform's agents fits.
  waiting: 1000,
  // Bodies that are still arriving, and event streams of the board. One address may hold half of them.
  slow: 512,
  // Leaves public surfaces a quarter of the time.
  rest: 3,
  connections: 2000,
  // Trusted proxies are not counted, because many clients share their connections.
  connectionsPerAddress: 500,
};

/**
 * Values that are the same in every installation: numbers of the contract, and bounds on messages, uploads and paid
 * lookups. Settings do not change them; tests pass other values to `readConfig`.
 */
const values = {
  /** Anonymous submissions per address and minute. Agents get six times as many (D-067). */
  intakeAnonPerMin: 60,
  /** MCP messages per address and minute without a key. Agents get six times as many. */
  mcpAnonPerMin: 120,
  /** Webhook changes of an agent per minute, and as many key changes: each sends an email (D-067). */
  agentChangesPerMin: 30,
  /** Market reads per address without a key in 24 hours. 0 reserves them for agents with a key (D-026). */
  prelimAnonPerDay: 25,
  /** Days until an intake expires, or two days after a promised callback if that is later (D-015). */
  intakeTtlDays: 14,
  /** How long a stored response is replayed (D-044). */
  idempotencyTtlHours: 24,
  /** Version of the sentence that a customer confirms (D-038). */
  attestationVersion: '2026-09-16.1',
  /** Version of the current agent agreement (D-053). */
  agreementVersion: '2026-09-17',
  /** Registrations per address and minute. */
  registerPerMin: 5,
  /** Unconfirmed registrations per mailbox (D-055). */
  registerPendingMax: 3,
  codeTtlMin: 30,
  /** Wrong codes before a registration is locked (D-057). */
  codeMaxWrong: 5,
  /** OWASP's first choice for argon2id: 19 MiB, two passes. */
  passwordCost: { memory: 19_456, passes: 2 } as PasswordCost,
  /** Days that a borrower's invitation is valid (D-102). */
  invitationTtlDays: 14,
  /** Requests of one institution and mode in any 60 seconds (D-135). */
  gapRequestsPerMin: 600,
  /** Failed partner calls of an address per minute before it must wait (D-086). */
  authFailPerMin: 10,
  /** How far the time of a signed request may differ from our clock, in either direction (D-079). */
  signatureWindowS: 300,
  /** More than twice the window; otherwise a copied signature could outlive its nonce (D-080). */
  nonceTtlS: 900,
  /** When full webhook payloads end, once decided. Shown on the endpoints that still get them (D-138). */
  fullPayloadSunset: undefined as string | undefined,
  /**
   * One address gets what an office needs in a day, and a network twice that. Clients without a key together get a
   * third of everything, so that a thousand addresses cannot use up the budget of agents and institutions.
   */
  budgets,
  uploads,
  admission,
  /** Outside development, uploads get 507 when the file system of BLOB_DIR has less free space than this, or than 5 % of a small one. */
  blobMinFreeBytes: 2048 * bytesPerMb,
  /** Plate lookups per UTC day, because each costs money. */
  plateLookupsPerDay: 200,
  /** Searches of the listings feed per UTC day, because each costs money. */
  marketcheckSearchesPerDay: 500,
  twilioApiUrl: 'https://api.twilio.com',
  stripeApiUrl: 'https://api.stripe.com',
  /** The origin of Stripe's pages, where cards are entered. */
  stripePageOrigin: 'https://checkout.stripe.com',
  /** Undefined: the provider's own URL. */
  plateApiUrl: undefined as string | undefined,
  marketcheckApiUrl: 'https://api.marketcheck.com',
  /** For tests: the only certificate authority for webhook receivers; otherwise this machine's authorities. */
  webhookCaFile: undefined as string | undefined,
  /** Lets staff move the clock forward, for tests of running processes. */
  allowTestClock: false,
};

export type Policy = Readonly<typeof values>;
export const policy: Policy = Object.freeze(values);
