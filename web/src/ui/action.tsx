import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import { tell } from './undo.ts';

type Call = { readonly path: string; readonly method?: string; readonly body?: unknown };

/** Does something at once and says how it went; what it may have changed is read anew. */
export function useAction<T = unknown>(done: string, then?: (answer: T) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ path, method = 'POST', body }: Call) =>
      request<T>(path, { method, ...(body === undefined ? {} : { body }) }),
    onSuccess: (answer) => {
      tell(done);
      then?.(answer);
      void queries.invalidateQueries();
    },
    onError: (error) => tell(error.message, true),
  });
}

type Pressed = Call & {
  readonly done: string;
  readonly children: ReactNode;
  /** What it asks before it does it; without a question it is done at once. */
  readonly sure?: string;
};

/** A button that acts; what cannot be taken back asks first. */
export function ActionButton({ done, sure, children, ...call }: Pressed) {
  const action = useAction(done);
  const [asking, setAsking] = useState(false);
  if (asking) {
    return (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <span className="text-bad">{sure}</span>
        <button
          type="button"
          className="button min-h-7 border-bad px-2 text-bad"
          onClick={() => {
            setAsking(false);
            action.mutate(call);
          }}
        >
          Yes
        </button>
        <button type="button" className="button min-h-7 px-2" onClick={() => setAsking(false)}>
          No
        </button>
      </span>
    );
  }
  return (
    <button
      type="button"
      className="button min-h-7 px-2"
      disabled={action.isPending}
      onClick={() => (sure === undefined ? action.mutate(call) : setAsking(true))}
    >
      {children}
    </button>
  );
}
