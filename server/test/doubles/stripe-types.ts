// Sessions and payments as the provider keeps them.
import type { BankDispute } from './stripe-disputes.ts';

/** For whom a page saves a card, and what was entered. */
export type Saving = {
  customer: string | undefined;
  method: string | undefined;
};

export type BankSession = {
  readonly id: string;
  readonly created: number;
  readonly url: string;
  readonly holdId: string;
  readonly amount: number;
  readonly expiresAt: number;
  readonly successUrl: string;
  status: 'open' | 'complete' | 'expired';
  intent: BankIntent | undefined;
  /** Of a page that also saves the card. */
  readonly saving: Saving | undefined;
};

export type BankIntent = {
  readonly id: string;
  readonly holdId: string;
  readonly amount: number;
  status: 'requires_payment_method' | 'requires_capture' | 'processing' | 'succeeded' | 'canceled';
  received: number;
  captureBefore: number | undefined;
  reason: string | null;
  refunded: number;
  dispute: BankDispute | undefined;
  /** The customer and card, where the card is saved. */
  saved?: { readonly customer: string; readonly method: string };
  /** Of a hold that was placed while its owner was away. */
  readonly attempt?: string;
  error?: string;
};
