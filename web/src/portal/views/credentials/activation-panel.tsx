import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTenant, usePortalQuery } from '#portal/api.ts';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { useNow } from '#ui/time.tsx';
import { formatWhen } from '#portal/when.tsx';
import type { Uploaded } from './credential-messages.ts';
import { VerifyCalls } from './verify-calls.tsx';

const pollMs = 3_000;

/** Polled every few seconds while waiting for the call, with the ETag, so an unchanged response has no body. */
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

/** The remaining step after an upload: one signed call. The page detects the call automatically. */
export function ActivationPanel({ uploaded, onDone }: { readonly uploaded: Uploaded; onDone(): void }) {
  const { state, error } = useActivation(uploaded);
  const end = uploaded.challenge_expires_at;
  return (
    <Section title="Activate the credential" note={<code className="font-mono break-all">{uploaded.id}</code>}>
      <p role="status" className="px-3 pt-3 font-semibold">
        {state === 'active' && <span className="text-good">Active: you can now sign requests with it.</span>}
        {state === 'revoked' && <span className="text-bad">This credential was revoked.</span>}
        {state === 'late' && <span className="text-bad">The challenge has expired. Upload a key again.</span>}
        {state === 'pending' && (
          <span className="text-warn">
            Waiting for the signed call{end === null ? '' : `, until ${formatWhen(end)}`}. This page updates
            automatically.
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
            Run one of these in the folder that contains private.pem. Each includes the challenge, which is shown only
            once; if you lose it, upload a key again.
          </p>
          <OneTimeSecret name="Challenge" secret={uploaded.challenge} />
          <VerifyCalls calls={uploaded.verify_calls} />
        </>
      )}
      <div className="p-3">
        <button type="button" className="button" onClick={onDone}>
          {state === 'pending' ? 'Hide (the challenge won’t be shown again)' : 'Close'}
        </button>
      </div>
    </Section>
  );
}
