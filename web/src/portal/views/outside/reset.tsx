import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#lib/http.ts';
import { TextField } from '#ui/form.tsx';
import { EndedLink } from './confirm.tsx';
import { NewPasswordFields, noPassword, requireSame } from './new-password.tsx';
import { linkToken, OutsideForm, OutsidePage } from './outside-page.tsx';
import { request } from '#portal/request.ts';

/** Without a link it asks for one; with one it takes another password. */
export const Reset = () => (linkToken() === '' ? <AskForLink /> : <ChoosePassword />);

function AskForLink() {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => request('POST /sign-in/reset', { body: { email: email.trim() } }),
  });
  if (ask.isSuccess)
    return (
      <OutsidePage title="A mail is on its way">
        <p role="status">
          We sent a mail to <strong className="break-all">{email}</strong>. If the address has an account, its link
          works for 30 minutes.
        </p>
      </OutsidePage>
    );
  return (
    <OutsidePage title="Choose a new password">
      <OutsideForm
        label="Ask for a link"
        submit="Send me the link"
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
  // A part that is missing makes it another kind of wrong; to its reader it is the same.
  if (reset.error instanceof ApiError && (reset.error.status === 404 || reset.error.issues[0]?.path === 'token'))
    return <EndedLink again="/reset" words="Ask for another link" />;
  if (reset.isSuccess)
    return (
      <OutsidePage title="Your password is changed">
        <p role="status">All your sessions have ended. Sign in with the new password and the next code.</p>
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
        submit="Change the password"
        pending={reset.isPending}
        error={reset.error}
        onSubmit={() => reset.mutate()}
      >
        <NewPasswordFields value={chosen} onChange={setChosen} />
        <TextField
          label="Code"
          hint="Six digits of your authenticator app, or a recovery code."
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
