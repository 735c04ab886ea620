import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { searchQuery } from '#api/queries.ts';
import type { Card } from '#api/types.ts';
import { useSettled } from '#ui/time.tsx';
import { SearchResults } from './search-results.tsx';

/** What was found for a text, and only for that: what was found for fewer letters is not what was asked for. */
function useFound(text: string) {
  const wanted = text.trim();
  const asked = useSettled(wanted);
  const { data, isFetching, error } = useQuery(searchQuery(asked));
  const current = asked === wanted && !isFetching ? data : undefined;
  return { shown: wanted.length >= 2, cards: current?.data, more: current?.has_more ?? false, error };
}

/** One box for everything: telephone, VIN, name, number or id. */
export function Search() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  // Enter may be pressed before the answer is there; the first one opens when it comes.
  const [hurried, setHurried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { shown, cards, more, error } = useFound(text);
  const write = (next: string): void => {
    setText(next);
    setHurried(false);
    setAt(0);
  };
  const open = (card: Card | undefined): void => {
    if (card === undefined) return;
    write('');
    // The keys of the case act again.
    field.current?.blur();
    void navigate({ to: '/cases/$id', params: { id: card.id } });
  };
  useEffect(() => {
    if (!hurried || cards === undefined) return;
    setHurried(false);
    open(cards[0]);
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(at + 1, Math.max(0, (cards?.length ?? 0) - 1))),
    ArrowUp: () => setAt(Math.max(0, at - 1)),
    Enter: () => (cards === undefined ? setHurried(shown) : open(cards[at])),
    Escape: () => (text === '' ? field.current?.blur() : write('')),
  };
  const press = (event: KeyboardEvent): void => {
    if (keys[event.key] !== undefined) event.preventDefault();
    keys[event.key]?.();
  };
  return (
    <search
      className="relative min-w-0 flex-1 basis-56 max-sm:order-3 max-sm:basis-full sm:max-w-md"
      onBlur={(event: FocusEvent<HTMLElement>) => event.currentTarget.contains(event.relatedTarget) || write('')}
    >
      <input
        id="search"
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search by phone, VIN, name, number or id"
        aria-expanded={shown}
        aria-controls="search-results"
        aria-activedescendant={cards?.[at] === undefined ? undefined : `found-${at}`}
        autoComplete="off"
        placeholder="Phone, VIN, name or id"
        maxLength={100}
        className="field"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
      />
      {shown && <SearchResults cards={cards} at={at} more={more} error={error} onOpen={open} />}
    </search>
  );
}
