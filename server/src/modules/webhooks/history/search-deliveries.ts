import type { Ctx } from '#context';
import type { AccountMode } from '../rules.ts';
import type { FoundPage } from './portal-schemas.ts';
import { toSummary, writePosition } from './portal-rules.ts';
import { searchDeliveryRows, type DeliverySearch } from './search-store.ts';

/** Deliveries of an account and mode, those of deleted endpoints too; newest first. */
export async function searchDeliveries(ctx: Ctx, owner: AccountMode, search: DeliverySearch): Promise<FoundPage> {
  const { rows, lookedTo } = await searchDeliveryRows(ctx.db, owner, search);
  const shown = rows.slice(0, search.limit);
  const last = shown.at(-1);
  const full = rows.length > search.limit && last !== undefined;
  const next = full ? { at: last.created_at, id: last.id } : lookedTo;
  return {
    object: 'list',
    data: shown.map(toSummary),
    has_more: next !== undefined,
    next_cursor: next === undefined ? null : writePosition(next),
    // Older ones may match too; the next page looks on from there.
    searched_to: full || lookedTo === undefined ? null : lookedTo.at.toISOString(),
  };
}
