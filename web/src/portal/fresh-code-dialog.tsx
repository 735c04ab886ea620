import { useState, type FormEvent } from 'react';
import { ConfirmDialog, type Confirming } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/form.tsx';
import { canUsePasskeys, confirmWithPasskey } from './passkeys.ts';
import { request } from './request.ts';

/** Asks for an authenticator code before an irreversible action. */
export const FreshCodeDialog = () => (
  <ConfirmDialog description="Enter a code from your authenticator app or use a passkey. You won’t be asked again for ten minutes.">
    {(confirming) => <CodeForm {...confirming} />}
  </ConfirmDialog>
);

function CodeForm({ problem, attempt, cancel }: Confirming) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    attempt(request('POST /session/fresh', { body: { code } }));
  };
  return (
    <form className="mt-3 grid gap-3" onSubmit={submit}>
      <TextField label="Code" value={code} onChange={setCode} maxLength={40} required problem={problem} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-main" disabled={code.trim() === ''}>
          Confirm
        </button>
        {canUsePasskeys() && (
          <button type="button" className="button" onClick={() => attempt(confirmWithPasskey())}>
            Use a passkey
          </button>
        )}
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
