import type { Ctx } from '#context';
import type { Contacts } from '#modules/customers';
import type { Config } from '#platform/config';
import type { Product } from './rules.ts';
import type { Checkout } from './store.ts';

type Vaulted = Pick<Ctx, 'vault'>;

/** The customer's own page. The token in it is the customer's credential: never logged, never stored as it is. */
export const checkoutUrl = (config: Config, token: string, product: Product): string =>
  `${config.publicBaseUrl}/checkout/${token}/${product}`;

/** Where the provider sends the customer back to. It names the hold and holds no credential: the provider reads it. */
export const returnUrl = (config: Config, holdId: string): string =>
  `${config.publicBaseUrl}/checkout/return/${holdId}`;

export const sealToken = ({ vault }: Vaulted, checkoutId: string, token: string) => ({
  token_hash: vault.fingerprint(token),
  sealed_token: vault.seal(token, row(checkoutId, 'token')),
});

export const openToken = ({ vault }: Vaulted, { id, sealedToken }: Checkout): string =>
  vault.open(sealedToken, row(id, 'token'));

export const sealContacts = ({ vault }: Vaulted, checkoutId: string, { email, phone }: Contacts): Buffer =>
  vault.seal(JSON.stringify({ email, phone }), row(checkoutId, 'contacts'));

export function openContacts({ vault }: Vaulted, { id, sealedContacts }: Checkout): Contacts {
  const { email, phone } = JSON.parse(vault.open(sealedContacts, row(id, 'contacts'))) as Partial<Contacts>;
  return { email, phone };
}

const row = (id: string, column: string): string => `checkout.checkouts/${id}/${column}`;
