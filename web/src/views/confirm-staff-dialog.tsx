import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { meQuery } from '#api/queries.ts';
import { request, isConfirmed } from '#api/request.ts';
import { ConfirmDialog, type Confirming } from '#ui/confirm-dialog.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { TextField } from '#ui/form.tsx';

/**
 * Asks for the password, or for a sign-in with the provider, before an action that moves money, changes roles or
 * exports data.
 */
export function ConfirmStaffDialog() {
  const { data: me } = useQuery(meQuery);
  const byProvider = me?.session?.method === 'oidc';
  return (
    <ConfirmDialog
      description={
        byProvider
          ? 'Sign in again with your identity provider. You won’t be asked again for ten minutes.'
          : 'Enter your password. You won’t be asked again for ten minutes.'
      }
    >
      {(confirming) => (byProvider ? <ProviderForm {...confirming} /> : <PasswordForm {...confirming} />)}
    </ConfirmDialog>
  );
}

function PasswordForm({ problem, attempt, cancel }: Confirming) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    attempt(request('POST /me/fresh', { body: { password } }));
  };
  return (
    <form className="mt-3 grid gap-3" onSubmit={submit}>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        maxLength={200}
        required
        problem={problem}
      />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-main" disabled={password === ''}>
          Confirm
        </button>
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** In another tab, so that nothing that was typed here is lost. */
function ProviderForm({ problem, attempt, cancel }: Confirming) {
  const check = async (): Promise<void> => {
    if (!(await isConfirmed())) throw new Error('You haven’t signed in again yet.');
  };
  return (
    <div className="mt-3 grid gap-3">
      {problem !== undefined && <ErrorMessage error={new Error(problem)} />}
      <div className="flex flex-wrap gap-2">
        <a className="button-main" href="/sign-in/oidc?confirm=1" target="_blank" rel="noopener">
          Sign in again (new tab)
        </a>
        <button type="button" className="button" onClick={() => attempt(check())}>
          I’ve signed in
        </button>
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
