import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { recordDelivered } from '#modules/checkout';
import { queueMessage } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { invalidState } from '../errors.ts';
import { nextStep, simulatedIncreaseCents, statusAt, type SimulationStep } from '../rules.ts';
import type { ReferralStatus } from '../schemas.ts';
import type { Referral } from '../store.ts';
import { activateReferral } from './activate-referral.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { moveReferral } from './move-referral.ts';
import { prepareBorrowerDelivery } from './prepare-borrower-delivery.ts';
import { settleReferral } from './settle-referral.ts';

/** Moves a referral of the sandbox as people and time would (D-107). */
export async function simulateReferral(
  tx: Tx,
  tenant: Tenant,
  { id, step }: { id: string; step: SimulationStep | undefined },
): Promise<Referral> {
  const referral = await getLockedReferral(tx, tenant, id);
  const status = statusAt(referral, tx.clock.now());
  const chosen = step ?? nextStep[status];
  if (chosen === undefined) throw invalidState(status);
  if (chosen === 'accept') return activateReferral(tx, referral, { via: 'simulation', priority: false });
  if (chosen === 'deliver') return deliverReferral(tx, referral, status);
  if (chosen === 'settle') return settleReferral(tx, referral, simulatedMoney(referral));
  return moveReferral(tx, referral, { action: chosen });
}

/** The free consultation is given, which moves no referral: a borrower who pays gets a checkout with test cards. */
async function deliverReferral(tx: Tx, referral: Referral, status: ReferralStatus): Promise<Referral> {
  const { id: sourceId, consultationId } = referral;
  if (consultationId === null || (status !== 'activated' && status !== 'settled')) throw invalidState(status);
  const sources = { referral: prepareBorrowerDelivery };
  queueMessage(tx, ...(await recordDelivered(tx, { consultationId, source: 'referral', sourceId, sources })));
  return referral;
}

/** As when the team confirmed that both figures are before tax and fees. */
function simulatedMoney({ claim: { initial_offer_cents: cents } }: Referral) {
  const value = (amount: number): OfferParts => ({ value: { cents: amount, from: 'staff' } });
  return { offer: value(cents), settlement: value(cents + simulatedIncreaseCents) };
}
