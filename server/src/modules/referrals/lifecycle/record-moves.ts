import type { Tx } from '#context';
import { closeConsultations } from '#modules/consultations';
import { publishEvent } from '#modules/webhooks';
import { eventOfStatus, referralEvent } from '../events.ts';
import { updateReferrals, type Referral } from '../store.ts';
import { referralTransitions } from '../transitions.ts';

export function recordMoves(tx: Tx, moved: readonly Referral[]): void {
  updateReferrals(tx.db, moved);
  publishEvent(tx, ...moved.map((referral) => referralEvent(referral, eventOfStatus[referral.status])));
  const ended = moved.filter(({ status }) => referralTransitions.isTerminal(status));
  // The consultation before the messages, as whoever notes a call takes them.
  closeConsultations(
    tx,
    ended.flatMap(({ consultationId }) => consultationId ?? []),
  );
}
