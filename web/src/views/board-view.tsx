import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { columnsQuery } from '#api/queries.ts';
import type { Columns } from '#api/types.ts';
import { laneEmpty, laneTitles } from '#lib/format.ts';
import { mergeColumns, type PlacedColumn } from '#lib/merge-columns.ts';
import { useKeys } from '#ui/keys.ts';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { Stale, Trouble } from '#ui/trouble.tsx';
import { CaseCard, lastOpened } from './case-card.tsx';

/** Everything that is open, by where it stands. The order on the screen changes only when somebody asks for it. */
export function BoardView() {
  const { test = false } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const { data, error, isFetching } = useQuery({
    ...columnsQuery(test),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const [shown, setShown] = useState<Columns>();
  // Whoever comes to the board gets it as it is now; from then on nothing moves under their hands.
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    if (data === undefined || (arrived && data.test === shown?.test)) return;
    setShown(data);
    setArrived(!isFetching);
  }, [data, shown, arrived, isFetching]);
  const switchTest = (): void => void navigate({ search: test ? {} : { test: true } });
  const placed = shown !== undefined && data?.test === shown.test ? mergeColumns(shown, data) : undefined;
  useKeys({ r: () => setShown(data), t: switchTest, ...moves });
  useTitle('Board');
  useLastCard(placed !== undefined);
  if (error !== null && data === undefined) return <Trouble error={error} />;
  return (
    <div className="flex flex-col gap-3 p-3 sm:p-4">
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        <h1 className="text-lg font-bold">{test ? 'Board: test objects' : 'Board'}</h1>
        <p aria-live="polite">
          {placed !== undefined && placed.updates > 0 && (
            <button type="button" className="button min-h-7 border-accent text-accent" onClick={() => setShown(data)}>
              {placed.updates === 1 ? '1 update' : `${placed.updates} updates`}, show the new order{' '}
              <span className="key">R</span>
            </button>
          )}
        </p>
        <label className="ml-auto flex min-h-6 items-center gap-2 text-soft">
          <input type="checkbox" checked={test} onChange={switchTest} />
          Test objects <span className="key max-sm:hidden">T</span>
        </label>
      </div>
      {error !== null && <Stale error={error} />}
      {placed === undefined ? (
        <p className="text-soft">Loading…</p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-3 xl:grid-cols-5">
          {placed.columns.map((column) => (
            <Lane key={column.lane} column={column} />
          ))}
        </div>
      )}
    </div>
  );
}

function Lane({ column: { lane, count, oldest_at: oldest, cards } }: { readonly column: PlacedColumn }) {
  const rest = count - cards.filter(({ news }) => news === undefined || news === 'new').length;
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
      {cards.length === 0 && <p className="px-1.5 pb-2 text-soft">{laneEmpty[lane]}</p>}
      <ul className="flex flex-col gap-1.5">
        {cards.map((card) => (
          <CaseCard key={card.id} card={card} />
        ))}
      </ul>
      {rest > 0 && (
        <p className="px-1.5 pt-2 text-soft">{rest.toLocaleString('en-US')} more: search, or take the next call.</p>
      )}
    </section>
  );
}

/** Whoever comes back from a case stands where they left, and walks on from there. */
function useLastCard(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const card = [...document.querySelectorAll<HTMLElement>('[data-card]')].find(
      ({ dataset }) => dataset['card'] === lastOpened.id,
    );
    lastOpened.id = undefined;
    card?.focus();
  }, [ready]);
}

/** J and K walk down and up a column, H and L to the next one. */
const moves = {
  j: () => step(1),
  k: () => step(-1),
  h: () => cross(-1),
  l: () => cross(1),
};

const cardsIn = (lane: Element): HTMLElement[] => [...lane.querySelectorAll<HTMLElement>('a[data-card]')];
const laneOfFocus = (): Element | null => document.activeElement?.closest('[data-lane]') ?? null;

function step(by: number): void {
  const lane = laneOfFocus() ?? document.querySelector('[data-lane]:has(a[data-card])');
  if (lane === null) return;
  const cards = cardsIn(lane);
  const at = cards.findIndex((card) => card === document.activeElement);
  cards[Math.min(Math.max(0, at + by), cards.length - 1)]?.focus();
}

function cross(by: number): void {
  const lanes = [...document.querySelectorAll('[data-lane]:has(a[data-card])')];
  const from = laneOfFocus();
  const at = from === null ? -1 : lanes.indexOf(from);
  const lane = lanes[Math.min(Math.max(0, at + by), lanes.length - 1)];
  if (lane !== undefined) cardsIn(lane)[0]?.focus();
}
