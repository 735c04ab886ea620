import { addHours } from '#lib/time/dates';
import type { Hold, HoldDispute } from '../hold-store.ts';
import { warnHours } from '../rules.ts';
import type { HoldView } from '../schemas.ts';

const toDispute = ({ status, amountCents, dueAt, changedAt }: HoldDispute) => ({
  status,
  amount_cents: amountCents,
  due_at: dueAt?.toISOString() ?? null,
  changed_at: changedAt.toISOString(),
});

export const toHoldView = (hold: Hold, now: Date): HoldView => ({
  object: 'hold',
  id: hold.id,
  consultation_id: hold.consultationId,
  product: hold.product,
  state: hold.state,
  amount_cents: hold.amountCents,
  discount_cents: hold.discountCents,
  captured_cents: hold.capturedCents,
  refunded_cents: hold.refundedCents,
  refunded_at: hold.refundedAt?.toISOString() ?? null,
  dispute: hold.dispute === undefined ? null : toDispute(hold.dispute),
  credit_cents: hold.creditCents,
  terms_version: hold.acceptance.terms_version,
  accepted_at: hold.acceptance.at,
  capture_before: hold.captureBefore?.toISOString() ?? null,
  expires_soon:
    hold.state === 'held' && hold.captureBefore !== undefined && hold.captureBefore < addHours(now, warnHours),
  wish: hold.requestedAction,
  wished_by: hold.requestedBy,
  failure: hold.failure,
  created_at: hold.createdAt.toISOString(),
  held_at: hold.heldAt?.toISOString() ?? null,
  ended_at: hold.endedAt?.toISOString() ?? null,
});
