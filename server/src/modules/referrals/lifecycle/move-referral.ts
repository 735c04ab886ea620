import type { Tx } from '#context';
import { computeMoved, type Move } from '../rules.ts';
import type { Referral } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { recordMoves } from './record-moves.ts';
import { requireMove } from './require-move.ts';
import { withdrawMessagesAbout } from './withdraw-messages-about.ts';

/** Moves a locked referral by one row of T6, with its event and what follows from it. */
export function moveReferral(tx: Tx, referral: Referral, move: Move): Referral {
  requireMove(tx, referral, move.action);
  const moved = computeMoved(referral, move, tx.clock.now());
  recordMove(tx, [moved]);
  return moved;
}

function recordMove(tx: Tx, moved: readonly Referral[]): void {
  recordMoves(tx, moved);
  withdrawMessagesAbout(
    tx,
    moved.filter(({ status }) => referralTransitions.isTerminal(status)),
  );
}
