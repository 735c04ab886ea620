import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { readIdCursor } from '#platform/http';
import { listHoldPage, type Hold } from '../hold-store.ts';
import { warnHours } from '../rules.ts';
import type { HoldQuery } from '../schemas.ts';
import { toHoldView } from './to-hold-view.ts';

/** Holds for staff, newest first, page by page. */
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
    belowId: query.cursor === undefined ? undefined : readIdCursor('hld', query.cursor),
    limit: limit + 1,
  });
  const page = toPage(rows, limit, { item: (hold) => toHoldView(hold, now), cursor: ({ id }) => writeCursor(id) });
  return { ...page, provider_configured: ctx.cards.configured };
}
