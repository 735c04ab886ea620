import { useState, type FormEvent } from 'react';
import { TextField } from '#ui/form.tsx';

/** Why the way through the organisation's provider ended here; the address of the page names one of these. */
const problems: Readonly<Record<string, string>> = {
  issuer_unavailable: 'No single sign-on is set up for this id, or its identity provider isn’t responding.',
  issuer_again: 'Sign-in wasn’t completed. Try again.',
  issuer_refused:
    'Your identity provider confirmed who you are, but you don’t have access here. Ask an admin of your institution.',
  issuer_wait: 'Too many attempts from your network. Try again in 15 minutes.',
};

/** Leads to the identity provider of the user's own organisation. */
export function IssuerSignIn() {
  const query = new URLSearchParams(window.location.search);
  const [id, setId] = useState(query.get('organisation') ?? '');
  const problem = problems[query.get('problem') ?? ''];
  const start = (event: FormEvent): void => {
    event.preventDefault();
    window.location.assign(`/api/portal/v1/issuer-sign-in/${encodeURIComponent(id.trim())}`);
  };
  return (
    <form aria-label="Sign in with your organization" className="grid gap-2" onSubmit={start}>
      <TextField
        label="Organization id"
        hint="Starts with inst_. It’s in the link your admin gave you."
        value={id}
        onChange={setId}
        maxLength={60}
        required
        problem={problem}
        mono
      />
      <button type="submit" className="button w-full justify-center" disabled={id.trim() === ''}>
        Sign in with your organization{' '}
      </button>
    </form>
  );
}
