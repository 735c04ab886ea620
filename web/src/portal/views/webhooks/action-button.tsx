import { useEffect, useRef, useState, type ReactNode } from 'react';
import { usePortalAction, type Response } from '#portal/api.ts';
import type { Operations } from '#portal/types.gen.ts';

type ActionButtonProps<Name extends keyof Operations> = {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly success: string | ((response: Response<Name>) => string | undefined);
  onSuccess?(response: Response<Name>): void;
  /** Question to confirm first; without it the action runs at once. */
  readonly confirm?: string;
  readonly disabled?: boolean;
  readonly main?: boolean;
  readonly children: ReactNode;
};

/** A button that sends a change, after a confirmation where it cannot be undone; what was refused is said beside it. */
export function ActionButton<Name extends keyof Operations>(props: ActionButtonProps<Name>) {
  const { success, onSuccess, confirm, disabled = false, main = false, children, ...call } = props;
  const action = usePortalAction<Name>(success, onSuccess);
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
    if (!action.isPending) action.mutate(call);
  };
  if (confirming)
    return (
      <span
        role="group"
        aria-label={confirm}
        className="inline-flex flex-wrap items-center gap-1.5"
        onKeyDown={(event) => event.key === 'Escape' && setConfirming(false)}
      >
        <span className="text-bad">{confirm}</span>
        <button type="button" className="button border-bad text-bad" onClick={act}>
          Yes
        </button>
        <button type="button" className="button" autoFocus onClick={() => setConfirming(false)}>
          No
        </button>
      </span>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <button
        ref={button}
        type="button"
        className={main ? 'button-main' : 'button'}
        disabled={disabled}
        aria-disabled={action.isPending}
        onClick={() => (confirm === undefined ? act() : setConfirming(true))}
      >
        {children}
      </button>
      {action.error !== null && (
        <span role="alert" className="text-bad">
          {action.error.message}
        </span>
      )}
    </span>
  );
}
