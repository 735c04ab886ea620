import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import { toast } from './toast.ts';

type Call = { readonly path: string; readonly method?: string; readonly body?: unknown };

/** Sends a request at once, shows the result as a toast, and refetches everything it may have changed. */
export function useAction<T = unknown>(success: string | ((response: T) => string), onSuccess?: (response: T) => void) {
  const queries = useQueryClient();
  const busy = useRef(false);
  const action = useMutation({
    mutationFn: ({ path, method = 'POST', body }: Call) =>
      request<T>(path, { method, ...(body === undefined ? {} : { body }) }),
    onSuccess: (response) => {
      toast(typeof success === 'string' ? success : success(response));
      onSuccess?.(response);
      void queries.invalidateQueries();
    },
    onError: (error) => toast(error.message, true),
    onSettled: () => (busy.current = false),
  });
  // A double click counts once: the second click may come before the button is rendered as disabled.
  const mutate = (call: Call): void => {
    if (busy.current) return;
    busy.current = true;
    action.mutate(call);
  };
  return { mutate, isPending: action.isPending };
}

type ActionButtonProps<T> = Call & {
  readonly success: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Question to confirm first; without it the action runs at once. */
  readonly confirm?: string;
  readonly onSuccess?: (response: T) => void;
};

/** A button that sends a request, after confirmation where the action cannot be undone. */
export function ActionButton<T>({
  success,
  confirm,
  children,
  disabled = false,
  onSuccess,
  ...call
}: ActionButtonProps<T>) {
  const action = useAction<T>(success, onSuccess);
  const [confirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  // Return the focus to the button after the confirmation.
  useEffect(() => {
    if (!confirming && wasConfirming.current) button.current?.focus();
    wasConfirming.current = confirming;
  }, [confirming]);
  const act = (): void => {
    setConfirming(false);
    action.mutate(call);
  };
  if (confirming) return <ConfirmPrompt text={confirm ?? ''} onYes={act} onNo={() => setConfirming(false)} />;
  return (
    <button
      ref={button}
      type="button"
      className="button min-h-7 px-2"
      disabled={disabled}
      aria-disabled={action.isPending}
      onClick={() => (confirm === undefined ? act() : setConfirming(true))}
    >
      {children}
    </button>
  );
}

type ConfirmPromptProps = { readonly text: string; onYes(): void; onNo(): void };

/** No has the focus, so that pressing Enter twice does nothing. */
function ConfirmPrompt({ text, onYes, onNo }: ConfirmPromptProps) {
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
