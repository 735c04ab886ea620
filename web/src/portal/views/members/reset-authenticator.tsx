import { useState } from 'react';
import { Form, TextField } from '#ui/form.tsx';
import { usePortalAction, type Response } from '#portal/api.ts';

type Member = Response<'GET /members'>['data'][number];

/**
 * For a member who lost the authenticator and the recovery codes. The user retypes the address, since the reset cannot
 * be undone.
 */
export function ResetAuthenticator({ member: { id, name } }: { readonly member: Member }) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const reset = usePortalAction('POST /members/{user_id}/reset-authenticator', `We emailed ${name} a link.`, () => {
    setOpen(false);
    setEmail('');
  });
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
        For members who lost both their authenticator and their recovery codes. First make sure the request really comes
        from {name}: call them at a number you already have. They’ll be signed out everywhere, and their passkeys,
        portal tokens and recovery codes stop working immediately. We’ll email them a link to set up a new authenticator
        with their password, and notify the owners.
      </p>
      <Form
        label={`Reset ${name}’s authenticator`}
        submit="Reset authenticator"
        ready={email.trim() !== ''}
        pending={reset.isPending}
        error={reset.error}
        members={[]}
        onSubmit={() => reset.mutate({ path: { user_id: id }, body: { email: email.trim() } })}
      >
        <TextField
          label="Type their email to confirm"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
      </Form>
      <button type="button" className="button mt-2" onClick={() => setOpen(false)}>
        Cancel
      </button>
    </div>
  );
}
