import type { Tx } from '#context';
import { endCheckouts } from '#modules/checkout';
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
  const consultationIds = ended.flatMap(({ consultationId }) => consultationId ?? []);
  // They are moved by one action, so they have one status.
  closeConsultations(tx, consultationIds, ended[0]?.status ?? 'closed');
  endCheckouts(tx, consultationIds);
}
