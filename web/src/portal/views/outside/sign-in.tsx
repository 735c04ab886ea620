import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TextField } from '#ui/form.tsx';
import { IssuerSignIn } from '#portal/views/sign-in/issuer-sign-in.tsx';
import { PasskeyButton } from '#portal/views/sign-in/passkey-button.tsx';
import { OutsideForm, OutsidePage } from './outside-page.tsx';
import { request, takeReturnPath } from '#portal/request.ts';

export function SignIn() {
  return (
    <OutsidePage title="Sign in">
      <SignInForm onSignedIn={() => window.location.replace(takeReturnPath())} />
      <p className="mt-4">
        <Link to="/reset" className="text-accent underline">
          Forgot your password?
        </Link>
      </p>
      <p className="mt-1 text-soft">
        Lost your authenticator and your recovery codes? Another owner or admin of your institution can reset it under
        Members. If there isn’t one, contact us.
      </p>
      <p className="mt-1">
        No account yet?{' '}
        <Link to="/sign-up" className="text-accent underline">
          Request access
        </Link>
      </p>
      <section aria-label="Other ways to sign in" className="mt-6 grid gap-4 border-t border-line pt-4">
        <PasskeyButton />
        <IssuerSignIn />
      </section>
    </OutsidePage>
  );
}

type SignInFormProps = {
  /** Where only one address will do. */
  readonly address?: string;
  onSignedIn(): void;
};

/** Password and code are sent together, so that an error does not reveal which was wrong. */
export function SignInForm({ address, onSignedIn }: SignInFormProps) {
  const [typed, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const email = address ?? typed;
  const signIn = useMutation({
    mutationFn: () => request('POST /session', { body: { email: email.trim(), password, code } }),
    onSuccess: onSignedIn,
    // A code works once.
    onError: () => setCode(''),
  });
  return (
    <OutsideForm
      label="Sign in"
      submit="Sign in"
      pending={signIn.isPending}
      error={signIn.error}
      onSubmit={() => signIn.mutate()}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={email}
        readOnly={address !== undefined}
        onChange={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        value={password}
        onChange={setPassword}
      />
      <TextField
        label="Code"
        hint="Six digits from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        required
        maxLength={60}
        value={code}
        onChange={setCode}
      />
    </OutsideForm>
  );
}
