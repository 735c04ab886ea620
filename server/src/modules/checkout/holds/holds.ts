import type { Ctx, Tx } from '#context';
import type { ProviderHold } from '#gateways/cards';
import { addDays } from '#lib/time/dates';
import { getConsultation } from '#modules/consultations';
import { messagePurposes, messageTemplates } from '#modules/customers';
import { authenticationRequired } from '../card-rules.ts';
import type { Hold } from '../hold-store.ts';
import { decryptToken } from '../links/links.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { checkoutMetrics } from '../metrics.ts';
import { captureRefused, type ReconcileVerdict } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';
import { standingStates, type HoldState } from '../transitions.ts';
import { isWithheld } from '../view-rules.ts';
import { queueHoldMessage } from './hold-messages.ts';
import { isNothingDue } from './hold-states.ts';

/** The charge failed: the owner is notified that nothing was charged, and where to confirm or change the card. */
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

/**
 * The authorization ended before the hold was captured. We never place another one automatically: the customer is notified that nothing
 * was charged, and may place a new one. When the customer cannot be asked, the log and the metrics alert staff.
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

/** How long a settlement without a fee can be corrected before the card is removed. */
const correctionDays = 3;

/** Nothing is due: the consultation is closed without a settlement, or settled without a fee. The card is removed then. */
export async function isCardUnwanted(ctx: Ctx, hold: Hold): Promise<boolean> {
  if (!standingStates.includes(hold.state) || hold.requestedAction !== null) return false;
  const { closed_at: closedAt, settled_at: settledAt } = await getConsultation(ctx, hold.consultationId);
  if (settledAt === null) return closedAt !== null;
  // Closing a case waits until no card is saved, so this must not wait for closing.
  const over = closedAt !== null || ctx.clock.now() >= addDays(new Date(settledAt), correctionDays);
  return over && (await isNothingDue(ctx, hold));
}

/** A hold before the change, the provider state, and the hold's new state. */
export type ReconciledChange = {
  readonly hold: Hold;
  /** Undefined when the provider does not have the hold. */
  readonly providerState: ProviderHold | undefined;
  readonly verdict: ReconcileVerdict;
  readonly state: HoldState;
};

type Anomaly = 'capture_lost' | 'charged_without_hold' | 'mismatch';

/** Records anomalies that the states alone do not show; staff have to check each one. */
export function recordAnomaly(tx: Tx, change: ReconciledChange): void {
  const { hold, providerState } = change;
  if (providerState === undefined) tx.log.warn({ hold: hold.id, state: hold.state }, 'checkout.hold-unknown');
  const anomaly = findAnomaly(change);
  if (anomaly === undefined) return;
  tx.metrics.of(checkoutMetrics).anomalies.inc({ anomaly });
  tx.log.error({ hold: hold.id, anomaly }, 'checkout.hold-anomaly');
}

function findAnomaly({ hold, providerState, verdict, state }: ReconciledChange): Anomaly | undefined {
  // The customer paid, and no hold of ours shows it.
  if (providerState?.money === 'captured' && state !== 'captured') return 'charged_without_hold';
  if (verdict.failure === 'mismatch') return 'mismatch';
  if (hold.state !== 'held' || state !== 'expired') return undefined;
  return hold.requestedAction === 'capture' || hold.failure === captureRefused ? 'capture_lost' : undefined;
}
