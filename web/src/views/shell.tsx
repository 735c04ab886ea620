import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { idleTimeoutMs, startLiveUpdates, useLive } from '#api/live.ts';
import { meQuery, mineQuery } from '#api/queries.ts';
import { useSession } from '#api/session.ts';
import type { Role } from '#api/types.ts';
import { formatDuration } from '#lib/format.ts';
import { useCallbackNotices } from '#board/callback-notices.ts';
import { useFocusRescue } from '#ui/focus-rescue.ts';
import { useNow } from '#ui/time.tsx';
import { Notifications } from '#board/notifications.tsx';
import { retry, sendNow, undo, useOutbox } from '#board/outbox.ts';
import { ShortcutHelp } from '#ui/shortcut-help.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import { ConfirmStaffDialog } from './confirm-staff-dialog.tsx';
import { LastSignIn } from './last-sign-in.tsx';
import { Search } from './search.tsx';
import { SignedOutBanner } from './signed-out-banner.tsx';

const ranks: readonly Role[] = ['caller', 'lead', 'administrator'];
export const hasRole = (role: Role | undefined, minimum: Role): boolean =>
  ranks.indexOf(role ?? 'caller') >= ranks.indexOf(minimum);

/** Receives live updates while signed in, and retries failed sends whenever the stream reconnects. */
function useLiveUpdates(): void {
  const queries = useQueryClient();
  const signedIn = useSession() === 'signed in';
  const { connectCount } = useLive();
  useEffect(() => (signedIn ? startLiveUpdates(queries) : undefined), [queries, signedIn]);
  useEffect(() => {
    if (signedIn && connectCount > 0) void retry();
  }, [signedIn, connectCount]);
}

/** Moves the focus to the start of the new view after navigation, for keyboard and screen reader users. */
function useFocusOnNavigate(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const inside = document.activeElement?.closest('#main [data-card], #main input, #main textarea') ?? null;
    if (inside === null) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The frame of every view: navigation, search, live status, notifications. */
export function Shell() {
  const [helpOpen, setHelpOpen] = useState(false);
  const { pending } = useOutbox();
  const navigate = useNavigate();
  useLiveUpdates();
  useFocusOnNavigate();
  useFocusRescue();
  useCallbackNotices();
  useShortcuts({
    '?': () => setHelpOpen(true),
    '/': () => document.querySelector<HTMLInputElement>('#search')?.focus(),
    b: () => void navigate({ to: '/' }),
    q: () => void navigate({ to: '/next' }),
    m: () => void navigate({ to: '/mine' }),
    i: () => void navigate({ to: '/new' }),
    z: pending === undefined ? undefined : undo,
    Enter: pending === undefined ? undefined : () => void sendNow(),
    'Ctrl+Enter': pending === undefined ? undefined : () => void sendNow(),
  });
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-paper focus:p-2">
        Skip to content
      </a>
      <TopBar onHelp={() => setHelpOpen(true)} />
      <SignedOutBanner />
      <LastSignIn />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-24 outline-none">
        <Outlet />
      </main>
      <Notifications />
      <ConfirmStaffDialog />
      {helpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function TopBar({ onHelp }: { readonly onHelp: () => void }) {
  const { data: me } = useQuery(meQuery);
  const dueCount = useDueCallbacks();
  return (
    <header className="z-10 border-b border-line bg-paper sm:sticky sm:top-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4 lg:gap-x-2 2xl:gap-x-4">
        <span className="flex items-center gap-2 font-bold tracking-tight">
          <img src="/favicon.svg" alt="" width="20" height="20" />
          Makewhole
        </span>
        <nav aria-label="Views" className="flex flex-wrap gap-1 max-sm:order-2 max-sm:w-full">
          <NavLink to="/next" title="Next call" hint="Q" />
          <NavLink to="/" title="Board" hint="B" />
          <NavLink to="/mine" title="Mine" hint="M" count={dueCount} />
          <NavLink to="/new" title="New case" hint="I" />
          {hasRole(me?.role, 'lead') && <NavLink to="/load" title="Workload" />}
          {hasRole(me?.role, 'lead') && <NavLink to="/figures" title="Figures" />}
          {hasRole(me?.role, 'lead') && <NavLink to="/admin" title="Administration" />}
        </nav>
        <Search />
        <div className="ml-auto flex min-w-0 items-center gap-3 text-soft max-sm:order-1">
          <LiveStatus />
          <button type="button" className="button min-h-7 px-2" onClick={onHelp}>
            <span className="lg:max-2xl:sr-only">Shortcuts</span> <span className="key">?</span>
          </button>
          {me !== undefined && (
            <>
              <span className="max-w-40 truncate max-2xl:hidden" title={me.email}>
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

/** How many calls the user promised are due or late. */
function useDueCallbacks(): number {
  const { data } = useQuery(mineQuery);
  const now = useNow(10_000);
  return (data?.callbacks ?? []).filter(({ callback_at: at }) => at !== null && Date.parse(at) <= now).length;
}

type NavLinkProps = {
  readonly to: '/' | '/next' | '/mine' | '/new' | '/load' | '/figures' | '/admin';
  readonly title: string;
  readonly hint?: string;
  readonly count?: number;
};

function NavLink({ to, title, hint, count = 0 }: NavLinkProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex min-h-8 items-center gap-1.5 rounded-md px-2 font-medium text-soft hover:bg-ground"
      activeProps={{ className: 'bg-accent-soft text-accent!', 'aria-current': 'page' }}
    >
      {title}
      {hint !== undefined && <span className="key max-sm:hidden">{hint}</span>}
      {count > 0 && (
        <span className="rounded-full bg-bad px-1.5 text-[0.8em] font-bold text-paper">
          {count}
          <span className="sr-only"> due</span>
        </span>
      )}
    </Link>
  );
}

const statusMarks = {
  live: { dot: 'bg-good', text: 'Live' },
  connecting: { dot: 'bg-warn', text: 'Connecting' },
  disconnected: { dot: 'bg-bad', text: 'Disconnected' },
  paused: { dot: 'bg-warn', text: 'Paused: press any key' },
  'signed out': { dot: 'bg-bad', text: 'Signed out' },
} as const;

/** Whether the data is up to date, and when the last event arrived. */
function LiveStatus() {
  const live = useLive();
  const session = useSession();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const silence = Math.max(0, now - live.lastEventAt);
  const stale = live.status === 'live' && silence > idleTimeoutMs;
  const status = session !== 'signed in' ? 'signed out' : stale ? 'disconnected' : live.status;
  const mark = statusMarks[status];
  return (
    <span
      className={`flex items-center gap-1.5 whitespace-nowrap ${status === 'disconnected' ? 'font-semibold text-bad' : ''}`}
    >
      <span aria-hidden className={`size-2 rounded-full ${mark.dot}`} />
      <span role="status">{mark.text}</span>
      {status !== 'connecting' && status !== 'signed out' && (
        <span className={`font-normal text-faint ${status === 'live' ? 'max-sm:hidden' : ''}`}>
          {formatDuration(silence)} ago
        </span>
      )}
    </span>
  );
}
