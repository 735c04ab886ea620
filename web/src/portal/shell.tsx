import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { meQuery, useTenant, usePortal } from './api.ts';
import { removeDrafts } from './drafts.ts';
import { FreshCodeDialog } from './fresh-code-dialog.tsx';
import { navigation } from './navigation.ts';
import { request } from './request.ts';

/** The frame around an institution's pages: its name, the mode and the menu. */
export function Shell() {
  return (
    <Suspense fallback={<p className="p-6 text-soft">Loading</p>}>
      <Frame />
      <FreshCodeDialog />
    </Suspense>
  );
}

function Frame() {
  const { mode, institution } = usePortal();
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  // After navigation the focus is at the start of the new view, for keyboard and screen reader users.
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    setOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="min-h-dvh">
      <a href="#main" className="sr-only focus:not-sr-only">
        Skip to content
      </a>
      {mode === 'test' && (
        <aside aria-label="Sandbox" className="sandbox-bar px-4 py-1 text-center font-semibold text-ink">
          Sandbox: test data only, nothing here reaches a real borrower
        </aside>
      )}
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-raised px-4 py-2 print:hidden">
        <button
          type="button"
          className="button md:hidden"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          Menu
        </button>
        <span className="min-w-0 truncate font-bold max-md:flex-1 max-md:basis-3/5">{institution.name}</span>
        <ModeSwitch liveOpen={institution.live_open} />
        <Account />
      </header>
      <div className="mx-auto flex max-w-7xl">
        <Menu open={open} />
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none md:p-6">
          <Suspense fallback={<p className="text-soft">Loading</p>}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

/**
 * The menu entry of this page: the longest path that matches it. The overview's path is a prefix of all others, so it
 * must match exactly.
 */
const currentOf = (below: string): string | undefined =>
  navigation
    .flatMap(({ entries }) => entries.map(({ path }) => path))
    .filter((path) => below === path || (path !== '' && below.startsWith(`${path}/`)))
    .toSorted((a, b) => b.length - a.length)[0];

function Menu({ open }: { readonly open: boolean }) {
  const { may, base, mode, institutionId } = usePortal();
  const { pathname } = useLocation();
  const current = currentOf(pathname.slice(pathname.indexOf(base) + base.length).replace(/\/$/, ''));
  const shown = navigation
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ needs, only }) => may(needs) && (only === undefined || only === mode)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <nav
      id="menu"
      aria-label="Portal"
      className={`${open ? '' : 'max-md:hidden'} print:hidden w-full shrink-0 p-3 max-md:border-b max-md:border-line md:w-52`}
    >
      {shown.map(({ title, entries }) => (
        <div key={title} className="mb-3">
          {title !== '' && <h2 className="panel-title px-2 pb-1">{title}</h2>}
          <ul>
            {entries.map(({ label, path }) => (
              <li key={path}>
                <Link
                  // Paths of the menu are data; each is a route below the shell.
                  to={`/$institutionId/$mode${path}` as '/$institutionId/$mode'}
                  params={{ institutionId, mode }}
                  activeOptions={{ exact: true, includeSearch: false }}
                  aria-current={path === current ? 'page' : undefined}
                  className={`flex min-h-9 items-center rounded-md px-2 font-medium hover:bg-ground ${path === current ? 'bg-accent-soft text-accent' : 'text-soft'}`}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Test and live are separate places; the URL has the mode. */
function ModeSwitch({ liveOpen }: { readonly liveOpen: boolean }) {
  const { institutionId, mode } = useTenant();
  return (
    <div role="group" aria-label="Mode" className="flex overflow-hidden rounded-md border border-edge">
      {(['test', 'live'] as const).map((one) => (
        <Link
          key={one}
          to="/$institutionId/$mode"
          params={{ institutionId, mode: one }}
          aria-current={mode === one ? 'true' : undefined}
          className={`flex min-h-8 items-center px-3 font-medium ${mode === one ? 'bg-accent text-on-accent' : 'text-soft hover:bg-ground'}`}
        >
          {one === 'test' ? 'Test' : 'Live'}
          {one === 'live' && !liveOpen && <span className="sr-only"> (not open yet)</span>}
        </Link>
      ))}
    </div>
  );
}

function Account() {
  const { data: me } = useQuery(meQuery);
  const signOut = async (): Promise<void> => {
    await request('DELETE /session');
    removeDrafts();
    window.location.assign('/portal/sign-in');
  };
  return (
    <div className="ml-auto flex items-center gap-3">
      {(me?.institutions.length ?? 0) > 1 && (
        <Link to="/" className="text-accent underline">
          Switch
        </Link>
      )}
      <Link to="/account" className="text-accent underline">
        <span className="max-sm:sr-only">{me?.name}</span>
        <span className="sm:sr-only">Your account</span>
      </Link>
      <button type="button" className="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </div>
  );
}
