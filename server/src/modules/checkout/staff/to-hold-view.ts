import { addHours } from '#lib/time/dates';
import type { Hold, HoldDispute } from '../hold-store.ts';
import { isChargeSpent } from '../card-rules.ts';
import type { Refund } from '../refund-store.ts';
import { netCents, warnHours } from '../rules.ts';
import type { HoldView } from '../schemas.ts';
import { standingStates } from '../transitions.ts';

const toDispute = ({ status, amountCents, dueAt, changedAt }: HoldDispute) => ({
  status,
  amount_cents: amountCents,
  due_at: dueAt?.toISOString() ?? null,
  changed_at: changedAt.toISOString(),
});

const toRefund = ({ id, amountCents, reason, state, requestedBy, requestedAt, failure }: Refund) => ({
  id,
  amount_cents: amountCents,
  reason,
  state,
  requested_by: requestedBy,
  requested_at: requestedAt.toISOString(),
  failure,
});

export const toHoldView = (hold: Hold, now: Date): HoldView => ({
  object: 'hold',
  id: hold.id,
  consultation_id: hold.consultationId,
  product: hold.product,
  kind: hold.kind,
  state: hold.state,
  amount_cents: hold.amountCents,
  discount_cents: hold.discountCents,
  captured_cents: hold.capturedCents,
  refunded_cents: hold.refundedCents,
  refunded_at: hold.refundedAt?.toISOString() ?? null,
  dispute: hold.dispute === undefined ? null : toDispute(hold.dispute),
  refunds: hold.refunds.map(toRefund),
  net_cents: netCents(hold),
  owner_must_act: hold.state === 'charge_failed' && isChargeSpent(hold),
  credit_cents: hold.creditCents,
  terms_version: hold.acceptance.terms_version,
  accepted_at: hold.acceptance.at,
  capture_before: hold.captureBefore?.toISOString() ?? null,
  expires_soon:
    standingStates.includes(hold.state) &&
    hold.captureBefore !== undefined &&
    hold.captureBefore < addHours(now, warnHours),
  wish: hold.requestedAction,
  wished_by: hold.requestedBy,
  failure: hold.failure,
  created_at: hold.createdAt.toISOString(),
  held_at: hold.heldAt?.toISOString() ?? null,
  hold_lapsed_at: hold.holdLapsedAt?.toISOString() ?? null,
  ended_at: hold.endedAt?.toISOString() ?? null,
});
