import type { Tx } from '#context';
import { messagePurposes, messageTemplates } from '#modules/customers';
import { checkoutUrl } from '../links/link-rules.ts';
import type { Hold } from '../hold-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { findCheckoutOf } from '../store.ts';
import { isWithheld } from '../view-rules.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { queueHoldMessage } from './queue-hold-message.ts';

/**
 * The authorization ended before the hold was captured. We never place another by ourselves: the customer is told that
 * nothing was charged, and may place a new one. When the customer cannot be asked, the log and the metrics tell staff.
 */
export async function askForRenewal(tx: Tx, hold: Hold, skipped: RenewalSkipped | undefined): Promise<void> {
  const outcome = skipped ?? (await queueRenewal(tx, hold));
  tx.metrics.of(checkoutMetrics).renewals.inc({ outcome });
  if (outcome === 'asked' || outcome === 'nothing_owed') return;
  tx.log.warn({ hold: hold.id, outcome }, 'checkout.renewal-not-asked');
}

/**
 * Why a customer is not asked: nothing is owed, because the consultation is settled without a fee or representation
 * includes the product; or the hold may have been charged after all.
 */
type RenewalSkipped = 'nothing_owed' | 'uncertain';

type RenewalOutcome = 'asked' | 'over' | 'withheld' | 'no_contact';

async function queueRenewal(tx: Tx, hold: Hold): Promise<RenewalOutcome> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined || tx.clock.now() >= checkout.expiresAt) return 'over';
  if (isWithheld({ checkout, product: hold.product, config: tx.config }, tx.clock.now())) return 'withheld';
  const isQueued = await queueHoldMessage(tx, hold, {
    purpose: messagePurposes.holdEnded,
    url: checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product),
    words: (language, url) => messageTemplates.holdEnded[language].words({ url }),
  });
  return isQueued ? 'asked' : 'no_contact';
}
