import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { claimNext } from '#api/queue.ts';
import type { NextCall } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { sendNow, useOutbox } from '#ui/outbox.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
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
      if (!(await sendNow())) throw new Error('The previous call is not saved. See below, then take the next one.');
      return claimNext();
    },
    onSuccess: ({ consultation }) => {
      if (consultation) void queries.invalidateQueries({ queryKey: ['case', consultation.id] });
      void navigate({ search: consultation ? { case: consultation.id } : {} });
    },
  });
  const take = next.isPending ? undefined : () => next.mutate();
  useShortcuts({
    Enter: pending === undefined ? take : undefined,
    'Ctrl+Enter': pending === undefined ? undefined : take,
  });
  const why = next.data?.consultation?.id === id ? next.data?.why : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-paper px-3 py-2 sm:px-4">
        <button type="button" className="button-main" disabled={next.isPending} onClick={() => next.mutate()}>
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
      {next.error !== null && <ErrorMessage error={next.error} />}
      {id === undefined ? <NoCase result={next.data} /> : <CaseDetail id={id} />}
    </>
  );
}

const reasonTexts: Partial<Record<NonNullable<NextCall['reason']>, string>> = {
  nobody_waits: 'No one is waiting for a call.',
  outside_calling_hours: 'It is too early or too late to call where they are.',
  not_yet_due: 'Everyone was called recently or asked for a later call.',
  capped: 'Everyone who waits was tried as often as allowed.',
  busy: 'Colleagues are on these numbers, or have just called them.',
};

function NoCase({ result }: { readonly result: NextCall | undefined }) {
  useTitle('Next call');
  const reason = result?.reason ? reasonTexts[result.reason] : undefined;
  return (
    <div className="mx-auto mt-16 max-w-md px-4 text-center" role="status">
      <h1 className="text-xl font-bold">{reason === undefined ? 'Ready?' : 'No one to call now'}</h1>
      <p className="mt-2 text-soft">
        {reason ?? 'Press Enter to take the next call. The case is reserved for you; nobody else can call.'}
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
