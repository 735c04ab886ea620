import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#lib/http.ts';
import { TextField } from '#ui/form.tsx';
import { EndedLink } from './confirm.tsx';
import { NewPasswordFields, noPassword, requireSame } from './new-password.tsx';
import { linkToken, OutsideForm, OutsidePage } from './outside-page.tsx';
import { request } from '#portal/request.ts';

/** Without a link, the page offers to send one; with a link, it sets a new password. */
export const Reset = () => (linkToken() === '' ? <AskForLink /> : <ChoosePassword />);

function AskForLink() {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => request('POST /sign-in/reset', { body: { email: email.trim() } }),
  });
  if (ask.isSuccess)
    return (
      <OutsidePage title="Check your email">
        <p role="status">
          We sent an email to <strong className="break-all">{email}</strong>. If the address has an account, the link in
          it works for 30 minutes.
        </p>
      </OutsidePage>
    );
  return (
    <OutsidePage title="Choose a new password">
      <OutsideForm
        label="Request a link"
        submit="Email me a link"
        pending={ask.isPending}
        error={ask.error}
        onSubmit={() => ask.mutate()}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
      </OutsideForm>
      <p className="mt-4">
        <Link to="/sign-in" className="text-accent underline">
          Back to sign-in
        </Link>
      </p>
    </OutsidePage>
  );
}

function ChoosePassword() {
  const [chosen, setChosen] = useState(noPassword);
  const [code, setCode] = useState('');
  const reset = useMutation({
    mutationFn: () => {
      const password = requireSame(chosen);
      return request('POST /sign-in/reset/finish', { body: { token: linkToken(), password, code } });
    },
    onError: () => setCode(''),
  });
  // An incomplete link is a different error, but users see the same page.
  if (reset.error instanceof ApiError && (reset.error.status === 404 || reset.error.issues[0]?.path === 'token'))
    return <EndedLink again="/reset" words="Request another link" />;
  if (reset.isSuccess)
    return (
      <OutsidePage title="Password changed">
        <p role="status">You’ve been signed out everywhere. Sign in with your new password and the next code.</p>
        <p className="mt-3">
          <Link to="/sign-in" className="text-accent underline">
            Sign in
          </Link>
        </p>
      </OutsidePage>
    );
  return (
    <OutsidePage title="Choose a new password">
      <OutsideForm
        label="Choose a new password"
        submit="Change password"
        pending={reset.isPending}
        error={reset.error}
        onSubmit={() => reset.mutate()}
      >
        <NewPasswordFields value={chosen} onChange={setChosen} />
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
    </OutsidePage>
  );
}
