import { useState } from 'react';
import { Form, TextField } from '#ui/form.tsx';
import { usePortalAction, type Response } from '#portal/api.ts';

type Member = Response<'GET /members'>['data'][number];

/** For a member who lost authenticator and recovery codes. The address is typed once more, since it cannot be taken back. */
export function ResetAuthenticator({ member: { id, name } }: { readonly member: Member }) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const reset = usePortalAction(
    'POST /members/{user_id}/reset-authenticator',
    `${name} gets a mail with a link.`,
    () => {
      setOpen(false);
      setEmail('');
    },
  );
  if (!open)
    return (
      <button
        type="button"
        className="button"
        aria-label={`Reset authenticator of ${name}`}
        onClick={() => setOpen(true)}
      >
        Reset authenticator
      </button>
    );
  return (
    <div className="basis-full rounded-md border border-line p-3">
      <p className="mb-2">
        For somebody who lost authenticator and recovery codes. Make sure that it is {name} who asks: call them at a
        number you know. They are signed out everywhere; their passkeys, portal tokens and recovery codes end at once. A
        mail to them has a link, with which and their password they set up another authenticator. The owners get a mail
        too.
      </p>
      <Form
        label={`Reset the authenticator of ${name}`}
        submit="Reset the authenticator"
        ready={email.trim() !== ''}
        pending={reset.isPending}
        error={reset.error}
        members={[]}
        onSubmit={() => reset.mutate({ path: { user_id: id }, body: { email: email.trim() } })}
      >
        <TextField
          label="Their email, typed"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
      </Form>
      <button type="button" className="button mt-2" onClick={() => setOpen(false)}>
        Do not reset it
      </button>
    </div>
  );
}
