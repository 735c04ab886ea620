import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { TextField } from '#ui/form.tsx';
import type { Response } from '#portal/api.ts';

import { NewPasswordFields, noPassword, requireSame } from './new-password.tsx';
import { linkToken, OutsideForm, OutsidePage } from './outside-page.tsx';
import { request } from '#portal/request.ts';

type Authenticator = Response<'POST /sign-up/view'>['authenticator'];
export type FinishedSetUp = Response<'POST /sign-up/finish'>;

type SetUpProps = {
  readonly call: 'POST /sign-up/finish' | 'POST /invitations/finish';
  readonly email: string;
  readonly authenticator: Authenticator;
  /** Asked only of invited users. */
  readonly asksName: boolean;
  onFinished(finished: FinishedSetUp): void;
};

/** Password and authenticator of a new account; then its recovery codes are shown, once. */
export function SetUp({ call, email, authenticator, asksName, onFinished }: SetUpProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(noPassword);
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => {
      const password = requireSame(chosen);
      const body = { token: linkToken(), password, code, ...(asksName ? { name } : {}) };
      return request(call, { body });
    },
    onSuccess: onFinished,
    onError: () => setCode(''),
  });
  return (
    <OutsideForm
      label="Set up your sign-in"
      submit="Finish"
      pending={finish.isPending}
      error={finish.error}
      onSubmit={() => finish.mutate()}
    >
      {asksName && (
        <TextField label="Your name" autoComplete="name" required maxLength={200} value={name} onChange={setName} />
      )}
      {/* For password managers, which store the address with the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NewPasswordFields value={chosen} onChange={setChosen} />
      <Secret authenticator={authenticator} />
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

export function Secret({ authenticator: { secret, qr } }: { readonly authenticator: Authenticator }) {
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 font-semibold">Authenticator app</legend>
      <p className="text-soft">Scan this with an authenticator app, or enter the key by hand.</p>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        className="mx-auto my-3 size-48 bg-white"
        role="img"
        aria-label="QR code for the key"
      >
        <path d={qr.path} fill="black" />
      </svg>
      <p className="flex flex-wrap items-center gap-2">
        <code className="font-mono break-all select-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton text={secret} what="the key" />
      </p>
    </fieldset>
  );
}

/** A separate page with one task: storing the codes. Set-up is then done. */
export function RecoveryCodes({ finished }: { readonly finished: FinishedSetUp }) {
  const { institution_id: id, recovery_codes: codes } = finished;
  return (
    <OutsidePage title="Keep your recovery codes">
      <RecoveryCodeList codes={codes} />
      <div className="mt-3">
        <button
          type="button"
          className="button-main"
          onClick={() => window.location.replace(`/portal/${encodeURIComponent(id)}/test`)}
        >
          I’ve saved them
        </button>
      </div>
    </OutsidePage>
  );
}

export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  const shown = codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
  return (
    <>
      <p role="status" className="rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn">
        These recovery codes are shown only once. If you lose the app, each one works once in place of a code. Keep them
        with your important documents.
      </p>
      <ul className="my-3 grid gap-1" aria-label="Recovery codes">
        {shown.map((code) => (
          <li key={code}>
            <code className="font-mono text-[0.9em] break-all">{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={shown.join('\n')} what="the recovery codes" />
    </>
  );
}
