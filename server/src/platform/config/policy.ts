/** What one channel may cost. */
export type ChannelBudgets = {
  /** To one mailbox or number, whoever causes them; the owner's own affairs have the same again (D-143). */
  readonly recipientDay: number;
  readonly recipientMonth: number;
  /** Of a UTC day, all together; what is above any budget waits for the team. */
  readonly global: number;
  /** All clients without a key together. */
  readonly anonymous: number;
  /** An IPv4 /24 or IPv6 /48 without a key. */
  readonly network: number;
  /** An IPv4 address or IPv6 /64 without a key. */
  readonly address: number;
  readonly agent: number;
  readonly institution: number;
};

/** What may be uploaded on a UTC day, in bytes, by the same callers as messages; more gets 429. */
export type UploadPolicy = {
  readonly addressBytes: number;
  readonly networkBytes: number;
  readonly anonymousBytes: number;
  readonly agentBytes: number;
  /** How long the file of a report is stored while no one has proven to be the customer; what was read from it stays. */
  readonly unprovenDays: number;
};

/** How much one api process takes on at a time. */
export type AdmissionPolicy = {
  readonly requests: number;
  readonly waiting: number;
  readonly slow: number;
  /** How long a surface for strangers rests after each turn of the event loop, in turns of that length. */
  readonly rest: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
};

/** What argon2id costs for a password: KiB and passes. */
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
  // Intakes gain nothing from more than 16 at a time, which is also what a pool of connections has, and each surface
  // gets about that many. What waits then is answered within about half a second (docs/performance.md).
  requests: 88,
  // About as many as a process answers in the ten seconds that they wait: a burst of one platform's agents fits.
  waiting: 1000,
  // Bodies that are still arriving and streams of the board; one address has half of them at most.
  slow: 512,
  // Surfaces for strangers get a quarter of the time.
  rest: 3,
  connections: 2000,
  // Not counting trusted proxies, whose clients share by request.
  connectionsPerAddress: 500,
};

/**
 * What is the same in every installation: numbers of the contract and bounds on messages, uploads and paid look-ups.
 * No setting changes them; tests pass other values to `readConfig`.
 */
const values = {
  /** Anonymous submissions per address and minute; agents get six times it (D-067). */
  intakeAnonPerMin: 60,
  /** MCP messages per address and minute without a key; agents get six times it. */
  mcpAnonPerMin: 120,
  /** Changes of an agent's webhook per minute, and as many of its key: each is an email (D-067). */
  agentChangesPerMin: 30,
  /** Market reads of one address without a key in 24 hours; 0 would reserve them for agents with a key (D-026). */
  prelimAnonPerDay: 25,
  /** An intake expires then, or two days after a promised callback if that is later (D-015). */
  intakeTtlDays: 14,
  /** How long a response is replayed (D-044). */
  idempotencyTtlHours: 24,
  /** The sentence that a customer confirms (D-038). */
  attestationVersion: '2026-09-16.1',
  /** The current agreement of agents (D-053). */
  agreementVersion: '2026-09-17',
  /** Registrations per address and minute. */
  registerPerMin: 5,
  /** Registrations of one mailbox that wait for their code (D-055). */
  registerPendingMax: 3,
  codeTtlMin: 30,
  /** Wrong tries before a registration is locked (D-057). */
  codeMaxWrong: 5,
  /** OWASP's first choice for argon2id: 19 MiB, two passes. */
  passwordCost: { memory: 19_456, passes: 2 } as PasswordCost,
  /** A borrower's invitation (D-102). */
  invitationTtlDays: 14,
  /** Requests of an institution in one mode, in any 60 seconds (D-135). */
  gapRequestsPerMin: 600,
  /** Failed partner calls of an address in a minute before it must wait (D-086). */
  authFailPerMin: 10,
  /** How far the time of a signed request may differ from ours, in either direction (D-079). */
  signatureWindowS: 300,
  /** More than twice the window: otherwise a copy of a signature could outlive its nonce (D-080). */
  nonceTtlS: 900,
  /** When full webhook payloads end, once that is decided; shown on the endpoints that still get them (D-138). */
  fullPayloadSunset: undefined as string | undefined,
  /**
   * One address does for a day what an office does, a network twice that. Clients without a key together get a third of
   * everything, so that a thousand addresses cannot use up what agents and institutions need.
   */
  budgets,
  uploads,
  admission,
  /** Outside development uploads get 507 when the file system of BLOB_DIR has less free space; on a small one 5 % of it. */
  blobMinFreeBytes: 2048 * bytesPerMb,
  /** Plate look-ups cost money; this many a UTC day. */
  plateLookupsPerDay: 200,
  /** Searches of the listings feed cost money; this many a UTC day. */
  marketcheckSearchesPerDay: 500,
  twilioApiUrl: 'https://api.twilio.com',
  stripeApiUrl: 'https://api.stripe.com',
  /** Where the card provider serves the pages on which cards are entered. */
  stripePageOrigin: 'https://checkout.stripe.com',
  /** Undefined: that of the provider. */
  plateApiUrl: undefined as string | undefined,
  marketcheckApiUrl: 'https://api.marketcheck.com',
  /** The only authority that receivers of webhooks are checked with, in tests; otherwise those of this machine. */
  webhookCaFile: undefined as string | undefined,
  /** Lets staff move the clock forward, in tests of running processes. */
  allowTestClock: false,
};

export type Policy = Readonly<typeof values>;
export const policy: Policy = Object.freeze(values);
