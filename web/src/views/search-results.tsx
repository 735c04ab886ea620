import { useEffect, useRef } from 'react';
import type { Card } from '#api/types.ts';
import { humanize, titleOfSource } from '#lib/format.ts';
import { UntrustedText } from '#ui/untrusted-text.tsx';

type SearchResultsProps = {
  /** Undefined while the search is running. */
  readonly cards: readonly Card[] | undefined;
  readonly activeIndex: number;
  readonly hasMore: boolean;
  readonly error: Error | null;
  onOpen(card: Card): void;
};

export function SearchResults({ cards, activeIndex, hasMore, error, onOpen }: SearchResultsProps) {
  const summary = cards === undefined ? 'Searching…' : describeResults(cards.length, hasMore);
  return (
    <div className="absolute top-full right-0 left-0 z-20 mt-1 overflow-hidden rounded-lg border border-edge bg-paper shadow-xl">
      <ul id="search-results" role="listbox" aria-label="Search results" className="max-h-96 overflow-auto">
        {cards?.map((card, index) => (
          <Result key={card.id} card={card} index={index} selected={index === activeIndex} onOpen={onOpen} />
        ))}
      </ul>
      <p role="status" className="border-t border-line px-3 py-2 text-soft">
        {error?.message ?? summary}
      </p>
    </div>
  );
}

const describeResults = (count: number, hasMore: boolean): string => {
  if (count === 0) return 'No results. Try the last four digits of the phone number or the end of the VIN.';
  return hasMore
    ? `First ${count} results. Type more to narrow the search.`
    : count === 1
      ? '1 result.'
      : `${count} results.`;
};

type ResultProps = {
  readonly card: Card;
  readonly index: number;
  readonly selected: boolean;
  onOpen(card: Card): void;
};

function Result({ card, index, selected, onOpen }: ResultProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li
      ref={row}
      id={`result-${index}`}
      role="option"
      aria-selected={selected}
      className={`flex cursor-pointer flex-wrap items-baseline gap-x-2 border-b border-line px-3 last:border-0 py-1.5 hover:bg-ground ${selected ? 'bg-accent-soft' : ''}`}
      // Keep the focus in the search field until the case opens.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(card)}
      onKeyDown={() => undefined}
    >
      <span className="shrink-0 font-mono text-[0.9em]">{card.number}</span>
      <span className="min-w-0 flex-1 basis-40 truncate">
        {card.name === null ? (
          <span className="text-soft">{card.unreadable ? 'Can’t be decrypted' : 'No name'}</span>
        ) : (
          <UntrustedText text={card.name} max={40} />
        )}{' '}
        {card.vehicle !== null && <UntrustedText text={card.vehicle} max={40} />}
      </span>
      <span className="w-full text-[0.9em] text-soft">
        {titleOfSource(card)}
        {card.test ? ', test case' : ''},{' '}
        {card.closed_at === null ? humanize(card.status) : `closed: ${humanize(card.status)}`}
      </span>
    </li>
  );
}
