import type { Tx } from '#context';
import { invalidState } from '../errors.ts';
import { statusAt } from '../rules.ts';
import type { Referral } from '../store.ts';
import { referralTransitions, type ReferralAction } from '../transitions.ts';

/** An invitation that has run out is refused like an expired one, also before the sweeper has come by. */
export function requireMove(tx: Tx, referral: Referral, action: ReferralAction): void {
  const status = statusAt(referral, tx.clock.now());
  if (!referralTransitions.canMove(status, action)) throw invalidState(status);
}
