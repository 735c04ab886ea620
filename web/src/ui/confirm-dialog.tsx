import { useEffect, useRef, useState, type ReactNode } from 'react';
import { setConfirmDialog } from './confirmation.ts';
import { Dialog } from './dialog.tsx';

/** What the form inside gets. */
export type Confirming = {
  /** Why the last attempt was not accepted. */
  readonly problem: string | undefined;
  /** Closes the dialog when this succeeds. */
  attempt(confirmed: Promise<unknown>): void;
  cancel(): void;
};

type Props = { readonly description: string; readonly children: (confirming: Confirming) => ReactNode };

/** Asks the signed-in user to confirm their identity before an action that requires it. */
export function ConfirmDialog({ description, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const settle = useRef<(accepted: boolean) => void>(undefined);
  useEffect(() => {
    setConfirmDialog(
      () =>
        new Promise((resolve) => {
          settle.current = resolve;
          setProblem(undefined);
          setOpen(true);
        }),
    );
    return () => setConfirmDialog(undefined);
  }, []);
  const close = (accepted: boolean): void => {
    setOpen(false);
    settle.current?.(accepted);
  };
  const attempt = async (confirmed: Promise<unknown>): Promise<void> => {
    try {
      await confirmed;
      close(true);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That wasn’t accepted.');
    }
  };
  if (!isOpen) return null;
  return (
    <Dialog
      title="Confirm it’s you"
      description={description}
      className="mx-auto mt-24 w-[min(28rem,calc(100vw-2rem))]"
      onClose={() => close(false)}
    >
      {children({ problem, attempt: (confirmed) => void attempt(confirmed), cancel: () => close(false) })}
    </Dialog>
  );
}
