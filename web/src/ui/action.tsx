import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import { tell } from './undo.ts';

type Call = { readonly path: string; readonly method?: string; readonly body?: unknown };

/** Does something at once and says how it went; what it may have changed is read anew. */
export function useAction<T = unknown>(done: string | ((answer: T) => string), then?: (answer: T) => void) {
  const queries = useQueryClient();
  const busy = useRef(false);
  const action = useMutation({
    mutationFn: ({ path, method = 'POST', body }: Call) =>
      request<T>(path, { method, ...(body === undefined ? {} : { body }) }),
    onSuccess: (answer) => {
      tell(typeof done === 'string' ? done : done(answer));
      then?.(answer);
      void queries.invalidateQueries();
    },
    onError: (error) => tell(error.message, true),
    onSettled: () => (busy.current = false),
  });
  // Two presses are one: the second may come before the button is drawn anew.
  const mutate = (call: Call): void => {
    if (busy.current) return;
    busy.current = true;
    action.mutate(call);
  };
  return { mutate, isPending: action.isPending };
}

type Pressed<T> = Call & {
  readonly done: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** What it asks before it does it; without a question it is done at once. */
  readonly sure?: string;
  readonly then?: (answer: T) => void;
};

/** A button that acts; what cannot be taken back asks first. */
export function ActionButton<T>({ done, sure, children, disabled = false, then, ...call }: Pressed<T>) {
  const action = useAction<T>(done, then);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  // After the question the focus is where it was before.
  useEffect(() => {
    if (!asking && asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  const act = (): void => {
    setAsking(false);
    action.mutate(call);
  };
  if (asking) return <Question text={sure ?? ''} onYes={act} onNo={() => setAsking(false)} />;
  return (
    <button
      ref={button}
      type="button"
      className="button min-h-7 px-2"
      disabled={disabled}
      aria-disabled={action.isPending}
      onClick={() => (sure === undefined ? act() : setAsking(true))}
    >
      {children}
    </button>
  );
}

type Asked = { readonly text: string; onYes(): void; onNo(): void };

/** The careful answer has the focus: whoever presses Enter twice has done nothing. */
function Question({ text, onYes, onNo }: Asked) {
  return (
    <span
      role="group"
      aria-label={text}
      className="inline-flex flex-wrap items-center gap-1.5"
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <span className="text-bad">{text}</span>
      <button type="button" className="button min-h-7 border-bad px-2 text-bad" onClick={onYes}>
        Yes
      </button>
      <button type="button" className="button min-h-7 px-2" autoFocus onClick={onNo}>
        No
      </button>
    </span>
  );
}
