import { useState, type FormEvent } from 'react';
import { TextField } from '#ui/form.tsx';

/** Why the way through the organisation's provider ended here; the address of the page names one of these. */
const problems: Readonly<Record<string, string>> = {
  issuer_unavailable: 'There is no single sign-on for this id, or its identity provider does not answer.',
  issuer_again: 'The sign-in was not completed. Try again.',
  issuer_refused: 'Your identity provider knows you, but you have no access here. Ask an admin of your institution.',
  issuer_wait: 'Too many attempts from your network. Wait fifteen minutes.',
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
    <form aria-label="Sign in with your organisation" className="grid gap-2" onSubmit={start}>
      <TextField
        label="Id of your organisation"
        hint="It begins with inst_ and is in the link that your admin gave you."
        value={id}
        onChange={setId}
        maxLength={60}
        required
        problem={problem}
        mono
      />
      <button type="submit" className="button w-full justify-center" disabled={id.trim() === ''}>
        Sign in with your organisation
      </button>
    </form>
  );
}
