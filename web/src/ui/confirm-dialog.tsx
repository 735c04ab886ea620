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

/** Asks whoever is signed in to confirm that it is them, before an action that needs it. */
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
      setProblem(error instanceof Error ? error.message : 'It was not accepted.');
    }
  };
  if (!isOpen) return null;
  return (
    <Dialog
      title="Confirm it is you"
      description={description}
      className="mx-auto mt-24 w-[min(28rem,calc(100vw-2rem))]"
      onClose={() => close(false)}
    >
      {children({ problem, attempt: (confirmed) => void attempt(confirmed), cancel: () => close(false) })}
    </Dialog>
  );
}
