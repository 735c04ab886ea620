import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { goLive, useLive } from '#api/live.ts';
import { meQuery } from '#api/queries.ts';
import type { Role } from '#api/types.ts';
import { span } from '#lib/format.ts';
import { Help } from '#ui/help.tsx';
import { useKeys } from '#ui/keys.ts';
import { UndoBar } from '#ui/undo-bar.tsx';
import { sendNow, undo, useUndo } from '#ui/undo.ts';
import { Search } from './search.tsx';

const ranks: readonly Role[] = ['agent', 'lead', 'administrator'];
export const mayDo = (role: Role | undefined, least: Role): boolean =>
  ranks.indexOf(role ?? 'agent') >= ranks.indexOf(least);

/** What surrounds every view: where one is, what is searched, whether it is live, what waits to be sent. */
export function Shell() {
  const queries = useQueryClient();
  const [helping, setHelping] = useState(false);
  const { pending } = useUndo();
  const navigate = useNavigate();
  useEffect(() => goLive(queries), [queries]);
  useKeys({
    '?': () => setHelping(true),
    '/': () => document.querySelector<HTMLInputElement>('#search')?.focus(),
    b: () => void navigate({ to: '/' }),
    q: () => void navigate({ to: '/next' }),
    z: pending === undefined ? undefined : undo,
    Enter: pending === undefined ? undefined : () => void sendNow(),
  });
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-paper focus:p-2">
        To the content
      </a>
      <Top onHelp={() => setHelping(true)} />
      <main id="main" className="min-w-0 flex-1 pb-16">
        <Outlet />
      </main>
      <UndoBar />
      <Help open={helping} onOpenChange={setHelping} />
    </div>
  );
}

function Top({ onHelp }: { readonly onHelp: () => void }) {
  const { data: me } = useQuery(meQuery);
  return (
    <header className="z-10 sm:sticky sm:top-0 border-b border-line bg-paper">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
        <span className="font-bold tracking-tight">Makewhole</span>
        <nav aria-label="Views" className="flex flex-wrap gap-1 max-sm:order-2 max-sm:w-full">
          <Tab to="/next" title="Next call" hint="Q" />
          <Tab to="/" title="Board" hint="B" />
          {mayDo(me?.role, 'lead') && <Tab to="/load" title="Load" />}
          {mayDo(me?.role, 'administrator') && <Tab to="/admin" title="Administration" />}
        </nav>
        <Search />
        <div className="ml-auto flex items-center gap-3 text-soft max-sm:order-1">
          <LiveMark />
          <button type="button" className="button min-h-7 px-2" onClick={onHelp}>
            Keys <span className="key">?</span>
          </button>
          {me !== undefined && (
            <a
              href="/sign-out"
              className="max-w-40 truncate underline decoration-line underline-offset-4"
              title="Sign out"
            >
              {me.name}
            </a>
          )}
        </div>
      </div>
    </header>
  );
}

type TabLink = { readonly to: '/' | '/next' | '/load' | '/admin'; readonly title: string; readonly hint?: string };

function Tab({ to, title, hint }: TabLink) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex min-h-8 items-center gap-1.5 rounded-md px-2.5 font-medium text-soft hover:bg-ground"
      activeProps={{ className: 'bg-accent-soft text-accent!', 'aria-current': 'page' }}
    >
      {title}
      {hint !== undefined && <span className="key max-sm:hidden">{hint}</span>}
    </Link>
  );
}

const marks = {
  live: { dot: 'bg-good', text: 'Live' },
  connecting: { dot: 'bg-warn', text: 'Connecting' },
  'cut off': { dot: 'bg-bad', text: 'Cut off' },
  paused: { dot: 'bg-warn', text: 'Paused, press a key' },
} as const;

/** A stream is heard of every fifteen seconds; silence for much longer means that what is shown may be old. */
const silentMs = 40_000;

function LiveMark() {
  const { state, heardAt } = useLive();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const silence = Math.max(0, now - heardAt);
  const mark = marks[state === 'live' && silence > silentMs ? 'cut off' : state];
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-2 rounded-full ${mark.dot}`} />
      <span role="status">{mark.text}</span>
      <span className="text-faint max-sm:hidden">{span(silence)} ago</span>
    </span>
  );
}
