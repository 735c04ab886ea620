import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#api/live.ts';
import { meQuery } from '#api/queries.ts';
import { claim, giveBack, takeOver } from '#api/queue.ts';
import { serverNow } from '#api/request.ts';
import type { Card, Case } from '#api/types.ts';
import { span } from '#lib/format.ts';
import { useKeys } from '#ui/keys.ts';
import { useNow } from '#ui/time.tsx';
import { tell } from '#ui/undo.ts';
import { mayDo } from '#views/shell.tsx';

/** Does something about who has the case, and reads it anew. */
function useHolding(work: () => Promise<unknown>, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSettled: () => queries.invalidateQueries({ queryKey: ['case', id] }),
    onError: (error) => tell(error.message, true),
  });
}

/** Whose case it is now: nobody's, mine, or a colleague's. */
export function Hold({ shown: { card } }: { readonly shown: Case }) {
  const now = useNow();
  if (card.closed_at !== null) return null;
  if (card.held === null || Date.parse(card.held.until) <= now) return <Take card={card} />;
  const left = span(Date.parse(card.held.until) - now);
  return card.held.mine ? <Mine card={card} left={left} /> : <Theirs card={card} name={card.held.name} />;
}

function Take({ card }: { readonly card: Card }) {
  const take = useHolding(() => claim(card.id), card.id);
  const press = (): void => {
    if (!take.isPending) take.mutate();
  };
  // Right after a call the way on is the next one, not this one once more.
  const resting = card.next_call_at !== null && Date.parse(card.next_call_at) > serverNow();
  const first = (card.lane === 'new' || card.lane === 'tried') && !resting;
  useKeys({ t: press });
  return (
    <button
      type="button"
      className={`${first ? 'button-main' : 'button'} mt-2 w-full`}
      disabled={take.isPending}
      onClick={press}
    >
      Take this case <span className="key">T</span>
    </button>
  );
}

function Mine({ card, left }: { readonly card: Card; readonly left: string }) {
  const release = useHolding(() => giveBack(card.id), card.id);
  const { state } = useLive();
  const press = (): void => {
    if (!release.isPending) release.mutate();
  };
  useKeys({ x: press });
  return (
    <div className="mt-2 flex items-center gap-2 rounded-md bg-accent-soft px-2 py-1.5 text-accent">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">Yours for {left}</span>
        {/* It is made longer every minute while somebody is there. */}
        <span className="block text-[0.9em]" role="status">
          {state === 'paused' ? 'Paused: press a key to keep it' : 'nobody else can call'}
        </span>
      </span>
      <button type="button" className="button min-h-7 px-2" disabled={release.isPending} onClick={press}>
        Give back <span className="key">X</span>
      </button>
    </div>
  );
}

function Theirs({ card, name }: { readonly card: Card; readonly name: string }) {
  const { data: me } = useQuery(meQuery);
  const [reason, setReason] = useState('');
  const take = useHolding(() => takeOver(card.id, reason.trim()), card.id);
  return (
    <div className="mt-2 rounded-md bg-bad-soft px-2 py-1.5 text-bad">
      <p className="font-semibold">{name} is on this case. Do not call.</p>
      {mayDo(me?.role, 'lead') && (
        <form
          className="mt-1 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            take.mutate();
          }}
        >
          <input
            className="field"
            required
            maxLength={200}
            aria-label="Reason to take it over"
            placeholder="Reason to take it over"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <button type="submit" className="button shrink-0" disabled={take.isPending}>
            Take over
          </button>
        </form>
      )}
    </div>
  );
}
