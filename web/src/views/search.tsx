import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { searchQuery } from '#api/queries.ts';
import type { Card } from '#api/types.ts';
import { inWords, sourceTitles } from '#lib/format.ts';
import { Theirs } from '#ui/theirs.tsx';

/** One box for everything: telephone, VIN, name, number or id. */
export function Search() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 200);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching, error } = useQuery(searchQuery(asked));
  const cards = asked.length < 2 ? undefined : data?.data;
  const open = (card: Card | undefined): void => {
    if (card === undefined) return;
    setText('');
    setAsked('');
    void navigate({ to: '/cases/$id', params: { id: card.id } });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setText('');
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, (cards?.length ?? 1) - 1));
    if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    if (event.key === 'Enter') open(cards?.[at]);
    if (['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) event.preventDefault();
  };
  return (
    <div className="relative min-w-0 flex-1 basis-56 max-sm:order-3 max-sm:basis-full sm:max-w-md">
      <input
        id="search"
        type="search"
        role="combobox"
        aria-label="Search by phone, VIN, name, number or id"
        aria-expanded={cards !== undefined}
        aria-controls="search-results"
        aria-activedescendant={cards?.[at] === undefined ? undefined : `found-${at}`}
        autoComplete="off"
        placeholder="Phone, VIN, name or id"
        maxLength={100}
        className="field"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {asked.length >= 2 && (
        <div className="absolute top-full right-0 left-0 z-20 mt-1 rounded-lg border border-line bg-paper shadow-xl">
          <Results cards={cards} at={at} onOpen={open} />
          <p role="status" className="px-3 py-2 text-soft">
            {error?.message ?? (isFetching ? 'Searching…' : told(cards?.length ?? 0, data?.has_more ?? false))}
          </p>
        </div>
      )}
    </div>
  );
}

const told = (count: number, more: boolean): string => {
  if (count === 0) return 'Nothing found.';
  return more ? `The first ${count}; type more to narrow it down.` : `${count} found.`;
};

type Found = { readonly cards: readonly Card[] | undefined; readonly at: number; onOpen(card: Card): void };

function Results({ cards = [], at, onOpen }: Found) {
  return (
    <ul id="search-results" role="listbox" aria-label="Cases found" className="max-h-96 overflow-auto">
      {cards.map((card, index) => (
        <li
          key={card.id}
          id={`found-${index}`}
          role="option"
          aria-selected={index === at}
          className={`flex cursor-pointer flex-wrap items-baseline gap-x-2 border-b border-line px-3 py-1.5 ${index === at ? 'bg-accent-soft' : ''}`}
          onClick={() => onOpen(card)}
          onKeyDown={() => undefined}
        >
          <span className="shrink-0 font-mono text-[0.9em]">{card.number}</span>
          <span className="min-w-0 flex-1 basis-40 truncate">
            <Theirs text={card.name ?? 'No name'} max={40} />{' '}
            {card.vehicle !== null && <Theirs text={card.vehicle} max={40} />}
          </span>
          <span className="w-full text-[0.9em] text-soft">
            {sourceTitles[card.source]},{' '}
            {card.closed_at === null ? inWords(card.status) : `closed: ${inWords(card.status)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
