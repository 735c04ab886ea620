import { useQuery } from '@tanstack/react-query';
import { mineQuery } from '#api/queries.ts';
import type { Card } from '#api/types.ts';
import { formatDateTime, formatDuration } from '#lib/format.ts';
import { setCallbackNotices, useNoticeSetting } from '#board/callback-notices.ts';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { useNow } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { CaseCard } from './case-card.tsx';

/** The user's own cases: promised calls with the time that is left, then the rest. */
export function MineView() {
  const { data, error } = useQuery({ ...mineQuery, refetchOnMount: 'always' });
  useTitle('Mine');
  if (data === undefined)
    return error === null ? <p className="p-4 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  const hidden = data.count - data.callbacks.length - data.cases.length;
  return (
    <div className="flex flex-col gap-3 p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-lg font-bold">Mine</h1>
        <NoticeSwitch />
      </div>
      {error !== null && <StaleWarning error={error} />}
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <section aria-labelledby="my-callbacks" className="min-w-0 rounded-lg bg-line/35 p-1.5" data-lane="callbacks">
          <Heading id="my-callbacks" title="My callbacks" count={data.callbacks.length} />
          {data.callbacks.length === 0 && <p className="px-1.5 pb-2 text-soft">You have no callbacks.</p>}
          <ul className="flex flex-col gap-1.5">
            {data.callbacks.map((card) => (
              <Callback key={card.id} card={card} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="my-cases" className="min-w-0 rounded-lg bg-line/35 p-1.5" data-lane="mine">
          <Heading id="my-cases" title="My other cases" count={data.cases.length} />
          {data.cases.length === 0 && <p className="px-1.5 pb-2 text-soft">You have no other open cases.</p>}
          <ul className="flex flex-col gap-1.5">
            {data.cases.map((card) => (
              <CaseCard key={card.id} card={card} />
            ))}
          </ul>
          {hidden > 0 && <p className="px-1.5 pt-2 text-soft">{hidden} more. Use search.</p>}
        </section>
      </div>
    </div>
  );
}

type HeadingProps = { readonly id: string; readonly title: string; readonly count: number };

function Heading({ id, title, count }: HeadingProps) {
  return (
    <header className="flex items-baseline gap-2 px-1.5 pt-0.5 pb-1.5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <span className="rounded-full bg-paper px-2 text-[0.9em] font-semibold">{count}</span>
    </header>
  );
}

/** A card under its countdown. */
function Callback({ card }: { readonly card: Card }) {
  const now = useNow();
  const at = card.callback_at ?? card.opened_at;
  const left = Date.parse(at) - now;
  return (
    <li className="rounded-md bg-raised">
      <p
        className={`flex flex-wrap items-baseline gap-x-2 px-2.5 pt-1.5 ${left <= 0 ? 'text-bad' : left <= 15 * 60_000 ? 'text-warn' : 'text-soft'}`}
      >
        <span className="text-lg font-bold tabular-nums" role="timer">
          {left <= 0 ? `${formatDuration(left)} late` : `in ${countdown(left)}`}
        </span>
        <time dateTime={at}>{formatDateTime(at)} your time</time>
      </p>
      <ul>
        <CaseCard card={card} />
      </ul>
    </li>
  );
}

/** Minutes and seconds in the last hour, otherwise the largest unit. */
function countdown(ms: number): string {
  if (ms >= 3_600_000) return formatDuration(ms);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The browser is asked only after a press; everything works without it. */
function NoticeSwitch() {
  const setting = useNoticeSetting();
  if (setting === 'unsupported') return null;
  if (setting === 'denied')
    return <p className="text-soft">This browser does not allow notifications from the board.</p>;
  return (
    <button
      type="button"
      className="button"
      aria-pressed={setting === 'on'}
      onClick={() => void setCallbackNotices(setting === 'off')}
    >
      {setting === 'on' ? 'Callback notifications are on' : 'Notify me of my callbacks'}
    </button>
  );
}
