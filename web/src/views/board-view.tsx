import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { columnsQuery } from '#api/queries.ts';
import type { Columns } from '#api/types.ts';
import { emptyLaneTexts, laneTitles } from '#lib/format.ts';
import { mergeColumns, type MergedColumn } from '#lib/merge-columns.ts';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { CaseCard, lastOpened } from './case-card.tsx';

/** All open cases in columns by progress. The order on the screen changes only when the user asks for it. */
export function BoardView() {
  const { test = false } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const { data, error, isFetching } = useQuery({
    ...columnsQuery(test),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const [shown, setShown] = useState<Columns>();
  // On arrival the board shows the latest data; after that no card moves until the user shows the new order.
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (data === undefined || (loaded && data.test === shown?.test)) return;
    setShown(data);
    setLoaded(!isFetching);
  }, [data, shown, loaded, isFetching]);
  const toggleTest = (): void => void navigate({ search: test ? {} : { test: true } });
  const merged = shown !== undefined && data?.test === shown.test ? mergeColumns(shown, data) : undefined;
  useShortcuts({ r: () => setShown(data), t: toggleTest, ...moveShortcuts });
  useTitle('Board');
  useRestoredFocus(merged !== undefined);
  if (error !== null && data === undefined) return <ErrorMessage error={error} />;
  return (
    <div className="flex flex-col gap-3 p-3 sm:p-4">
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        <h1 className="text-lg font-bold">{test ? 'Board: test cases' : 'Board'}</h1>
        <p aria-live="polite">
          {merged !== undefined && merged.updates > 0 && (
            <button type="button" className="button min-h-7 border-accent text-accent" onClick={() => setShown(data)}>
              {merged.updates === 1 ? '1 update' : `${merged.updates} updates`}: show new order{' '}
              <span className="key">R</span>
            </button>
          )}
        </p>
        <label className="ml-auto flex min-h-6 items-center gap-2 text-soft">
          <input type="checkbox" checked={test} onChange={toggleTest} />
          Test cases <span className="key max-sm:hidden">T</span>
        </label>
      </div>
      {error !== null && <StaleWarning error={error} />}
      {merged === undefined ? (
        <p className="text-soft">Loading…</p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-3 xl:grid-cols-5">
          {merged.columns.map((column) => (
            <Lane key={column.lane} column={column} />
          ))}
        </div>
      )}
    </div>
  );
}

function Lane({ column: { lane, count, oldest_at: oldest, cards } }: { readonly column: MergedColumn }) {
  const hiddenCount = count - cards.filter(({ change }) => change === undefined || change === 'added').length;
  return (
    <section aria-labelledby={`lane-${lane}`} className="min-w-0 rounded-lg bg-line/35 p-1.5" data-lane={lane}>
      <header className="flex items-baseline gap-2 px-1.5 pt-0.5 pb-1.5">
        <h2 id={`lane-${lane}`} className="font-semibold">
          {laneTitles[lane]}
        </h2>
        <span className="rounded-full bg-paper px-2 text-[0.9em] font-semibold">{count.toLocaleString('en-US')}</span>
        {oldest !== null && (
          <span className="ml-auto text-[0.85em] whitespace-nowrap text-soft">
            oldest <Ago at={oldest} />
          </span>
        )}
      </header>
      {cards.length === 0 && <p className="px-1.5 pb-2 text-soft">{emptyLaneTexts[lane]}</p>}
      <ul className="flex flex-col gap-1.5">
        {cards.map((card) => (
          <CaseCard key={card.id} card={card} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="px-1.5 pt-2 text-soft">
          {hiddenCount.toLocaleString('en-US')} more. Use search or take the next call.
        </p>
      )}
    </section>
  );
}

/** After returning from a case, focuses the card it was opened from. */
function useRestoredFocus(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const card = [...document.querySelectorAll<HTMLElement>('[data-card]')].find(
      ({ dataset }) => dataset['card'] === lastOpened.id,
    );
    lastOpened.id = undefined;
    card?.focus();
  }, [ready]);
}

/** J and K move down and up a column, H and L to the column on the left and right. */
const moveShortcuts = {
  j: () => focusCard(1),
  k: () => focusCard(-1),
  h: () => focusLane(-1),
  l: () => focusLane(1),
};

const cardsIn = (lane: Element): HTMLElement[] => [...lane.querySelectorAll<HTMLElement>('a[data-card]')];
const focusedLane = (): Element | null => document.activeElement?.closest('[data-lane]') ?? null;

function focusCard(by: number): void {
  const lane = focusedLane() ?? document.querySelector('[data-lane]:has(a[data-card])');
  if (lane === null) return;
  const cards = cardsIn(lane);
  const index = cards.findIndex((card) => card === document.activeElement);
  cards[Math.min(Math.max(0, index + by), cards.length - 1)]?.focus();
}

function focusLane(by: number): void {
  const lanes = [...document.querySelectorAll('[data-lane]:has(a[data-card])')];
  const from = focusedLane();
  const index = from === null ? -1 : lanes.indexOf(from);
  const lane = lanes[Math.min(Math.max(0, index + by), lanes.length - 1)];
  if (lane !== undefined) cardsIn(lane)[0]?.focus();
}
