import { createChangeNotifier } from '#lib/change-notifier.ts';

/**
 * The session as this tab knows it. If it expires while the user works on a case or has unsaved work, the page stays as
 * it is and the user signs in again in another tab. Otherwise the tab goes to the sign-in page and returns afterwards.
 */
type SessionState = 'signed in' | 'expired' | 'other user';

let state: SessionState = 'signed in';
let staffId: string | undefined;
const changes = createChangeNotifier();

/** Notified when the tab's user becomes known, and when another user signs in. */
const ownerListeners = new Set<() => void>();
export const onOwnerChange = (listener: () => void): void => void ownerListeners.add(listener);

/** The user whose drafts may be shown here; undefined while another user is signed in. */
export const ownerOfTab = (): string | undefined => (state === 'other user' ? undefined : staffId);

function setState(next: SessionState): void {
  if (next === state) return;
  state = next;
  changes.notify();
  for (const notify of ownerListeners) notify();
}

export const useSession = (): SessionState => changes.useSnapshot(() => state);

export const isSignedOut = (): boolean => state !== 'signed in';

let hasUnsavedWork = (): boolean => false;

/** Registers a check for whether leaving the page now would lose work. */
export function setUnsavedWorkCheck(check: () => boolean): void {
  hasUnsavedWork = check;
}

const returnPathKey = 'board.back-to';

/** The service returned 401: the browser's session is no longer valid. */
export function handleSignedOut(): void {
  const onCase = /^\/board\/(next|cases)\b/.test(window.location.pathname);
  if (staffId !== undefined && (onCase || hasUnsavedWork())) {
    setState('expired');
    return;
  }
  sessionStorage.setItem(returnPathKey, window.location.pathname + window.location.search);
  window.location.assign('/sign-in');
}

const staffIdKey = 'board.staff';

/** Records who is signed in. A tab belongs to its first user: pending work must not be sent as another user. */
export function recordStaff(id: string): void {
  const isNew = staffId === undefined;
  staffId ??= id;
  // State that another user left in this tab, such as the page to return to, does not belong to this user.
  const previousId = sessionStorage.getItem(staffIdKey);
  if (previousId !== id && staffId === id) {
    if (previousId !== null) sessionStorage.clear();
    sessionStorage.setItem(staffIdKey, id);
  }
  setState(id === staffId ? 'signed in' : 'other user');
  if (isNew) for (const notify of ownerListeners) notify();
}

/** Sign-in always ends at /board; this restores the address that was requested before it. */
export function restorePath(): void {
  const path = sessionStorage.getItem(returnPathKey);
  sessionStorage.removeItem(returnPathKey);
  if (path === null || !/^\/board[/?]/.test(path) || window.location.pathname !== '/board') return;
  window.history.replaceState(null, '', path);
}
