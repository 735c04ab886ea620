import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { takeNext, type NextCall } from '#api/queue.ts';
import { moment } from '#lib/format.ts';
import { useKeys } from '#ui/keys.ts';
import { useTitle } from '#ui/title.ts';
import { Trouble } from '#ui/trouble.tsx';
import { sendNow, useUndo } from '#ui/undo.ts';
import { Cockpit } from './case/case-view.tsx';

/** The next right person, one at a time. Who it is stands in the address: back and forward lead through the calls. */
export function NextView() {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/next' });
  const { case: id } = useSearch({ from: '/next' });
  const { pending } = useUndo();
  const next = useMutation({
    // What was put off belongs to the call before and is saved before the next one is asked for.
    mutationFn: async () => {
      if (!(await sendNow())) throw new Error('The call before is not saved. See below, then take the next one.');
      return takeNext();
    },
    onSuccess: ({ consultation }) => {
      if (consultation) void queries.invalidateQueries({ queryKey: ['case', consultation.id] });
      void navigate({ search: consultation ? { case: consultation.id } : {} });
    },
  });
  const take = next.isPending ? undefined : () => next.mutate();
  useKeys({ Enter: pending === undefined ? take : undefined, 'Ctrl+Enter': pending === undefined ? undefined : take });
  const why = next.data?.consultation?.id === id ? next.data?.why : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-paper px-3 py-2 sm:px-4">
        <button type="button" className="button-main" disabled={next.isPending} onClick={() => next.mutate()}>
          {id === undefined ? 'Take the next call' : pending === undefined ? 'Next call' : 'Send and next call'}{' '}
          <span className="key">{pending === undefined ? 'Enter' : 'Ctrl Enter'}</span>
        </button>
        {why !== undefined && (
          <ul className="flex min-w-0 flex-wrap gap-x-3 text-soft" aria-label="Why this one">
            {/* The last one says what the owner's clocks say, and these are below. */}
            {why.slice(0, -1).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      {next.error !== null && <Trouble error={next.error} />}
      {id === undefined ? <Nobody answer={next.data} /> : <Cockpit id={id} />}
    </>
  );
}

const reasons: Partial<Record<NonNullable<NextCall['reason']>, string>> = {
  nobody_waits: 'Nobody waits for a call.',
  outside_calling_hours: 'Where they are, it is too early or too late to call.',
  not_yet_due: 'Everybody was called lately, or asked to be called later.',
};

function Nobody({ answer }: { readonly answer: NextCall | undefined }) {
  useTitle('Next call');
  const told = answer?.reason ? reasons[answer.reason] : undefined;
  return (
    <div className="mx-auto mt-16 max-w-md px-4 text-center" role="status">
      <h1 className="text-xl font-bold">{told === undefined ? 'Ready?' : 'Nobody to call now'}</h1>
      <p className="mt-2 text-soft">
        {told ?? 'Press Enter. The next right person is kept for you; nobody else can call them.'}
      </p>
      {answer?.opens_at && (
        <p className="mt-2 font-semibold">The next one may be called {moment(answer.opens_at)} your time.</p>
      )}
      {told !== undefined && <p className="mt-2 text-soft">Press Enter to look again.</p>}
    </div>
  );
}
