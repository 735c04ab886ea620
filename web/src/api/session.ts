import { useSyncExternalStore } from 'react';

/**
 * Whether the session ended while somebody works on a case: nothing is taken off the screen, what they wrote stays, and
 * they come back in another tab. Any other page goes to the sign-in, and comes back to where it was.
 */
export type SessionState = 'in' | 'over' | 'somebody else';

let state: SessionState = 'in';
let staffId: string | undefined;
const watchers = new Set<() => void>();

function set(next: SessionState): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

export const useSession = (): SessionState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );

export const isSignedOut = (): boolean => state !== 'in';

/** Where the browser was when it was sent to the sign-in. */
const place = 'board.back-to';

let losesSomething = (): boolean => false;

/** Tells how to find out whether something would be lost if the page went away now. */
export function askBeforeLeaving(ask: () => boolean): void {
  losesSomething = ask;
}

/** The service does not know this browser any more. */
export function noteSignedOut(): void {
  const onCase = /^\/board\/(next|cases)\b/.test(window.location.pathname);
  if (staffId !== undefined && (onCase || losesSomething())) {
    set('over');
    return;
  }
  sessionStorage.setItem(place, window.location.pathname + window.location.search);
  window.location.assign('/sign-in');
}

const owner = 'board.staff';

/** Whose board this is; who comes back must be the same person, since what waits here was done by them. */
export function noteStaff(id: string): void {
  staffId ??= id;
  // What somebody else wrote in this tab and never sent is not shown to whoever signs in after them.
  const before = sessionStorage.getItem(owner);
  if (before !== id && staffId === id) {
    if (before !== null) sessionStorage.clear();
    sessionStorage.setItem(owner, id);
  }
  set(id === staffId ? 'in' : 'somebody else');
}

/** After the sign-in, which always leads to the board: the address that was asked for before it. */
export function returnToPlace(): void {
  const address = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  if (address === null || !/^\/board[/?]/.test(address) || window.location.pathname !== '/board') return;
  window.history.replaceState(null, '', address);
}
