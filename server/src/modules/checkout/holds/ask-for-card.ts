import type { Tx } from '#context';
import { messagePurposes, messageTemplates } from '#modules/customers';
import { authenticationRequired } from '../card-rules.ts';
import type { Hold } from '../hold-store.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { findCheckoutOf } from '../store.ts';
import { queueHoldMessage } from './queue-hold-message.ts';

/** The charge failed: its owner is told that nothing was charged, and where the card is confirmed or changed. */
export async function askForCard(tx: Tx, hold: Hold, failure: string | undefined): Promise<void> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined) return;
  const isQueued = await queueHoldMessage(tx, hold, {
    purpose: messagePurposes.chargeFailed,
    url: checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product),
    words: (language, url) =>
      messageTemplates.chargeFailed[language].words({
        url,
        failure: failure === authenticationRequired ? 'unconfirmed' : 'declined',
      }),
  });
  if (!isQueued) tx.log.warn({ hold: hold.id }, 'checkout.card-not-asked');
}
