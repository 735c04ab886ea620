import type { Ctx } from '#context';
import type { Config } from '#platform/config';
import type { Product } from '../rules.ts';

export type Vaulted = Pick<Ctx, 'vault'>;

/** The token in this URL is the customer's credential: never logged, never stored unencrypted. */
export const checkoutUrl = (config: Config, token: string, product: Product): string =>
  `${optionsUrl(config, token)}/${product}`;

export const checkoutPath = (token: string, product: Product): string =>
  `/checkout/${encodeURIComponent(token)}/${product}`;

/** The page that lists the checkout's products; this is the link that is sent. */
export const optionsUrl = (config: Config, token: string): string => `${config.publicBaseUrl}/checkout/${token}`;

/** Where the provider returns the customer to. It contains the hold's id and no credential, since the provider reads it. */
export const returnUrl = (config: Config, holdId: string): string =>
  `${config.publicBaseUrl}/checkout/return/${holdId}`;

/** Sandbox cases have test cards in any environment. */
export const isOpen = ({ cards }: Pick<Ctx, 'cards'>, { test }: { readonly test: boolean }): boolean =>
  test || cards.configured;

export const checkoutAad = (id: string, column: string): string => `checkout.checkouts/${id}/${column}`;

export type CheckoutLinks = {
  /** The page with all remaining products; null when there are none. */
  readonly optionsUrl: string | null;
  readonly researchUrl: string | null;
  readonly representationUrl: string | null;
  /** This checkout used the customer's one discount, and keeps it permanently. */
  readonly discountUsed: boolean;
};

/** Before delivery, and wherever there is nothing to pre-authorize. */
export const noCheckoutLinks: CheckoutLinks = {
  optionsUrl: null,
  researchUrl: null,
  representationUrl: null,
  discountUsed: false,
};
