import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';
import { roleName, roleOptions, roleWords, type Role } from '#portal/roles.ts';
import { When } from '#portal/when.tsx';
import { ResetAuthenticator } from './reset-authenticator.tsx';

type Member = Response<'GET /members'>['data'][number];

/** Who may use the institution's pages, and who is invited; the same in both modes. */
export function Members() {
  useTitle('Members');
  const { institution } = usePortal();
  const { data, error } = usePortalQuery('GET /members');
  const mayOwn = institution.role === 'owner';
  return (
    <div className="grid gap-4">
      <header>
        <h1 className="text-xl font-bold">Members</h1>
        <p className="text-soft">
          Members are shared by test and live mode. Changes require a code from your authenticator app.
        </p>
      </header>
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      <Section title="Current members">
        <ul className="divide-y divide-line">
          {(data?.data ?? []).map((member) => (
            <MemberRow key={member.id} member={member} mayOwn={mayOwn} />
          ))}
        </ul>
      </Section>
      <Invitations mayOwn={mayOwn} />
    </div>
  );
}

function MemberRow({ member, mayOwn }: { readonly member: Member; readonly mayOwn: boolean }) {
  const { id, name, email, role, you, since } = member;
  const change = usePortalAction('PATCH /members/{user_id}', ({ role: to }) => `${name} is now ${roleName(to)}.`);
  const remove = usePortalAction('DELETE /members/{user_id}', `${name} no longer has a role here.`);
  const mayChange = !you && (mayOwn || role !== 'owner');
  const problem = change.error ?? remove.error;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="font-semibold break-words">{name}</span>
        {you && <span className="text-soft"> (you)</span>}
        <span className="block text-soft">
          <span className="break-all">{email}</span>, for <Ago at={since} />
        </span>
      </span>
      {mayChange ? (
        <select
          aria-label={`Role of ${name}`}
          className="field w-auto max-w-full"
          value={role}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ path: { user_id: id }, body: { role: event.target.value as Role } })}
        >
          {roleOptions(mayOwn).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <span>{roleName(role)}</span>
      )}
      {mayChange && <RemoveButton name={name} onRemove={() => remove.mutate({ path: { user_id: id } })} />}
      {mayChange && <ResetAuthenticator member={member} />}
      {problem !== null && (
        <p role="alert" className="basis-full text-bad">
          {problem.message}
        </p>
      )}
    </li>
  );
}

/** Asks for confirmation; No has the focus, so that pressing Enter twice does nothing. */
function RemoveButton({ name, onRemove }: { readonly name: string; onRemove(): void }) {
  const [removing, setRemoving] = useState(false);
  if (!removing)
    return (
      <button type="button" className="button" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
        Remove
      </button>
    );
  const remove = (): void => {
    setRemoving(false);
    onRemove();
  };
  return (
    <span role="group" aria-label={`Remove ${name}?`} className="flex gap-2">
      <button type="button" className="button border-bad text-bad" onClick={remove}>
        Yes, remove
      </button>
      <button type="button" className="button" autoFocus onClick={() => setRemoving(false)}>
        No
      </button>
    </span>
  );
}

function Invitations({ mayOwn }: { readonly mayOwn: boolean }) {
  const { data, error } = usePortalQuery('GET /invitations');
  const revoke = usePortalAction('DELETE /invitations/{invitation_id}', 'Invitation revoked.');
  return (
    <Section title="Invited" note="links work once and expire after seven days">
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      {data?.data.length === 0 && <p className="p-3 text-soft">No pending invitations.</p>}
      <ul className="divide-y divide-line">
        {(data?.data ?? []).map(({ id, email: to, role: as, invited_by: by, expires_at: until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
            <span className="min-w-0 flex-1 basis-52">
              <span className="font-semibold break-all">{to}</span>
              <span className="block text-soft">
                {roleName(as)}, invited by {by}, until <When at={until} />
              </span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Revoke the invitation of ${to}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ path: { invitation_id: id } })}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {revoke.error !== null && (
        <p role="alert" className="px-3 text-bad">
          {revoke.error.message}
        </p>
      )}
      <InviteForm mayOwn={mayOwn} />
    </Section>
  );
}

function InviteForm({ mayOwn }: { readonly mayOwn: boolean }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invite = usePortalAction(
    'POST /invitations',
    ({ email: to }) => `Invitation sent to ${to}.`,
    () => setEmail(''),
  );
  return (
    <Form
      label="Invite a member"
      submit="Invite"
      ready={email.trim() !== ''}
      pending={invite.isPending}
      error={invite.error}
      members={['email', 'role']}
      onSubmit={() => invite.mutate({ body: { email: email.trim(), role } })}
    >
      <TextField
        label="Email"
        type="email"
        maxLength={254}
        value={email}
        problem={problemOf(invite.error, 'email')}
        onChange={setEmail}
      />
      <SelectField
        label="Role"
        hint={`For ${roleWords[role][1]}.`}
        value={role}
        onChange={setRole}
        options={roleOptions(mayOwn)}
      />
    </Form>
  );
}
