import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf, TextField } from '#ui/form.tsx';
import { OutsideForm, OutsidePage } from './outside-page.tsx';
import { request } from '#portal/request.ts';

const empty = { institution_name: '', name: '', email: '', purpose: '' };

/** Requests access. The response is the same whether or not the address has an account. */
export function SignUp() {
  const [form, setForm] = useState(empty);
  const ask = useMutation({
    mutationFn: () => request('POST /sign-up', { body: { ...form, email: form.email.trim() } }),
  });
  if (ask.isSuccess)
    return (
      <OutsidePage title="Check your email">
        <p role="status">
          We sent an email to <strong className="break-all">{form.email}</strong>. Open the link in it within 24 hours
          to set up your account.
        </p>
        <p className="mt-3 text-soft">No email? Check your spam folder, or request access again in a few minutes.</p>
      </OutsidePage>
    );
  return (
    <OutsidePage title="Request access">
      <p className="mb-3 text-soft">
        You get a sandbox with test data right away. Our team opens live mode once a contract is in place.
      </p>
      <OutsideForm
        label="Request access"
        submit="Email me a link"
        pending={ask.isPending}
        error={ask.error}
        onSubmit={() => ask.mutate()}
      >
        <Fields form={form} onChange={setForm} error={ask.error} />
      </OutsideForm>
      <p className="mt-4">
        Already have an account?{' '}
        <Link to="/sign-in" className="text-accent underline">
          Sign in
        </Link>
      </p>
    </OutsidePage>
  );
}

type FieldsProps = {
  readonly form: typeof empty;
  onChange(form: typeof empty): void;
  readonly error: Error | null;
};

function Fields({ form, onChange, error }: FieldsProps) {
  const of = (member: keyof typeof empty) => ({
    value: form[member],
    problem: problemOf(error, member),
    onChange: (value: string) => onChange({ ...form, [member]: value }),
  });
  return (
    <>
      <TextField label="Institution" autoComplete="organization" required maxLength={200} {...of('institution_name')} />
      <TextField label="Your name" autoComplete="name" required maxLength={200} {...of('name')} />
      <TextField label="Work email" type="email" autoComplete="email" required maxLength={254} {...of('email')} />
      <TextField
        label="What do you want to build?"
        hint="Our team reads this."
        required
        rows={3}
        maxLength={1000}
        {...of('purpose')}
      />
    </>
  );
}
