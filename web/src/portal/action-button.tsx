import type { ReactNode } from 'react';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { usePortalAction, type Response } from './api.ts';
import type { PortalCall, TenantOperation } from './operations.ts';

type ActionButtonProps<Key extends TenantOperation> = {
  readonly call: Key;
  readonly success: string | ((response: Response<Key>) => string | undefined);
  onSuccess?(response: Response<Key>): void;
  /** Question to confirm first; without it, the action runs immediately. */
  readonly confirm?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly size?: 'small' | 'normal' | 'main';
  readonly children: ReactNode;
} & PortalCall<Key>;

/** A button that sends a change, after a confirmation if it cannot be undone; an error is shown next to it. */
export function ActionButton<Key extends TenantOperation>(props: ActionButtonProps<Key>) {
  const { call, success, onSuccess, confirm, label, disabled, size, children } = props;
  const action = usePortalAction(call, success, onSuccess);
  return (
    <ConfirmButton
      size={size ?? 'normal'}
      confirm={confirm}
      label={label}
      disabled={disabled}
      pending={action.isPending}
      error={action.error}
      onConfirmed={() => action.mutate(props)}
    >
      {children}
    </ConfirmButton>
  );
}
