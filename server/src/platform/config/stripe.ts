import type { EnvReader } from './reader.ts';
import { Secret } from './secret.ts';

export type StripeConfig = {
  readonly secretKey: Secret;
  /** What the provider signs its events with. */
  readonly webhookSecret: Secret;
  readonly apiUrl: string;
  /** Where the provider serves the pages on which cards are entered. */
  readonly pageOrigin: string;
};

/**
 * Without an account a development service has the built-in test cards. Production has no checkout then, and neither has a
 * service with NODE_ENV=test.
 */
export function readCards(read: EnvReader): { readonly stripe: StripeConfig | undefined; readonly testCards: boolean } {
  const stripe = readStripe(read);
  return { stripe, testCards: stripe === undefined && read.text('NODE_ENV', 'development') === 'development' };
}

/** Both secrets, or none. */
function readStripe(read: EnvReader): StripeConfig | undefined {
  const [secretKey, webhookSecret] = [read.optional('STRIPE_SECRET_KEY'), read.optional('STRIPE_WEBHOOK_SECRET')];
  const double = read.url('STRIPE_API_URL', undefined, ['http:', 'https:']);
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined) {
    read.problems.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET must be set together');
    return undefined;
  }
  // A demonstration or a test must not be able to charge a real card.
  if (read.text('NODE_ENV', '') !== 'production' && /^(sk|rk)_live_/.test(secretKey))
    read.problems.push('STRIPE_SECRET_KEY must not be a live key outside production');
  return {
    secretKey: new Secret(secretKey),
    webhookSecret: new Secret(webhookSecret),
    apiUrl: double ?? 'https://api.stripe.com',
    pageOrigin: double === undefined ? 'https://checkout.stripe.com' : new URL(double).origin,
  };
}
