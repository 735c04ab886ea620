import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ApiError } from '#lib/http.ts';
import { TextField } from '#ui/form.tsx';
import type { Response } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { EndedLink } from './confirm.tsx';
import { linkToken, Loading, OutsideForm, OutsidePage } from './outside-page.tsx';
import { RecoveryCodeList, Secret } from './set-up.tsx';
import { request } from '#portal/request.ts';

type Finished = Response<'POST /sign-in/authenticator/finish'>;

const isEnded = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.issues[0]?.path === 'token');

/** Opened by a reset link: first the password, then the new authenticator, then its recovery codes. */
export function Authenticator() {
  const [finished, setFinished] = useState<Finished>();
  const { data, error } = useQuery({
    queryKey: ['authenticator-reset'],
    queryFn: () =>
      request('POST /sign-in/authenticator/view', {
        body: { token: linkToken() },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // The link expires when set-up is done, but the recovery codes must stay visible.
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (finished !== undefined) return <NewCodes codes={finished.recovery_codes} />;
  if (error !== null) return <EndedLink again="/sign-in" words="Go to sign-in" />;
  return (
    <OutsidePage title="Set up a new authenticator">
      {data === undefined ? (
        <Loading />
      ) : (
        <>
          <p className="mb-3 text-soft">
            For <strong className="break-all">{data.email}</strong>.
          </p>
          {data.waits ? (
            <p role="status">
              This link works starting <When at={data.opens_at} />. Until then nothing changes, and you can stop the
              reset with the other link in the same email.
            </p>
          ) : (
            <Steps email={data.email} onFinished={setFinished} />
          )}
        </>
      )}
    </OutsidePage>
  );
}

type StepsProps = { readonly email: string; onFinished(finished: Finished): void };

function Steps({ email, onFinished }: StepsProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useMutation({
    mutationFn: () => request('POST /sign-in/authenticator/begin', { body: { token: linkToken(), password } }),
  });
  const finish = useMutation({
    mutationFn: () =>
      request('POST /sign-in/authenticator/finish', {
        body: { token: linkToken(), password, code },
      }),
    onSuccess: onFinished,
    onError: () => setCode(''),
  });
  if (begin.data === undefined)
    return (
      <OutsideForm
        label="Your password"
        submit="Continue"
        pending={begin.isPending}
        error={begin.error}
        onSubmit={() => begin.mutate()}
      >
        {/* For password managers, which find the password by the address. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField value={password} onChange={setPassword} />
      </OutsideForm>
    );
  return (
    <OutsideForm
      label="New authenticator"
      submit="Finish"
      pending={finish.isPending}
      error={finish.error}
      onSubmit={() => finish.mutate()}
    >
      <Secret authenticator={begin.data.authenticator} />
      <TextField
        label="Code"
        hint="The six digits the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={10}
        value={code}
        onChange={setCode}
      />
    </OutsideForm>
  );
}

const PasswordField = (typed: { readonly value: string; onChange(password: string): void }) => (
  <TextField
    label="Password"
    hint="Your current password. The link alone isn’t enough."
    type="password"
    autoComplete="current-password"
    required
    maxLength={200}
    {...typed}
  />
);

function NewCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <OutsidePage title="Keep your recovery codes">
      <RecoveryCodeList codes={codes} />
      <p className="mt-3">
        You’ve been signed out everywhere, and your passkeys and portal tokens no longer work. Sign in with your
        password and the app’s next code.
      </p>
      <p className="mt-3">
        <Link to="/sign-in" className="text-accent underline">
          I’ve saved them, sign in
        </Link>
      </p>
    </OutsidePage>
  );
}

/** Opened by the other link in the email. It asks for confirmation, because email scanners open links too. */
export function StopAuthenticatorReset() {
  const stop = useMutation({
    mutationFn: () => request('POST /sign-in/authenticator/stop', { body: { token: linkToken() } }),
  });
  if (isEnded(stop.error)) return <EndedLink again="/sign-in" words="Go to sign-in" />;
  if (stop.isSuccess)
    return (
      <OutsidePage title="Reset stopped">
        <p role="status">
          Nothing has changed, and the links in the email no longer work. If you didn’t ask for the reset, change your
          password and reply to our email.
        </p>
        <p className="mt-3">
          <Link to="/reset" className="text-accent underline">
            Choose a new password
          </Link>
        </p>
      </OutsidePage>
    );
  return (
    <OutsidePage title="Stop your authenticator reset">
      <OutsideForm
        label="Stop the reset"
        submit="Stop the reset"
        pending={stop.isPending}
        error={stop.error}
        onSubmit={() => stop.mutate()}
      >
        <p>
          Someone claiming to be you asked us to reset your authenticator. If that wasn’t you, or you’ve found your
          authenticator, stop the reset here.
        </p>
      </OutsideForm>
    </OutsidePage>
  );
}
