import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { TextField } from '#ui/form.tsx';
import { setFreshCodeDialog } from './fresh-code.ts';
import { canUsePasskeys, confirmWithPasskey } from './passkeys.ts';
import { request } from './request.ts';

/** Asks for a code of the authenticator before what cannot be taken back. */
export function FreshCodeDialog() {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const settle = useRef<(accepted: boolean) => void>(undefined);
  useEffect(() => {
    setFreshCodeDialog(
      () =>
        new Promise((resolve) => {
          settle.current = resolve;
          setCode('');
          setProblem(undefined);
          setOpen(true);
        }),
    );
    return () => setFreshCodeDialog(undefined);
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(request('/session/fresh', { method: 'POST', body: { code } }));
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && close(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/40" />
        <Dialog.Popup className="panel fixed inset-x-4 top-24 z-30 mx-auto max-w-md p-4 shadow-lg">
          <Dialog.Title className="text-lg font-bold">Confirm it is you</Dialog.Title>
          <Dialog.Description className="mt-1 text-soft">
            This needs a code of your authenticator, or a passkey. It stands for ten minutes.
          </Dialog.Description>
          <form className="mt-3 grid gap-3" onSubmit={submit}>
            <TextField label="Code" value={code} onChange={setCode} maxLength={40} required problem={problem} />
            <Buttons
              ready={code.trim() !== ''}
              onPasskey={() => void attempt(confirmWithPasskey())}
              onCancel={() => close(false)}
            />
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ButtonsProps = { readonly ready: boolean; onPasskey(): void; onCancel(): void };

const Buttons = ({ ready, onPasskey, onCancel }: ButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <button type="submit" className="button-main" disabled={!ready}>
      Confirm
    </button>
    {canUsePasskeys() && (
      <button type="button" className="button" onClick={onPasskey}>
        Use a passkey
      </button>
    )}
    <button type="button" className="button" onClick={onCancel}>
      Cancel
    </button>
  </div>
);
