import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import { toast } from '#ui/toast.ts';

type Call = { readonly path: string; readonly method?: string; readonly body?: unknown };

/**
 * Sends a request at once, shows its success as a toast, and refetches everything it may have changed. An error is a
 * toast too, unless the caller shows `error` beside what was typed (`inline`).
 */
export function useAction<T = unknown>(
  success: string | ((response: T) => string),
  onSuccess?: (response: T) => void,
  { inline = false }: { readonly inline?: boolean } = {},
) {
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
    onError: (error) => {
      if (!inline) toast(error.message, true);
    },
    onSettled: () => (busy.current = false),
  });
  // A double click counts once: the second click may come before the button is rendered as disabled.
  const mutate = (call: Call): void => {
    if (busy.current) return;
    busy.current = true;
    action.mutate(call);
  };
  return { mutate, isPending: action.isPending, error: action.error, reset: action.reset };
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
  const action = useAction<T>(success, onSuccess, { inline: true });
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
  const pressed = (
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
  if (action.error === null) return pressed;
  // Beside the button that was pressed; the bottom of the screen may be far from it.
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {pressed}
      <span role="alert" className="text-bad">
        {action.error.message}
      </span>
    </span>
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
