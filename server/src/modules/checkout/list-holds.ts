import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addHours } from '#lib/dates';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/pages';
import { validationFailed } from '#platform/errors';
import { holdNotFound } from './errors.ts';
import { findHold, listHoldPage, listHoldsOfConsultation, type Hold, type HoldDispute } from './hold-store.ts';
import { warnHours } from './rules.ts';
import type { HoldQuery, HoldView } from './schemas.ts';

/** Holds for the team, newest first, a page at a time. */
export async function listHolds(ctx: Ctx, query: HoldQuery) {
  requireStaff(ctx.actor);
  const limit = readLimit(query.limit);
  const now = ctx.clock.now();
  const rows = await listHoldPage(ctx.db, {
    state: query.state as Hold['state'] | undefined,
    product: query.product as Hold['product'] | undefined,
    consultationId: query.consultation_id,
    expiringBefore: query.expires_soon === undefined ? undefined : addHours(now, warnHours),
    disputed: query.disputed !== undefined,
    belowId: query.cursor === undefined ? undefined : readPlace(query.cursor),
    limit: limit + 1,
  });
  const page = toPage(rows, limit, { item: (hold) => toView(hold, now), cursor: ({ id }) => writeCursor(id) });
  return { ...page, provider_configured: ctx.cards.configured };
}

export async function getHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  requireStaff(ctx.actor);
  const hold = await findHold(ctx.db, holdId);
  if (hold === undefined) throw holdNotFound();
  return toView(hold, ctx.clock.now());
}

function readPlace(cursor: string): string {
  const [id] = readCursor(cursor, [/^hld_[0-9A-Za-z]{24}$/]) ?? [];
  if (id === undefined) throw validationFailed([{ path: 'cursor', message: 'is not a cursor of this list' }]);
  return id;
}

/** What a case's page shows: what stood once, or may come to. */
export async function listCaseHolds(ctx: Ctx, consultationId: string): Promise<HoldView[]> {
  requireStaff(ctx.actor);
  const holds = await listHoldsOfConsultation(ctx.db, consultationId);
  return holds
    .filter(({ heldAt, state }) => heldAt !== undefined || state === 'page_open')
    .map((hold) => toView(hold, ctx.clock.now()));
}

const toDispute = ({ status, amountCents, dueAt, changedAt }: HoldDispute) => ({
  status,
  amount_cents: amountCents,
  due_at: dueAt?.toISOString() ?? null,
  changed_at: changedAt.toISOString(),
});

const toView = (hold: Hold, now: Date): HoldView => ({
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
  wish: hold.wish,
  wished_by: hold.wishedBy,
  failure: hold.failure,
  created_at: hold.createdAt.toISOString(),
  held_at: hold.heldAt?.toISOString() ?? null,
  ended_at: hold.endedAt?.toISOString() ?? null,
});
