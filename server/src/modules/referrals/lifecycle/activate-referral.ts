import type { Tx } from '#context';
import { createNumberedConsultation } from '#modules/consultations';
import { wantMarketRead } from '#modules/facts';
import { callContactOf, offerOf, type MoveChanges } from '../rules.ts';
import type { Referral } from '../store.ts';
import { moveReferral } from './move-referral.ts';
import { requireMove } from './require-move.ts';

type Activation = {
  readonly via: 'invitation' | 'warm_handoff' | 'staff' | 'simulation';
  readonly priority: boolean;
};

/** Activates a referral: a numbered consultation, and a price that no longer changes. */
export async function activateReferral(
  tx: Tx,
  referral: Referral,
  { via, priority, ...changes }: Activation & MoveChanges,
): Promise<Referral> {
  requireMove(tx, referral, 'activate');
  const consultation = await createNumberedConsultation(tx, {
    source: 'referral',
    sourceId: referral.id,
    priority,
    // Whoever has the link of the invitation has the mailbox or the telephone it was sent to.
    proven: via === 'invitation',
    test: !referral.livemode,
    contact: callContactOf(referral),
    offer: offerOf(referral),
  });
  wantMarketRead(tx, consultation.id);
  return moveReferral(
    tx,
    { ...referral, via, ...consultationFields(consultation) },
    { action: 'activate', ...changes },
  );
}

const consultationFields = ({ id, number }: { id: string; number: string }) => ({
  consultationId: id,
  consultationNumber: number,
});
