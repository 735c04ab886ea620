import type { LossNotice, RedemptionView } from './schemas.ts';
import type { LossRow, Redemption } from './store.ts';

export const toLossNotice = (row: LossRow, consultationNumber: string): LossNotice => ({
  id: row.id,
  object: 'gap.loss_notice',
  status: 'received',
  external_ref: row.externalRef,
  enrollment_id: row.enrollmentId,
  redemption_id: row.redemptionId,
  consultation_number: consultationNumber,
  date_of_loss: row.dateOfLoss.toISOString(),
  loss_state: row.lossState,
  carrier: row.carrier,
  claim_number: row.claimNumber,
  initial_offer_cents: row.initialOfferCents,
  test: !row.livemode,
  created_at: row.createdAt.toISOString(),
});

export const toRedemption = (row: Redemption): RedemptionView => ({
  id: row.id,
  object: 'gap.redemption',
  status: row.status,
  enrollment_id: row.enrollmentId,
  loss_notice_id: row.lossNoticeId,
  consultation_number: row.consultationNumber,
  test: !row.livemode,
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
});

/** The members of redemption events besides the enrollment. */
export function redemptionExtra(redemption: Redemption) {
  const full = toRedemption(redemption);
  const { id, object, status, consultation_number, created_at, completed_at } = full;
  return {
    thin: { redemption: { id, object, status, consultation_number, created_at, completed_at } },
    full: { redemption: full },
  };
}
