import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { searchQuery } from '#api/queries.ts';
import type { Card } from '#api/types.ts';
import { useDebounced } from '#ui/time.tsx';
import { SearchResults } from './search-results.tsx';

/** Results for exactly this text; results for a shorter text are never shown instead. */
function useSearchResults(text: string) {
  const trimmed = text.trim();
  const searched = useDebounced(trimmed);
  const { data, isFetching, error } = useQuery(searchQuery(searched));
  const current = searched === trimmed && !isFetching ? data : undefined;
  return { shown: trimmed.length >= 2, cards: current?.data, hasMore: current?.has_more ?? false, error };
}

/** One search field for phone, VIN, name, case number or ID. */
export function Search() {
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  // Enter before the results are there opens the first one when they arrive.
  const [openWhenLoaded, setOpenWhenLoaded] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { shown, ...results } = useSearchResults(text);
  const { cards } = results;
  const changeText = (next: string): void => {
    setText(next);
    setOpenWhenLoaded(false);
    setActiveIndex(0);
  };
  const openCase = (card: Card | undefined): void => {
    if (card === undefined) return;
    changeText('');
    // Leave the field, so that the shortcuts of the case work.
    field.current?.blur();
    void navigate({ to: '/cases/$id', params: { id: card.id } });
  };
  useEffect(() => {
    if (!openWhenLoaded || cards === undefined) return;
    setOpenWhenLoaded(false);
    openCase(cards[0]);
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActiveIndex(Math.min(activeIndex + 1, Math.max(0, (cards?.length ?? 0) - 1))),
    ArrowUp: () => setActiveIndex(Math.max(0, activeIndex - 1)),
    Enter: () => (cards === undefined ? setOpenWhenLoaded(shown) : openCase(cards[activeIndex])),
    Escape: () => (text === '' ? field.current?.blur() : changeText('')),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (keys[event.key] !== undefined) event.preventDefault();
    keys[event.key]?.();
  };
  return (
    <search
      className="relative min-w-0 flex-1 basis-40 max-sm:order-3 max-sm:basis-full sm:max-w-md"
      onBlur={(event: FocusEvent<HTMLElement>) => event.currentTarget.contains(event.relatedTarget) || changeText('')}
    >
      <input
        id="search"
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search by phone, VIN, name, case number or ID"
        aria-expanded={shown}
        aria-controls="search-results"
        aria-activedescendant={cards?.[activeIndex] === undefined ? undefined : `result-${activeIndex}`}
        autoComplete="off"
        placeholder="Phone, VIN, name or ID"
        maxLength={100}
        className="field"
        value={text}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {shown && <SearchResults {...results} activeIndex={activeIndex} onOpen={openCase} />}
    </search>
  );
}
