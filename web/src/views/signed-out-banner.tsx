import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { meQuery } from '#api/queries.ts';
import { useSession } from '#api/session.ts';

/** Shown when the session expires during work: nothing is lost, and work continues after signing in again. */
export function SignedOutBanner() {
  const session = useSession();
  const queries = useQueryClient();
  const checkSession = useCallback(async () => {
    try {
      await queries.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
      await queries.invalidateQueries();
    } catch {
      // Still signed out, or no response: keep the banner.
    }
  }, [queries]);
  useEffect(() => {
    if (session === 'signed in') return undefined;
    // The user signs in in another tab; returning to this one is enough.
    const onReturn = (): void => {
      if (document.visibilityState === 'visible') void checkSession();
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [session, checkSession]);
  if (session === 'signed in') return null;
  return (
    <div
      role="alert"
      className="z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-bad bg-bad-soft px-3 py-2 text-bad sm:sticky sm:top-12 sm:px-4"
    >
      <p className="min-w-0 flex-1 basis-72">
        <strong>{session === 'expired' ? 'You’re signed out.' : 'Another user is signed in.'}</strong> Your text is
        kept. Sign in {session === 'expired' ? 'again' : 'as yourself'} in a new tab, then return to this one.
      </p>
      <a className="button" href="/sign-in" target="_blank" rel="noopener">
        Sign in (new tab)
      </a>
      <button type="button" className="button" onClick={() => void checkSession()}>
        I’m signed in
      </button>
      {session === 'other user' && (
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Continue as that user
        </button>
      )}
    </div>
  );
}
