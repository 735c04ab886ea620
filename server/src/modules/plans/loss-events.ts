import type { LossNotice, RedemptionView, StatementView } from './loss-schemas.ts';
import type { LossRow, Redemption } from './loss-store.ts';
import type { Statement } from './statement-store.ts';

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

export const toStatement = (row: Statement): StatementView => ({
  id: row.id,
  object: 'gap.statement',
  number: row.number,
  period: row.period,
  status: row.status,
  currency: 'USD',
  enrollment_count: row.enrollmentCount,
  amount_cents: row.amountCents,
  lines: row.lines.map(({ plan, quantity, unit_price_cents, amount_cents }) => ({
    plan,
    quantity,
    unit_price_cents,
    amount_cents,
  })),
  issued_at: row.issuedAt.toISOString(),
  due_at: row.dueAt.toISOString(),
});
