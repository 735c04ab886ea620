import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { colleaguesQuery, meQuery } from '#api/queries.ts';
import { assignCase } from '#api/queue.ts';
import type { Card } from '#api/types.ts';
import { toast } from '#ui/toast.ts';
import { hasRole } from '#views/shell.tsx';

/** Assigns the case and refetches the views that show it. */
function useAssign({ id, assignee }: Card) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ staffId, reason }: { staffId: string | null; reason?: string }) =>
      assignCase(id, {
        staff_id: staffId,
        seen: assignee?.staff_id ?? null,
        ...(reason === undefined ? {} : { reason }),
      }),
    onSuccess: ({ name }) => toast(name === null ? 'Case unassigned.' : `Case assigned to ${name}.`),
    onError: (error) => toast(error.message, true),
    onSettled: () => {
      for (const queryKey of [['case', id], ['mine'], ['columns']]) void queries.invalidateQueries({ queryKey });
    },
  });
}

/** Whose case it is, independent of who may call at the moment: take it, hand it over, or give it up. */
export function OwnerPanel({ card }: { readonly card: Card }) {
  const { data: me } = useQuery(meQuery);
  const assign = useAssign(card);
  const { assignee } = card;
  const mine = assignee?.mine === true;
  const mayGive = mine || hasRole(me?.role, 'lead');
  if (card.closed_at !== null) return null;
  return (
    <section className="panel p-3" aria-labelledby="owner">
      <h2 id="owner" className="panel-title">
        {' '}
        Owner{' '}
      </h2>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 font-semibold">
          {assignee === null ? 'Unassigned' : mine ? 'You' : assignee.name}
        </p>
        {!mine && me !== undefined && (
          <button
            type="button"
            className="button"
            disabled={assign.isPending}
            onClick={() => assign.mutate({ staffId: me.id })}
          >
            {assignee === null ? 'Assign to me' : 'Take over'}
          </button>
        )}
        {mine && (
          <button
            type="button"
            className="button"
            disabled={assign.isPending}
            onClick={() => assign.mutate({ staffId: null })}
          >
            Unassign
          </button>
        )}
      </div>
      {mayGive && <HandOver card={card} assign={assign} />}
    </section>
  );
}

type HandOverProps = { readonly card: Card; readonly assign: ReturnType<typeof useAssign> };

function HandOver({ card: { assignee }, assign }: HandOverProps) {
  const { data: me } = useQuery(meQuery);
  const { data } = useQuery(colleaguesQuery);
  const [staffId, setStaffId] = useState('');
  const [reason, setReason] = useState('');
  const ids = { person: useId(), reason: useId() };
  const others = (data?.data ?? []).filter(({ id }) => id !== assignee?.staff_id && id !== me?.id);
  return (
    <form
      className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const text = reason.trim();
        assign.mutate(
          { staffId, ...(text === '' ? {} : { reason: text }) },
          { onSuccess: () => (setStaffId(''), setReason('')) },
        );
      }}
    >
      <label htmlFor={ids.person} className="sr-only">
        Reassign to
      </label>
      <select
        id={ids.person}
        className="field"
        required
        value={staffId}
        onChange={(event) => setStaffId(event.target.value)}
      >
        <option value="">Reassign to…</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="button" disabled={assign.isPending || staffId === ''}>
        Reassign{' '}
      </button>
      {staffId !== '' && (
        <>
          <label htmlFor={ids.reason} className="sr-only">
            {' '}
            Reason, for the timeline{' '}
          </label>
          <input
            id={ids.reason}
            className="field col-span-2"
            maxLength={200}
            placeholder="Reason, for the timeline (optional)"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </form>
  );
}
