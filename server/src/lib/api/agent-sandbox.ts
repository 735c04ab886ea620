/** The sandbox's path below the service's address; the live interface has no such prefix. */
export const agentSandboxPath = '/sandbox';

/** Reserved by RFC 6761: nobody can own it, so an email to it can never be delivered. */
export const agentSandboxDomain = 'sandbox.test';

/** Completes every registration in the sandbox, without an email. */
export const agentSandboxCode = '000000';

/** A plate that the sandbox accepts in each state, and its VIN: synthetic, because no provider is called. */
export const agentSandboxPlate = { plate: 'SANDBOX', vin: '1HGCM82633A004352' } as const;

type SandboxVehicle = {
  /** 17 characters with an O, which no real VIN contains. */
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly body: string;
  /** Synthetic listings of it, and their median price in dollars. */
  readonly listings: number;
  readonly mid: number;
  readonly coverage: 'good' | 'thin';
  /** The insurer's offer to send with it. */
  readonly offerCents: number;
  readonly means: string;
};

/** Vehicles whose market read is always the same in the sandbox, whatever the odometer and the location. */
export const sandboxVehicles = [
  {
    vin: 'SANDBOX1LOWOFFERS',
    year: 2019,
    make: 'Toyota',
    model: 'Camry',
    trim: 'LE',
    body: 'Sedan',
    listings: 21,
    mid: 19_800,
    coverage: 'good',
    offerCents: 1_450_000,
    means: 'the offer is clearly too low',
  },
  {
    vin: 'SANDBOX2FAIROFFER',
    year: 2020,
    make: 'Honda',
    model: 'CR-V',
    trim: 'EX',
    body: 'SUV',
    listings: 21,
    mid: 24_200,
    coverage: 'good',
    offerCents: 2_400_000,
    means: 'the offer is fair',
  },
  {
    vin: 'SANDBOX3FEWLISTED',
    year: 2017,
    make: 'Mitsubishi',
    model: 'Mirage',
    trim: 'ES',
    body: 'Hatchback',
    listings: 3,
    mid: 8_900,
    coverage: 'thin',
    offerCents: 700_000,
    means: 'too few listings were found, so no gap is reported',
  },
] as const satisfies readonly SandboxVehicle[];

/** Cents by which the median is above the offer; null where there are too few listings to compare. */
export const sandboxGapCents = ({ coverage, mid, offerCents }: SandboxVehicle): number | null =>
  coverage === 'good' ? mid * 100 - offerCents : null;

export const findSandboxVehicle = (vin: string | undefined): SandboxVehicle | undefined =>
  sandboxVehicles.find((one) => one.vin === vin);

type MagicAddress = {
  /** The part before the @; it may be followed by a plus and anything. */
  readonly name: string;
  /** Where the address has its effect: as customer.email of an intake, or as operator.email of a registration. */
  readonly operation: 'POST /intakes' | 'POST /register' | 'POST /intakes/{intake_id}/documents';
  readonly status: number;
  /** The error code, or the receipt's status. */
  readonly answer?: string;
  /** The Retry-After of a 429 or 503. */
  readonly retryAfterS?: number;
  readonly means: string;
};

const inSeconds = 2;

/** The outcomes that an ordinary request cannot cause. */
export const magicAddresses = [
  {
    name: 'duplicate',
    operation: 'POST /intakes',
    status: 200,
    answer: 'duplicate',
    means: 'the person already has an open case',
  },
  {
    name: 'not-eligible',
    operation: 'POST /intakes',
    status: 200,
    answer: 'not_eligible',
    means: 'the case is not eligible; the reason is never given',
  },
  {
    name: 'do-not-contact',
    operation: 'POST /intakes',
    status: 200,
    answer: 'not_eligible',
    means: 'the person asked never to be contacted; the response is the same as for any other ineligible case',
  },
  {
    name: 'no-discount',
    operation: 'POST /intakes',
    status: 201,
    answer: 'received',
    means: 'the person has used their one discount, so representation is at list price',
  },
  {
    name: 'undeliverable',
    operation: 'POST /intakes',
    status: 201,
    answer: 'received',
    means: 'the mail server rejects the welcome email, so the status never becomes welcome_sent',
  },
  {
    name: 'rate-limited',
    operation: 'POST /intakes',
    status: 429,
    answer: 'rate_limited',
    retryAfterS: inSeconds,
    means: 'too many requests; wait the number of seconds in Retry-After',
  },
  {
    name: 'program-closed',
    operation: 'POST /intakes',
    status: 404,
    answer: 'program_disabled',
    means: 'submissions are closed',
  },
  {
    name: 'server-error',
    operation: 'POST /intakes',
    status: 500,
    answer: 'internal',
    means: 'something went wrong on our side',
  },
  {
    name: 'unavailable',
    operation: 'POST /intakes',
    status: 503,
    answer: 'internal',
    retryAfterS: inSeconds,
    means: 'the service is temporarily unavailable; send the same body with the same key again',
  },
  {
    name: 'upload-limited',
    operation: 'POST /intakes/{intake_id}/documents',
    status: 429,
    answer: 'rate_limited',
    retryAfterS: inSeconds,
    means: 'the intake is accepted, but every upload to it is temporarily rejected',
  },
  {
    name: 'undeliverable',
    operation: 'POST /register',
    status: 202,
    answer: 'email_delivery_error',
    means: 'the mail server rejected the address; the response has email_delivery_error',
  },
  {
    name: 'expired-code',
    operation: 'POST /register',
    status: 202,
    answer: 'pending_verification',
    means: 'the code expires immediately: /register/verify returns 410',
  },
  {
    name: 'suspended',
    operation: 'POST /register',
    status: 202,
    answer: 'pending_verification',
    means: '/register/verify returns active, as always; the agent is suspended right after, so its key gets 401',
  },
  {
    name: 'rate-limited',
    operation: 'POST /register',
    status: 429,
    answer: 'rate_limited',
    retryAfterS: inSeconds,
    means: 'too many registrations',
  },
  {
    name: 'registration-closed',
    operation: 'POST /register',
    status: 404,
    answer: 'program_disabled',
    means: 'registration is closed',
  },
  {
    name: 'server-error',
    operation: 'POST /register',
    status: 500,
    answer: 'internal',
    means: 'something went wrong on our side',
  },
] as const satisfies readonly MagicAddress[];

export type MagicName = (typeof magicAddresses)[number]['name'];

const own = new RegExp(`^([a-z-]+)(?:\\+[^@]*)?@${agentSandboxDomain.replace('.', '\\.')}$`);

/** The name in an address on the reserved domain, listed or not; undefined for other addresses. */
export const nameOnSandboxDomain = (email: string | undefined): string | undefined =>
  own.exec(email?.toLowerCase() ?? '')?.[1];

/** Whether this is the magic address with that name. */
export const isMagic = (email: string | undefined, name: MagicName): boolean => nameOnSandboxDomain(email) === name;

/** Whether the recipient's server would have refused this sandbox email. */
export const isRefusedMail = ({ channel, to }: { readonly channel: 'email' | 'text'; readonly to: string }): boolean =>
  channel === 'email' && isMagic(to, 'undeliverable');

/** The table's entry for an address and an operation. */
export function findMagic(email: string | undefined, operation: MagicAddress['operation']): MagicAddress | undefined {
  const name = nameOnSandboxDomain(email);
  return magicAddresses.find((one) => one.name === name && one.operation === operation);
}
