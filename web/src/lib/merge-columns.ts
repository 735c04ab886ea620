import type { Card, Column, Columns } from '#api/types.ts';

/** A card in the place where somebody is looking at it, even when it belongs elsewhere by now. */
export type PlacedCard = Card & { readonly news?: 'new' | 'left' | 'closed' };
export type PlacedColumn = Omit<Column, 'cards'> & { readonly cards: readonly PlacedCard[] };
export type Placed = { readonly columns: readonly PlacedColumn[]; readonly updates: number };

/**
 * What is new, in the order that is on the screen: nothing moves under a pointer. A card that left its column stays and
 * says so, one that came is added at the end; both are news until somebody asks for the new order.
 */
export function mergeColumns(shown: Columns, fresh: Columns): Placed {
  const updated = new Set<string>();
  const columns = fresh.columns.map((column) => {
    const before = shown.columns.find(({ lane }) => lane === column.lane)?.cards ?? [];
    const now = new Map(column.cards.map((card) => [card.id, card]));
    // A full column shows its first cards only: one that is missing from it may just stand further down.
    const whole = column.cards.length === column.count;
    const elsewhere = new Map(
      fresh.columns
        .filter(({ lane }) => lane !== column.lane)
        .flatMap(({ cards }) => cards.map((card) => [card.id, card])),
    );
    const kept = before.map((card): PlacedCard => {
      const same = now.get(card.id);
      if (same !== undefined) return same;
      const moved = elsewhere.get(card.id);
      if (moved === undefined && !whole) return card;
      updated.add(card.id);
      return moved === undefined ? { ...card, news: 'closed' } : { ...moved, news: 'left' };
    });
    const known = new Set(before.map(({ id }) => id));
    const added = column.cards.filter(({ id }) => !known.has(id)).map((card): PlacedCard => ({ ...card, news: 'new' }));
    for (const { id } of added) updated.add(id);
    return { ...column, cards: [...kept, ...added] };
  });
  return { columns, updates: updated.size };
}
