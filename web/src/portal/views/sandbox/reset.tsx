import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';

const phrase = 'empty the sandbox';

type Reset = NonNullable<Response<'GET /sandbox/reset'>['reset']>;

/** How often a running reset is looked at. */
const lookEveryMs = 1500;

/** Empties the sandbox, after its words were typed; shows how far that is. */
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
    // What was shown until now is gone.
    if (!isRunning) void queries.invalidateQueries({ queryKey: [base] });
  }, [isRunning, running, queries, base]);
  const action = usePortalAction('POST /sandbox/reset', 'The sandbox is being emptied.', () => setTyped(''));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    action.mutate({ body: { confirm: typed } });
  };
  return (
    <Section title="Reset">
      <div className="grid max-w-prose gap-3 p-3">
        <p>
          Removes test referrals with their reviews, enrollments, losses, redemptions and roster syncs, the mailbox, and
          stored answers of idempotency keys. Roster files and files of referrals that are being applied to the sandbox
          are stopped. API keys, credentials and endpoints stay. Events and deliveries stay for their 30 days; the audit
          trail and the consent ledger are never emptied. Live data is not touched.
        </p>
        <p>
          Until it is finished, test calls that make or change referrals or enrollments, and files for the sandbox, are
          answered with 409 invalid_state, current_status sandbox_resetting.
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
      Last emptied <Ago at={reset.finished_at ?? reset.asked_at} /> ago: {removed.toLocaleString('en-US')} removed.
      {(reset.kept ?? 0) > 0 &&
        ` ${reset.kept} referrals or enrollments stay, because something was written down about them that is stored for good, or because of a legal hold.`}
    </p>
  );
}
