import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { goLive, silentMs, useLive } from '#api/live.ts';
import { meQuery } from '#api/queries.ts';
import { useSession } from '#api/session.ts';
import type { Role } from '#api/types.ts';
import { span } from '#lib/format.ts';
import { Help } from '#ui/help.tsx';
import { useKeys } from '#ui/keys.ts';
import { UndoBar } from '#ui/undo-bar.tsx';
import { sendNow, tryAgain, undo, useUndo } from '#ui/undo.ts';
import { Search } from './search.tsx';
import { SignedOut } from './signed-out.tsx';

const ranks: readonly Role[] = ['agent', 'lead', 'administrator'];
export const mayDo = (role: Role | undefined, least: Role): boolean =>
  ranks.indexOf(role ?? 'agent') >= ranks.indexOf(least);

/** Live while somebody is signed in; what could not be saved is tried again when the service is back. */
function useLiveBoard(): void {
  const queries = useQueryClient();
  const signedIn = useSession() === 'in';
  const { openings } = useLive();
  useEffect(() => (signedIn ? goLive(queries) : undefined), [queries, signedIn]);
  useEffect(() => {
    if (signedIn && openings > 0) void tryAgain();
  }, [signedIn, openings]);
}

/** Whoever comes to another view begins at its beginning, with keyboard and screen reader too. */
function useFreshFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const inside = document.activeElement?.closest('#main [data-card], #main input, #main textarea') ?? null;
    if (inside === null) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** What surrounds every view: where one is, what is searched, whether it is live, what waits to be sent. */
export function Shell() {
  const [helping, setHelping] = useState(false);
  const { pending } = useUndo();
  const navigate = useNavigate();
  useLiveBoard();
  useFreshFocus();
  useKeys({
    '?': () => setHelping(true),
    '/': () => document.querySelector<HTMLInputElement>('#search')?.focus(),
    b: () => void navigate({ to: '/' }),
    q: () => void navigate({ to: '/next' }),
    z: pending === undefined ? undefined : undo,
    Enter: pending === undefined ? undefined : () => void sendNow(),
    'Ctrl+Enter': pending === undefined ? undefined : () => void sendNow(),
  });
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-paper focus:p-2">
        To the content
      </a>
      <Top onHelp={() => setHelping(true)} />
      <SignedOut />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-24 outline-none">
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
    <header className="z-10 border-b border-line bg-paper sm:sticky sm:top-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
        <span className="font-bold tracking-tight">Makewhole</span>
        <nav aria-label="Views" className="flex flex-wrap gap-1 max-sm:order-2 max-sm:w-full">
          <Tab to="/next" title="Next call" hint="Q" />
          <Tab to="/" title="Board" hint="B" />
          {mayDo(me?.role, 'lead') && <Tab to="/load" title="Load" />}
          {mayDo(me?.role, 'administrator') && <Tab to="/admin" title="Administration" />}
        </nav>
        <Search />
        <div className="ml-auto flex min-w-0 items-center gap-3 text-soft max-sm:order-1">
          <LiveMark />
          <button type="button" className="button min-h-7 px-2" onClick={onHelp}>
            Keys <span className="key">?</span>
          </button>
          {me !== undefined && (
            <>
              <span className="max-w-40 truncate max-lg:hidden" title={me.email}>
                {me.name}
              </span>
              <a href="/sign-out" className="whitespace-nowrap underline decoration-line underline-offset-4">
                Sign out
              </a>
            </>
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
  'signed out': { dot: 'bg-bad', text: 'Signed out' },
} as const;

/** Whether what is shown is fresh, and when it was last heard of where it is not. */
function LiveMark() {
  const { state, heardAt } = useLive();
  const session = useSession();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const silence = Math.max(0, now - heardAt);
  const really = session !== 'in' ? 'signed out' : state === 'live' && silence > silentMs ? 'cut off' : state;
  const mark = marks[really];
  return (
    <span
      className={`flex items-center gap-1.5 whitespace-nowrap ${really === 'cut off' ? 'font-semibold text-bad' : ''}`}
    >
      <span aria-hidden className={`size-2 rounded-full ${mark.dot}`} />
      <span role="status">{mark.text}</span>
      {really !== 'connecting' && really !== 'signed out' && (
        <span className={`font-normal text-faint ${really === 'live' ? 'max-sm:hidden' : ''}`}>
          {span(silence)} ago
        </span>
      )}
    </span>
  );
}
