import type { Tx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { Contacts } from '#lib/text/contacts';
import { checkoutDays } from '../rules.ts';
import { insertCheckout } from '../store.ts';
import { encryptToken } from './encrypt-token.ts';
import { encryptContacts } from './encrypt-contacts.ts';

type NewCheckout = {
  readonly consultationId: string;
  /** Identify the customer whose discount it is. */
  readonly contacts: Contacts;
  /** Whether the receipt promised the agent's discount. */
  readonly discountApplied: boolean;
};

/** Creates the checkout of a delivered consultation, valid for thirty days; a consultation has one at most. */
export function createCheckout(tx: Tx, { consultationId, contacts, discountApplied }: NewCheckout): void {
  const now = tx.clock.now();
  const id = newId('chk', now);
  insertCheckout(tx.db, {
    id,
    consultation_id: consultationId,
    ...encryptToken(tx, id, randomBase62(32)),
    sealed_contacts: encryptContacts(tx, id, contacts),
    discount_promised: discountApplied,
    created_at: now,
    expires_at: addDays(now, checkoutDays),
  });
}
