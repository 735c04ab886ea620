import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#api/queries.ts';
import { formatDateTime, formatFailedTries } from '#lib/format.ts';

const storageKey = 'board.last-sign-in';

/** Once for each session: when its owner had signed in before, and whether somebody tried in vain since. */
export function LastSignIn() {
  const { data: me } = useQuery(meQuery);
  const [read, setRead] = useState(() => sessionStorage.getItem(storageKey));
  const session = me?.session ?? null;
  if (session === null || read === session.id) return null;
  const { previous_sign_in_at: before, failed_tries: tries } = session;
  if (before === null && tries === 0) return null;
  const dismiss = () => {
    sessionStorage.setItem(storageKey, session.id);
    setRead(session.id);
  };
  return (
    <aside
      aria-label="Last sign-in"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-3 py-2 sm:px-4 ${tries > 0 ? 'border-bad bg-bad-soft text-bad' : 'border-line text-soft'}`}
    >
      <p className="min-w-0 flex-1 basis-72">
        {before !== null && `You last signed in on ${formatDateTime(before)}. `}
        {tries === 0
          ? 'No failed attempts since.'
          : `${formatFailedTries(session, before === null ? 'so far' : 'since')}. If they weren’t yours, tell an administrator.`}
      </p>
      <button type="button" className="button min-h-7 px-2" onClick={dismiss}>
        Dismiss
      </button>
    </aside>
  );
}
