// Sessions and payments as the provider keeps them.
import type { BankDispute } from './stripe-disputes.ts';

export type Setup = {
  readonly id: string;
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
  /** Of a page that saves a card: for whom, and what was entered. */
  readonly setup: Setup | undefined;
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
  /** Of a charge to a saved card. */
  readonly saved?: { readonly customer: string; readonly method: string; readonly attempt: string };
  error?: string;
};
