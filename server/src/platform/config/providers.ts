import type { EnvReader } from './reader.ts';
import { Secret } from './secret.ts';

export type TwilioConfig = {
  readonly accountSid: string;
  readonly authToken: Secret;
  /** The number or messaging service that texts are sent from. */
  readonly from: string;
  readonly apiUrl: string;
};

export function readTwilio(read: EnvReader): TwilioConfig | undefined {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const [accountSid, authToken, from] = names.map((name) => read.optional(name));
  const apiUrl = read.url('TWILIO_API_URL', 'https://api.twilio.com', ['http:', 'https:']) ?? '';
  if (accountSid === undefined && authToken === undefined && from === undefined) return undefined;
  if (accountSid === undefined || authToken === undefined || from === undefined) {
    read.problems.push(`${names.join(', ')} must be set together`);
    return undefined;
  }
  return { accountSid, authToken: new Secret(authToken), from, apiUrl };
}

export type PlateConfig = {
  readonly provider: 'platetovin' | 'auto.dev';
  readonly apiKey: Secret;
  readonly apiUrl: string;
  /** Look-ups cost money; this many a day at most. */
  readonly perDay: number;
};

const plateUrls: Record<PlateConfig['provider'], string> = {
  platetovin: 'https://platetovin.com',
  'auto.dev': 'https://api.auto.dev',
};

export function readPlates(read: EnvReader): PlateConfig | undefined {
  const provider = read.optional('PLATE_PROVIDER');
  const apiKey = read.optional('PLATE_API_KEY');
  const perDay = read.integer('PLATE_LOOKUPS_PER_DAY', 200, { min: 0, max: 1_000_000 });
  if (provider === undefined && apiKey === undefined) return undefined;
  if (provider === undefined || apiKey === undefined) {
    read.problems.push('PLATE_PROVIDER, PLATE_API_KEY must be set together');
    return undefined;
  }
  if (provider !== 'platetovin' && provider !== 'auto.dev') {
    read.problems.push('PLATE_PROVIDER must be platetovin or auto.dev');
    return undefined;
  }
  const apiUrl = read.url('PLATE_API_URL', plateUrls[provider], ['http:', 'https:']) ?? '';
  return { provider, apiKey: new Secret(apiKey), apiUrl, perDay };
}

export type MarketcheckConfig = {
  readonly apiKey: Secret;
  readonly apiUrl: string;
  /** Searches cost money; this many a day at most. */
  readonly perDay: number;
};

export function readMarketcheck(read: EnvReader): MarketcheckConfig | undefined {
  const apiKey = read.optionalSecret('MARKETCHECK_API_KEY');
  const apiUrl = read.url('MARKETCHECK_API_URL', 'https://api.marketcheck.com', ['http:', 'https:']) ?? '';
  const perDay = read.integer('MARKETCHECK_SEARCHES_PER_DAY', 500, { min: 0, max: 1_000_000 });
  return apiKey && { apiKey, apiUrl, perDay };
}

/** Who sees the pages for developers. */
const devPages = { '0': 'off', '1': 'this machine', open: 'everyone' } as const;
export type DevPages = (typeof devPages)[keyof typeof devPages];

export const readDevPages = (read: EnvReader): DevPages => devPages[read.oneOf('DEV_PAGES', ['0', '1', 'open'], '0')];
