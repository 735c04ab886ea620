import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { setConfirmDialog } from './confirmation.ts';

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
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && close(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/40" />
        <Dialog.Popup className="panel fixed inset-x-4 top-24 z-30 mx-auto max-w-md p-4 shadow-lg">
          <Dialog.Title className="text-lg font-bold">Confirm it is you</Dialog.Title>
          <Dialog.Description className="mt-1 text-soft">{description}</Dialog.Description>
          {children({ problem, attempt: (confirmed) => void attempt(confirmed), cancel: () => close(false) })}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
