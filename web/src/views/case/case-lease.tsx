import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#api/live.ts';
import { meQuery } from '#api/queries.ts';
import { claimCase, releaseCase, takeOverCase } from '#api/queue.ts';
import { serverNow } from '#lib/server-time.ts';
import type { Card, Case } from '#api/types.ts';
import { formatDuration } from '#lib/format.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useNow } from '#ui/time.tsx';
import { toast } from '#ui/toast.ts';
import { hasRole } from '#views/shell.tsx';

/** Claims, releases or takes over a case, and refetches it. */
function useLeaseMutation(change: () => Promise<unknown>, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ['case', id] }),
    onError: (error) => toast(error.message, true),
  });
}

/** The holder of the case: no one (then the user can take it), the user, or a colleague. */
export function CaseLease({ caseDetail: { card, person, calling } }: { readonly caseDetail: Case }) {
  const now = useNow();
  if (card.closed_at !== null) return null;
  if (card.held === null || Date.parse(card.held.until) <= now) return <ClaimButton card={card} />;
  const left = formatDuration(Date.parse(card.held.until) - now);
  if (!card.held.mine) return <ColleagueLease card={card} name={card.held.name} />;
  // The case was taken outside calling hours: showing the number now counts as an attempt, so the user decides.
  const hidden = person.phone === null && person.phone_hint !== null && calling.may_call;
  return (
    <>
      {hidden && <ClaimButton card={card} label="Show the number" />}
      <OwnLease card={card} left={left} />
    </>
  );
}

function ClaimButton({ card, label = 'Take this case' }: { readonly card: Card; readonly label?: string }) {
  const claim = useLeaseMutation(() => claimCase(card.id), card.id);
  const press = (): void => {
    if (!claim.isPending) claim.mutate();
  };
  // Shortly after a call, taking the same case again is not the main action.
  const notDue = card.next_call_at !== null && Date.parse(card.next_call_at) > serverNow();
  const isMainAction = (card.lane === 'new' || card.lane === 'tried') && !notDue;
  useShortcuts({ t: press });
  return (
    <button
      type="button"
      className={`${isMainAction ? 'button-main' : 'button'} mt-2 w-full`}
      disabled={claim.isPending}
      onClick={press}
    >
      {label} <span className="key">T</span>
    </button>
  );
}

function OwnLease({ card, left }: { readonly card: Card; readonly left: string }) {
  const release = useLeaseMutation(() => releaseCase(card.id), card.id);
  const { status } = useLive();
  const press = (): void => {
    if (!release.isPending) release.mutate();
  };
  useShortcuts({ x: press });
  return (
    <div className="mt-2 flex items-center gap-2 rounded-md bg-accent-soft px-2 py-1.5 text-accent">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">Yours for {left}</span>
        {/* Renewed every minute while the user is active (useLeaseRenewal). */}
        <span className="block text-[0.9em]" role="status">
          {status === 'paused' ? 'Paused: press any key to keep the case' : 'no one else can call'}
        </span>
      </span>
      <button type="button" className="button min-h-7 px-2" disabled={release.isPending} onClick={press}>
        Release <span className="key">X</span>
      </button>
    </div>
  );
}

function ColleagueLease({ card, name }: { readonly card: Card; readonly name: string }) {
  const { data: me } = useQuery(meQuery);
  const [reason, setReason] = useState('');
  const takeOver = useLeaseMutation(() => takeOverCase(card.id, reason.trim()), card.id);
  return (
    <div className="mt-2 rounded-md bg-bad-soft px-2 py-1.5 text-bad">
      <p className="font-semibold">{name} is on this case. Do not call.</p>
      {hasRole(me?.role, 'lead') && (
        <form
          className="mt-1 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            takeOver.mutate();
          }}
        >
          <input
            className="field"
            required
            maxLength={200}
            aria-label="Reason for taking over"
            placeholder="Reason for taking over"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <button type="submit" className="button shrink-0" disabled={takeOver.isPending}>
            Take over
          </button>
        </form>
      )}
    </div>
  );
}
