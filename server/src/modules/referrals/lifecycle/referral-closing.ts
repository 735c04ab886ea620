import { requireStaff } from '#actor';
import type { Tx } from '#context';
import type { SettledMoney } from '#modules/checkout';
import { computeMoved, statusAt, toReferralMoney } from '../rules.ts';
import { findTenant, updateReferrals, type Referral } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { lockWithMoney } from './lock-with-money.ts';
import { moveReferral, recordMoves } from './referral-moves.ts';

/**
 * Locks the referral of a case that is to be closed; the referral is closed too if T6 allows it, and is never reopened.
 */
export async function prepareReferralClose(tx: Tx, id: string) {
  const tenant = await findTenant(tx.db, id);
  const referral = tenant && (await getLockedReferral(tx, tenant, id));
  return {
    hindrance: undefined,
    end(): void {
      if (referral === undefined) return;
      if (referralTransitions.canMove(statusAt(referral, tx.clock.now()), 'close'))
        moveReferral(tx, referral, { action: 'close' });
    },
    resume: async () => undefined,
  };
}

/**
 * Locks the referral of a borrower who says no on the phone, and returns the resulting change (T6): it is declined, or
 * closed if it was activated, and then its holds are released. A settled one stays settled: the insurer has paid, and
 * only the calls end. A no is recorded in any state of the referral.
 */
export async function prepareDecline(tx: Tx, id: string): Promise<() => Promise<void>> {
  const { staffId } = requireStaff(tx.actor);
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return async () => undefined;
  const { referral, money } = await lockWithMoney(tx, tenant, id);
  return async () => {
    if (referralTransitions.canMove(referral.status, 'decline')) moveReferral(tx, referral, { action: 'decline' });
    else if (referral.status === 'activated') {
      await money?.release(staffId);
      moveReferral(tx, referral, { action: 'close' });
    }
  };
}

/**
 * Locks the referral of a consultation that is being settled, and returns the resulting change: an activated one is
 * settled (T6), and the figures for a settled one follow its parts.
 */
export async function prepareSettlement(tx: Tx, id: string): Promise<(money: SettledMoney) => void> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return () => undefined;
  const referral = await getLockedReferral(tx, tenant, id);
  return ({ settledNow, ...money }) => {
    const changes = toReferralMoney(money);
    if (settledNow && referralTransitions.canMove(referral.status, 'settle'))
      moveReferral(tx, referral, { action: 'settle', ...changes });
    else if (referral.settledAt !== null) updateReferrals(tx.db, [{ ...referral, ...changes }]);
  };
}

/**
 * Expires referrals without withdrawing messages: an operation that takes further locks before those on messages (0024)
 * withdraws them afterwards.
 */
export function expireLeavingMessages(tx: Tx, referrals: readonly Referral[]): void {
  const now = tx.clock.now();
  recordMoves(
    tx,
    referrals.map((referral) => computeMoved(referral, { action: 'expire' }, now)),
  );
}
