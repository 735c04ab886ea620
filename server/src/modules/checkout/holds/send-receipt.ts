import type { Tx } from '#context';
import { messagePurposes, messageTemplates } from '#modules/customers';
import type { Hold } from '../hold-store.ts';
import { decryptContacts } from '../links/decrypt-contacts.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { findCheckoutOf } from '../store.ts';
import { queueHoldMessage } from './queue-hold-message.ts';

/** A card was charged while its owner was not there: they are told how much and what for, and where the receipt is. */
export async function sendReceipt(tx: Tx, hold: Hold, chargedCents: number): Promise<void> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined) return;
  const isQueued = await queueHoldMessage(tx, hold, {
    purpose: messagePurposes.receipt,
    url: checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product),
    otherEmail: decryptContacts(tx, checkout).email,
    words: (language, url) =>
      messageTemplates.receipt[language].words({ url, product: hold.product, kind: hold.kind, cents: chargedCents }),
  });
  if (!isQueued) tx.log.warn({ hold: hold.id }, 'checkout.receipt-not-sent');
}
