import { useEffect, useRef } from 'react';
import type { Card } from '#api/types.ts';
import { inWords, sourceTitles } from '#lib/format.ts';
import { Theirs } from '#ui/theirs.tsx';

type Found = {
  /** Undefined while nothing is known yet. */
  readonly cards: readonly Card[] | undefined;
  readonly at: number;
  readonly more: boolean;
  readonly error: Error | null;
  onOpen(card: Card): void;
};

export function SearchResults({ cards, at, more, error, onOpen }: Found) {
  const told = cards === undefined ? 'Searching…' : foundWords(cards.length, more);
  return (
    <div className="absolute top-full right-0 left-0 z-20 mt-1 overflow-hidden rounded-lg border border-edge bg-paper shadow-xl">
      <ul id="search-results" role="listbox" aria-label="Cases found" className="max-h-96 overflow-auto">
        {cards?.map((card, index) => (
          <Result key={card.id} card={card} index={index} chosen={index === at} onOpen={onOpen} />
        ))}
      </ul>
      <p role="status" className="border-t border-line px-3 py-2 text-soft">
        {error?.message ?? told}
      </p>
    </div>
  );
}

const foundWords = (count: number, more: boolean): string => {
  if (count === 0) return 'Nothing found. Try the last four digits of the number, or the end of the VIN.';
  return more ? `The first ${count}; type more to narrow it down.` : `${count} found.`;
};

type One = { readonly card: Card; readonly index: number; readonly chosen: boolean; onOpen(card: Card): void };

function Result({ card, index, chosen, onOpen }: One) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <li
      ref={row}
      id={`found-${index}`}
      role="option"
      aria-selected={chosen}
      className={`flex cursor-pointer flex-wrap items-baseline gap-x-2 border-b border-line px-3 last:border-0 py-1.5 hover:bg-ground ${chosen ? 'bg-accent-soft' : ''}`}
      // The field keeps the focus until the case is open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(card)}
      onKeyDown={() => undefined}
    >
      <span className="shrink-0 font-mono text-[0.9em]">{card.number}</span>
      <span className="min-w-0 flex-1 basis-40 truncate">
        {card.name === null ? <span className="text-soft">No name</span> : <Theirs text={card.name} max={40} />}{' '}
        {card.vehicle !== null && <Theirs text={card.vehicle} max={40} />}
      </span>
      <span className="w-full text-[0.9em] text-soft">
        {sourceTitles[card.source]}
        {card.test ? ', test object' : ''},{' '}
        {card.closed_at === null ? inWords(card.status) : `closed: ${inWords(card.status)}`}
      </span>
    </li>
  );
}
