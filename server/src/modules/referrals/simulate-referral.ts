import type { Tx } from '#context';
import { invalidState } from './errors.ts';
import { activateReferral, moveReferral, requireLocked } from './move-referral.ts';
import { nextStep, simulatedIncreaseCents, statusAt, type SimulationStep } from './rules.ts';
import type { Owner, Referral } from './store.ts';

/** Moves a referral of the sandbox as people and time would (decision 107). */
export async function simulateReferral(
  tx: Tx,
  owner: Owner,
  { id, step }: { id: string; step: SimulationStep | undefined },
): Promise<Referral> {
  const referral = await requireLocked(tx, owner, id);
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
