import type { Tx } from '#context';
import { mergeParts, type OfferParts } from '#lib/numbers/offer-parts';
import { lockConsultation, recordParts } from '#modules/consultations';
import { offerOf, toReferralMoney } from '../rules.ts';
import type { Referral } from '../store.ts';
import { moveReferral } from './move-referral.ts';
import { requireMove } from './require-move.ts';

type SettleReferral = {
  readonly settlement: OfferParts;
  readonly offer?: OfferParts | undefined;
  readonly statusNote?: string;
};

/** Settles a referral, and its consultation with it: both say the same of the money. */
export async function settleReferral(
  tx: Tx,
  referral: Referral,
  { settlement, offer, ...noted }: SettleReferral,
): Promise<Referral> {
  requireMove(tx, referral, 'settle');
  const money = await recordMoney(tx, referral, { settlement, offer });
  return moveReferral(tx, referral, { action: 'settle', ...toReferralMoney(money), ...noted });
}

async function recordMoney(tx: Tx, referral: Referral, { settlement, offer }: SettleReferral) {
  if (referral.consultationId === null) return { offer: mergeParts(offerOf(referral), offer ?? {}), settlement };
  const locked = await lockConsultation(tx, referral.consultationId);
  return recordParts(tx, locked, { settlement, offer, retold: 'staff' });
}
