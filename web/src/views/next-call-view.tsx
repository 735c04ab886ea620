import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { claimNext } from '#api/queue.ts';
import type { NextCall } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { sendNow, useOutbox } from '#board/outbox.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useOnline } from '#ui/online.ts';
import { useTitle } from '#ui/title.ts';
import { CaseDetail } from './case/case-view.tsx';

/** Works through the queue one case at a time. The URL names the case, so Back and Forward go through past calls. */
export function NextCallView() {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/next' });
  const { case: id } = useSearch({ from: '/next' });
  const { pending } = useOutbox();
  const next = useMutation({
    // The pending outcome belongs to the previous call and must be saved before the next case is claimed.
    mutationFn: async () => {
      if (!(await sendNow()))
        throw new Error('The previous call isn’t saved. Resolve it below, then take the next one.');
      return claimNext();
    },
    onSuccess: ({ consultation }) => {
      if (consultation) void queries.invalidateQueries({ queryKey: ['case', consultation.id] });
      void navigate({ search: consultation ? { case: consultation.id } : {} });
    },
  });
  const online = useOnline();
  const [waits, setWaits] = useState(false);
  // Pressed without a network it waits in sight; nothing is claimed by itself when the network is back.
  const press = (): void => {
    setWaits(!navigator.onLine);
    if (navigator.onLine) next.mutate();
  };
  const take = next.isPending ? undefined : press;
  useShortcuts({
    Enter: pending === undefined ? take : undefined,
    'Ctrl+Enter': pending === undefined ? undefined : take,
  });
  const why = next.data?.consultation?.id === id ? next.data?.why : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-paper px-3 py-2 sm:px-4">
        <button type="button" className="button-main" disabled={next.isPending} onClick={press}>
          {id === undefined ? 'Take the next call' : pending === undefined ? 'Next call' : 'Send and next call'}{' '}
          <span className="key">{pending === undefined ? 'Enter' : 'Ctrl Enter'}</span>
        </button>
        {why !== undefined && (
          <ul className="flex min-w-0 flex-wrap gap-x-3 text-soft" aria-label="Why this case">
            {/* The last reason is the customer's local time, which is shown below. */}
            {why.slice(0, -1).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      {waits && <WaitingPress online={online} onTake={press} onCancel={() => setWaits(false)} />}
      {!waits && next.error !== null && <ErrorMessage error={next.error} />}
      {id === undefined ? <NoCase result={next.data} /> : <CaseDetail id={id} />}
    </>
  );
}

type WaitingPressProps = { readonly online: boolean; onTake(): void; onCancel(): void };

/** A press that could not be sent: it is asked again, because the caller may be elsewhere by then. */
function WaitingPress({ online, onTake, onCancel }: WaitingPressProps) {
  return (
    <div
      role="status"
      className="mx-3 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn sm:mx-4"
    >
      <p className="min-w-0 flex-1 max-sm:basis-full">
        <span className="font-semibold">
          {online ? 'The network is back.' : 'No network. Your request is waiting.'}
        </span>{' '}
        {online
          ? 'Do you still want the next call?'
          : 'You haven’t taken a case. We’ll ask again when the network is back.'}
      </p>
      {online && (
        <button type="button" className="button max-sm:flex-1" onClick={onTake}>
          Yes, take it <span className="key">Enter</span>
        </button>
      )}
      <button type="button" className="button max-sm:flex-1" onClick={onCancel}>
        {online ? 'No' : 'Cancel'}
      </button>
    </div>
  );
}

const reasonTexts: Partial<Record<NonNullable<NextCall['reason']>, string>> = {
  nobody_waits: 'No one is waiting for a call.',
  outside_calling_hours: 'It’s too early or too late to call where they are.',
  not_yet_due: 'Everyone was called recently or asked for a later call.',
  capped: 'Everyone waiting has reached the call limit.',
  busy: 'Colleagues are calling these people, just called them, promised these callbacks, or speak their language.',
};

function NoCase({ result }: { readonly result: NextCall | undefined }) {
  useTitle('Next call');
  const reason = result?.reason ? reasonTexts[result.reason] : undefined;
  return (
    <div className="mx-auto mt-16 max-w-md px-4 text-center" role="status">
      <h1 className="text-xl font-bold">{reason === undefined ? 'Ready?' : 'No one to call now'}</h1>
      <p className="mt-2 text-soft">
        {reason ?? 'Press Enter to take the next call. The case is reserved for you, so no one else can call.'}
      </p>
      {result?.opens_at && (
        <p className="mt-2 font-semibold">
          The next call is possible from {formatDateTime(result.opens_at)} your time.
        </p>
      )}
      {reason !== undefined && <p className="mt-2 text-soft">Press Enter to check again.</p>}
    </div>
  );
}
