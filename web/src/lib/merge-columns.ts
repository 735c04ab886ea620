import type { Card, Column, Columns } from '#api/types.ts';

/** A card at the position where the user last saw it, even if it has moved to another column since. */
export type MergedCard = Card & { readonly change?: 'added' | 'moved' | 'closed' };
export type MergedColumn = Omit<Column, 'cards'> & { readonly cards: readonly MergedCard[] };
type MergedBoard = { readonly columns: readonly MergedColumn[]; readonly updates: number };

/**
 * Fresh data in the order that is on the screen, so that no card moves under the pointer. A card that left its column
 * stays there, marked; a card that arrived is appended, marked. `updates` counts both, until the user shows the new order.
 */
export function mergeColumns(shown: Columns, fresh: Columns): MergedBoard {
  const updated = new Set<string>();
  const columns = fresh.columns.map((column) => {
    const before = shown.columns.find(({ lane }) => lane === column.lane)?.cards ?? [];
    const now = new Map(column.cards.map((card) => [card.id, card]));
    // The service returns only the first cards of a long column: a missing card may be further down.
    const complete = column.cards.length === column.count;
    const elsewhere = new Map(
      fresh.columns
        .filter(({ lane }) => lane !== column.lane)
        .flatMap(({ cards }) => cards.map((card) => [card.id, card])),
    );
    const kept = before.map((card): MergedCard => {
      const same = now.get(card.id);
      if (same !== undefined) return same;
      const moved = elsewhere.get(card.id);
      if (moved === undefined && !complete) return card;
      updated.add(card.id);
      return moved === undefined ? { ...card, change: 'closed' } : { ...moved, change: 'moved' };
    });
    const known = new Set(before.map(({ id }) => id));
    const added = column.cards
      .filter(({ id }) => !known.has(id))
      .map((card): MergedCard => ({ ...card, change: 'added' }));
    for (const { id } of added) updated.add(id);
    return { ...column, cards: [...kept, ...added] };
  });
  return { columns, updates: updated.size };
}
