import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { toast } from '#ui/toast.ts';
import { meQuery, type Me } from '#portal/api.ts';
import { FreshCodeDialog } from '#portal/fresh-code-dialog.tsx';
import { roleName } from '#portal/roles.ts';
import { request } from '#portal/request.ts';

/** The user's own account, across all their institutions. */
export function Account() {
  useTitle('Your account');
  const { data: me, error } = useQuery(meQuery);
  if (error !== null) return <ErrorMessage error={error} back="Go to the portal" />;
  if (me === undefined) return <p className="p-6 text-soft">Loading</p>;
  return (
    <main id="main" className="mx-auto grid max-w-3xl gap-4 p-4 md:p-6">
      <header>
        <Link to="/" className="text-accent underline">
          Back to the portal
        </Link>
        <h1 className="mt-2 text-xl font-bold">Your account</h1>
        <p className="text-soft">
          {me.name}, <span className="break-all">{me.email}</span>
        </p>
      </header>
      <Sessions />
      <Password />
      <Passkeys />
      <Institutions me={me} />
      <FreshCodeDialog />
    </main>
  );
}

function Sessions() {
  const { data, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => request('GET /sessions'),
  });
  const end = useMutation({
    mutationFn: () => request('DELETE /sessions'),
    onSuccess: () => window.location.assign('/portal/sign-in'),
  });
  return (
    <Section title="Where you are signed in">
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      <ul className="divide-y divide-line">
        {(data?.data ?? []).map(({ id, current, created_at: since, last_seen_at: seen }) => (
          <li key={id} className="px-3 py-2">
            {current ? <strong>This browser</strong> : 'Another browser'}
            <span className="block text-soft">
              signed in <Ago at={since} /> ago, last used <Ago at={seen} /> ago
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 p-3">
        <button type="button" className="button" disabled={end.isPending} onClick={() => end.mutate()}>
          Sign out everywhere
        </button>
        <span className="text-soft">Ends all of these sessions, including this one.</span>
        {end.error !== null && (
          <span role="alert" className="text-bad">
            {end.error.message}
          </span>
        )}
      </div>
    </Section>
  );
}

function Password() {
  const [current, setCurrent] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => request('POST /password', { body: { current, code, password } }),
    onSuccess: () => {
      toast('Password changed. All other sessions were signed out.');
      for (const clear of [setCurrent, setPassword]) clear('');
      void queries.invalidateQueries();
    },
    onSettled: () => setCode(''),
  });
  return (
    <Section title="Password">
      <Form
        label="Change your password"
        submit="Change password"
        ready={current !== '' && code !== '' && password !== ''}
        pending={change.isPending}
        error={change.error}
        members={[]}
        onSubmit={() => change.mutate()}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label="New password"
          hint="12 characters or more."
          type="password"
          autoComplete="new-password"
          maxLength={200}
          value={password}
          onChange={setPassword}
        />
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          maxLength={60}
          value={code}
          onChange={setCode}
        />
      </Form>
    </Section>
  );
}

function Passkeys() {
  return (
    <Section title="Passkeys">
      <p className="p-3">
        Use a device instead of a password and code to sign in and to confirm sensitive changes.{' '}
        <Link to="/account/passkeys" className="text-accent underline">
          Your passkeys
        </Link>
      </p>
    </Section>
  );
}

function Institutions({ me }: { readonly me: Me }) {
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<string>();
  const leave = useMutation({
    mutationFn: (id: string) => request('DELETE /roles/{institution_id}', { path: { institution_id: id } }),
    onSuccess: () => {
      toast('You left the institution.');
      void queries.invalidateQueries();
    },
    onSettled: () => setLeaving(undefined),
  });
  return (
    <Section title="Your institutions">
      {me.institutions.length === 0 && <p className="p-3 text-soft">You don’t have a role at any institution.</p>}
      <ul className="divide-y divide-line">
        {me.institutions.map(({ id, name, role }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="font-semibold break-words">{name}</span>
              <span className="block text-soft">{roleName(role)}</span>
            </span>
            {leaving === id ? (
              <>
                <button type="button" className="button border-bad text-bad" onClick={() => leave.mutate(id)}>
                  Yes, leave {name}
                </button>
                <button type="button" className="button" autoFocus onClick={() => setLeaving(undefined)}>
                  Stay
                </button>
              </>
            ) : (
              <button type="button" className="button" aria-label={`Leave ${name}`} onClick={() => setLeaving(id)}>
                Leave
              </button>
            )}
          </li>
        ))}
      </ul>
      {leave.error !== null && (
        <p role="alert" className="p-3 text-bad">
          {leave.error.message}
        </p>
      )}
    </Section>
  );
}
