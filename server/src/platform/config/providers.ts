import type { EnvReader } from './env-reader.ts';
import type { Policy } from './policy.ts';
import { Secret } from './secret.ts';

export type TwilioConfig = {
  readonly accountSid: string;
  readonly authToken: Secret;
  /** The number or messaging service that sends texts. */
  readonly from: string;
  readonly apiUrl: string;
};

export function readTwilio(read: EnvReader, { twilioApiUrl: apiUrl }: Policy): TwilioConfig | undefined {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const [accountSid, authToken, from] = names.map((name) => read.optional(name));
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
  /** Lookups cost money, so they are limited per day. */
  readonly perDay: number;
};

const plateUrls: Record<PlateConfig['provider'], string> = {
  platetovin: 'https://platetovin.com',
  'auto.dev': 'https://api.auto.dev',
};

export function readPlates(read: EnvReader, policy: Policy): PlateConfig | undefined {
  const provider = read.optional('PLATE_PROVIDER');
  const apiKey = read.optional('PLATE_API_KEY');
  if (provider === undefined && apiKey === undefined) return undefined;
  if (provider === undefined || apiKey === undefined) {
    read.problems.push('PLATE_PROVIDER, PLATE_API_KEY must be set together');
    return undefined;
  }
  if (provider !== 'platetovin' && provider !== 'auto.dev') {
    read.problems.push('PLATE_PROVIDER must be platetovin or auto.dev');
    return undefined;
  }
  const apiUrl = policy.plateApiUrl ?? plateUrls[provider];
  return { provider, apiKey: new Secret(apiKey), apiUrl, perDay: policy.plateLookupsPerDay };
}

export type MarketcheckConfig = {
  readonly apiKey: Secret;
  readonly apiUrl: string;
  /** Searches cost money, so they are limited per day. */
  readonly perDay: number;
};

export function readMarketcheck(read: EnvReader, policy: Policy): MarketcheckConfig | undefined {
  const apiKey = read.optionalSecret('MARKETCHECK_API_KEY');
  return apiKey && { apiKey, apiUrl: policy.marketcheckApiUrl, perDay: policy.marketcheckSearchesPerDay };
}

export type StripeConfig = {
  readonly secretKey: Secret;
  /** The secret with which the provider signs its events. */
  readonly webhookSecret: Secret;
  readonly apiUrl: string;
  /** The origin of the provider's card pages. */
  readonly pageOrigin: string;
};

/**
 * Without a Stripe account, a development service uses the built-in test cards. In production and with NODE_ENV=test
 * there is then no checkout.
 */
export function readCards(
  read: EnvReader,
  policy: Policy,
): { readonly stripe: StripeConfig | undefined; readonly testCards: boolean } {
  const stripe = readStripe(read, policy);
  return { stripe, testCards: stripe === undefined && read.text('NODE_ENV', 'development') === 'development' };
}

/** Both secrets, or none. */
function readStripe(read: EnvReader, policy: Policy): StripeConfig | undefined {
  const [secretKey, webhookSecret] = [read.optional('STRIPE_SECRET_KEY'), read.optional('STRIPE_WEBHOOK_SECRET')];
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined) {
    read.problems.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET must be set together');
    return undefined;
  }
  // A demo or a test must not be able to charge a real card.
  if (read.text('NODE_ENV', '') !== 'production' && /^(sk|rk)_live_/.test(secretKey))
    read.problems.push('STRIPE_SECRET_KEY must not be a live key outside production');
  return {
    secretKey: new Secret(secretKey),
    webhookSecret: new Secret(webhookSecret),
    apiUrl: policy.stripeApiUrl,
    pageOrigin: policy.stripePageOrigin,
  };
}

/** Who can open the developer pages. */
const devPages = { '0': 'off', '1': 'this machine', open: 'everyone' } as const;
export type DevPages = (typeof devPages)[keyof typeof devPages];

export const readDevPages = (read: EnvReader): DevPages => devPages[read.oneOf('DEV_PAGES', ['0', '1', 'open'], '0')];
