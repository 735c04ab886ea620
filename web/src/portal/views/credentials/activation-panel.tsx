import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTenant, usePortalQuery } from '#portal/api.ts';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { useNow } from '#ui/time.tsx';
import { formatWhen } from '#portal/when.tsx';
import type { Uploaded } from './credential-messages.ts';
import { VerifyCalls } from './verify-calls.tsx';

const pollMs = 3_000;

/** Asked every few seconds while the call is awaited, with the entity tag: an answer without news has no body. */
function useActivation({ id, challenge_expires_at: end }: Uploaded) {
  const isLate = end !== null && Date.parse(end) <= useNow(pollMs);
  const [settled, setSettled] = useState(false);
  const { data, error } = usePortalQuery('GET /credentials/{credential_id}', {
    path: { credential_id: id },
    refetchInterval: settled || isLate ? false : pollMs,
  });
  const status = data?.status ?? 'pending';
  const { base } = useTenant();
  const queries = useQueryClient();
  useEffect(() => {
    if (status === 'pending') return;
    setSettled(true);
    // The list below says the same.
    void queries.invalidateQueries({ queryKey: [base, '/credentials'] });
  }, [status, queries, base]);
  return { state: status === 'pending' && isLate ? 'late' : status, error };
}

/** What is left to do after an upload: one signed call. The page sees by itself when it was made. */
export function ActivationPanel({ uploaded, onDone }: { readonly uploaded: Uploaded; onDone(): void }) {
  const { state, error } = useActivation(uploaded);
  const end = uploaded.challenge_expires_at;
  return (
    <Section title="Activate the credential" note={<code className="font-mono break-all">{uploaded.id}</code>}>
      <p role="status" className="px-3 pt-3 font-semibold">
        {state === 'active' && <span className="text-good">Active: from now on it signs your requests.</span>}
        {state === 'revoked' && <span className="text-bad">It was revoked.</span>}
        {state === 'late' && <span className="text-bad">The challenge has ended. Upload a key again.</span>}
        {state === 'pending' && (
          <span className="text-warn">
            Waiting for the signed call{end === null ? '' : `, until ${formatWhen(end)}`}. This page notices it by
            itself.
          </span>
        )}
      </p>
      {error !== null && (
        <p role="alert" className="px-3 text-bad">
          {error.message}
        </p>
      )}
      {state === 'pending' && (
        <>
          <p className="max-w-prose px-3 pt-2 text-soft">
            Run one of these beside private.pem. Each has the challenge filled in, which is shown only now; if you lose
            it, upload a key again.
          </p>
          <OneTimeSecret name="Challenge" secret={uploaded.challenge} />
          <VerifyCalls calls={uploaded.verify_calls} />
        </>
      )}
      <div className="p-3">
        <button type="button" className="button" onClick={onDone}>
          {state === 'pending' ? 'Hide; the challenge is not shown again' : 'Close'}
        </button>
      </div>
    </Section>
  );
}
