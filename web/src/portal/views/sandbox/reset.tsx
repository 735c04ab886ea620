import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';

const phrase = 'empty the sandbox';

type Reset = NonNullable<Response<'GET /sandbox/reset'>['reset']>;

/** The polling interval of a running reset. */
const lookEveryMs = 1500;

/** Empties the sandbox after the user types the phrase, and shows the progress. */
export function ResetPanel() {
  const { may, base } = usePortal();
  const [typed, setTyped] = useState('');
  const [running, setRunning] = useState(false);
  const { data } = usePortalQuery('GET /sandbox/reset', {
    refetchInterval: running ? lookEveryMs : false,
  });
  const reset = data?.reset ?? null;
  const isRunning = reset?.status === 'running';
  const queries = useQueryClient();
  useEffect(() => {
    if (isRunning === running) return;
    setRunning(isRunning);
    // The cached objects no longer exist.
    if (!isRunning) void queries.invalidateQueries({ queryKey: [base] });
  }, [isRunning, running, queries, base]);
  const action = usePortalAction('POST /sandbox/reset', 'Resetting the sandbox.', () => setTyped(''));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    action.mutate({ body: { confirm: typed } });
  };
  return (
    <Section title="Reset">
      <div className="grid max-w-prose gap-3 p-3">
        <p>
          Removes test referrals with their reviews, enrollments, losses, redemptions and roster syncs, the mailbox, and
          stored responses for idempotency keys. Stops roster and referral files being applied to the sandbox. API keys,
          credentials and endpoints stay. Events and deliveries stay for their 30 days; the audit log and the consent
          ledger are never cleared. Live data isn’t affected.
        </p>
        <p>
          Until the reset finishes, test calls that create or change referrals or enrollments, and sandbox file uploads,
          get 409 invalid_state with current_status sandbox_resetting.
        </p>
        {reset !== null && <Progress reset={reset} />}
        {may('sandbox.write') && (
          <form onSubmit={submit} className="grid gap-2">
            <TextField
              label={`Type “${phrase}” to confirm`}
              value={typed}
              onChange={setTyped}
              maxLength={100}
              problem={action.error?.message}
            />
            <div>
              <button
                type="submit"
                className="button"
                disabled={action.isPending || isRunning || typed.trim().toLowerCase() !== phrase}
              >
                Empty the sandbox
              </button>
            </div>
          </form>
        )}
      </div>
    </Section>
  );
}

function Progress({ reset }: { readonly reset: Reset }) {
  const sum = (counts: Reset['found']): number => Object.values(counts).reduce((total, count) => total + count, 0);
  const [found, removed] = [sum(reset.found), sum(reset.removed)];
  if (reset.status === 'running')
    return (
      <div>
        <progress
          className="h-2 w-full appearance-none overflow-hidden rounded-md border border-edge bg-ground [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-ground [&::-webkit-progress-value]:bg-accent"
          aria-label="Removed"
          max={Math.max(found, 1)}
          value={removed}
        />
        <p role="status">
          {removed.toLocaleString('en-US')} of {found.toLocaleString('en-US')} removed
        </p>
      </div>
    );
  return (
    <p role="status">
      Last reset <Ago at={reset.finished_at ?? reset.asked_at} /> ago: {removed.toLocaleString('en-US')} removed.
      {(reset.kept ?? 0) > 0 &&
        ` ${reset.kept} referrals or enrollments stay because of permanent records about them or a legal hold.`}
    </p>
  );
}
