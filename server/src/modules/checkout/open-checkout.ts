import type { Tx } from '#context';
import { randomBase62 } from '#lib/base62';
import { addDays } from '#lib/dates';
import { newId } from '#lib/ids';
import type { Contacts } from '#modules/customers';
import { sealContacts, sealToken } from './checkout-link.ts';
import { checkoutDays } from './rules.ts';
import { insertCheckout } from './store.ts';

export type OpenCheckout = {
  readonly consultationId: string;
  /** Whose discount it is. */
  readonly contacts: Contacts;
  /** What the receipt promised: the agent's discount. */
  readonly discountApplied: boolean;
};

/** Opens the customer's pages of a delivered consultation, for thirty days; a consultation has one checkout. */
export function openCheckout(tx: Tx, { consultationId, contacts, discountApplied }: OpenCheckout): void {
  const now = tx.clock.now();
  const id = newId('chk', now);
  insertCheckout(tx.db, {
    id,
    consultation_id: consultationId,
    ...sealToken(tx, id, randomBase62(32)),
    sealed_contacts: sealContacts(tx, id, contacts),
    discount_promised: discountApplied,
    created_at: now,
    expires_at: addDays(now, checkoutDays),
  });
}
