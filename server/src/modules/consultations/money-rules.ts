import { amountOf, readParts, type OfferParts } from '#lib/numbers/offer-parts';
import type { StoredParts } from './store.ts';

type MoneyRow = {
  readonly source: string;
  readonly initial_offer_cents: number | null;
  readonly settlement_cents: number | null;
  readonly offer_parts: unknown;
  readonly settlement_parts: unknown;
};

/** Both sides of the money of a consultation. */
export const readMoney = (row: MoneyRow): { readonly offer: OfferParts; readonly settlement: OfferParts } => ({
  offer: readParts(row.offer_parts, row.initial_offer_cents, row.source === 'agent_intake' ? 'agent' : 'staff'),
  settlement: readParts(row.settlement_parts, row.settlement_cents, 'staff'),
});

export const toStoredParts = (parts: OfferParts): StoredParts => ({
  parts: Object.keys(parts).length === 0 ? null : parts,
  amountCents: amountOf(parts) ?? null,
});
