import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { requestAny, type Operation, type StaffCall } from '#api/request.ts';
import type { ResponseOf } from '#api/types.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { toast } from '#ui/toast.ts';

type Handling<Key extends Operation> = {
  onSuccess?: ((response: ResponseOf<Key>) => void) | undefined;
  readonly inline?: boolean;
};

/**
 * Sends a request immediately, shows its success as a toast, and refetches everything it may have changed. An error is
 * a toast too, unless the caller shows `error` next to the input (`inline`).
 */
export function useAction<Key extends Operation>(
  key: Key,
  success: string | ((response: ResponseOf<Key>) => string),
  { onSuccess, inline = false }: Handling<Key> = {},
) {
  const queries = useQueryClient();
  const busy = useRef(false);
  const action = useMutation({
    mutationFn: (call: StaffCall<Key>) => requestAny(key, call),
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
  const mutate = (call: StaffCall<Key>): void => {
    if (busy.current) return;
    busy.current = true;
    action.mutate(call);
  };
  return { mutate, isPending: action.isPending, error: action.error, reset: action.reset };
}

type ActionButtonProps<Key extends Operation> = {
  readonly call: Key;
  readonly success: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Question to confirm first; without it, the action runs immediately. */
  readonly confirm?: string;
  readonly onSuccess?: (response: ResponseOf<Key>) => void;
} & StaffCall<Key>;

/** A button that sends a request, after confirmation where the action cannot be undone. */
export function ActionButton<Key extends Operation>(props: ActionButtonProps<Key>) {
  const { call, success, onSuccess, confirm, disabled, children } = props;
  const action = useAction(call, success, { onSuccess, inline: true });
  return (
    <ConfirmButton
      size="small"
      confirm={confirm}
      disabled={disabled}
      pending={action.isPending}
      error={action.error}
      onConfirmed={() => action.mutate(props)}
    >
      {children}
    </ConfirmButton>
  );
}
