import type { Tx } from '#context';
import { computeMoved } from '../rules.ts';
import type { Referral } from '../store.ts';
import { recordMoves } from './record-moves.ts';

/**
 * Expires referrals without withdrawing messages: a verb that must take further locks before those on messages (0024)
 * withdraws them afterwards.
 */
export function expireLeavingMessages(tx: Tx, referrals: readonly Referral[]): void {
  const now = tx.clock.now();
  recordMoves(
    tx,
    referrals.map((referral) => computeMoved(referral, { action: 'expire' }, now)),
  );
}
