import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { invalidState } from '../errors.ts';
import { nextStep, simulatedIncreaseCents, statusAt, type SimulationStep } from '../rules.ts';
import type { Referral } from '../store.ts';
import { activateReferral } from './activate-referral.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { moveReferral } from './move-referral.ts';

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
  if (chosen === 'settle')
    return moveReferral(tx, referral, {
      action: 'settle',
      settlementCents: referral.claim.initial_offer_cents + simulatedIncreaseCents,
    });
  return moveReferral(tx, referral, { action: chosen });
}
