import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { Contacts } from '#lib/text/contacts';
import { checkoutDays } from '../rules.ts';
import { insertCheckout } from '../store.ts';
import { encryptToken } from './encrypt-token.ts';
import { encryptContacts } from './encrypt-contacts.ts';

/** Of a borrower: what is left to pay after the institution's part. */
export type BorrowerPrice = { readonly representationCents: number; readonly researchOffered: boolean };

type NewCheckout = {
  readonly consultationId: string;
  /** Identify the customer whose discount it is. */
  readonly contacts: Contacts;
  /** Whether the receipt promised the agent's discount. */
  readonly discountApplied: boolean;
  /** Where the claim is, by two letters. */
  readonly state?: string | undefined;
  readonly borrower?: BorrowerPrice | undefined;
  /** Whether its link is sent at once. */
  readonly linkSent: boolean;
  /** Of a sandbox case, with test cards wherever the service runs. */
  readonly test: boolean;
};

/** Creates the checkout of a delivered consultation, valid for thirty days; a consultation has one at most. */
export function createCheckout(tx: Tx, checkout: NewCheckout): { readonly token: string; readonly expiresAt: Date } {
  const { consultationId, contacts, discountApplied, state, borrower, linkSent, test } = checkout;
  const now = tx.clock.now();
  const id = newId('chk', now);
  const token = taggedToken(tx.config.cell, 32);
  const expiresAt = addDays(now, checkoutDays);
  insertCheckout(tx.db, {
    id,
    consultation_id: consultationId,
    ...encryptToken(tx, id, token),
    sealed_contacts: encryptContacts(tx, id, contacts),
    discount_promised: discountApplied,
    created_at: now,
    expires_at: expiresAt,
    claim_state: state ?? null,
    payer: borrower === undefined ? 'owner' : 'borrower',
    research_offered: borrower?.researchOffered ?? true,
    representation_cents: borrower?.representationCents ?? null,
    link_sent_at: linkSent ? [now] : [],
    test,
  });
  return { token, expiresAt };
}
