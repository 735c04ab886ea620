import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { meQuery } from '#api/queries.ts';
import { useSession } from '#api/session.ts';

/** The session ended under somebody's hands: nothing is lost, and they go on when they are signed in again. */
export function SignedOut() {
  const session = useSession();
  const queries = useQueryClient();
  const look = useCallback(async () => {
    try {
      await queries.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
      await queries.invalidateQueries();
    } catch {
      // Still signed out, or nobody answers: it stays as it is.
    }
  }, [queries]);
  useEffect(() => {
    if (session === 'in') return undefined;
    // They sign in in another tab; coming back to this one is enough.
    const back = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', back);
    };
  }, [session, look]);
  if (session === 'in') return null;
  return (
    <div
      role="alert"
      className="z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-bad bg-bad-soft px-3 py-2 text-bad sm:sticky sm:top-12 sm:px-4"
    >
      <p className="min-w-0 flex-1 basis-72">
        <strong>{session === 'over' ? 'You are signed out.' : 'Somebody else is signed in now.'}</strong> What you wrote
        stays here. Sign in {session === 'over' ? 'again' : 'as yourself'} in a new tab, then come back to this one.
      </p>
      <a className="button" href="/sign-in" target="_blank" rel="noopener">
        Sign in, new tab
      </a>
      <button type="button" className="button" onClick={() => void look()}>
        I am signed in
      </button>
      {session === 'somebody else' && (
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Go on as them
        </button>
      )}
    </div>
  );
}
