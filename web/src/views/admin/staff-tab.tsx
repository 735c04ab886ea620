import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { meQuery } from '#api/queries.ts';
import { request } from '#api/request.ts';
import type { Role, StaffMember } from '#api/types.ts';
import { formatDateTime, formatFailedTries } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: () => request('GET /staff'),
});

/** Staff members: inviting them, their roles, how they sign in, and whether their accounts are enabled. */
export function StaffTab() {
  const { data, error } = useQuery(staffQuery);
  const { data: me } = useQuery(meQuery);
  const columns = useMemo(() => columnsFor(me?.id), [me]);
  return (
    <>
      <Section title="Invite a team member" note="they get an emailed link to set up a password and authenticator">
        <InviteForm />
      </Section>
      <Section title="Team">
        {error !== null && <ErrorMessage error={error} />}
        <DataTable
          caption="Team members"
          columns={columns}
          rows={data?.data ?? none}
          rowId={({ id }) => id}
          empty={data === undefined ? 'Loading…' : 'No team members.'}
        />
      </Section>
    </>
  );
}

const none: readonly StaffMember[] = [];
const roles: readonly Role[] = ['caller', 'lead', 'administrator'];
const nobody = { name: '', email: '', role: 'caller' as Role };

function InviteForm() {
  const [typed, setTyped] = useState(nobody);
  const invite = useAction('POST /staff', 'Invited. The set-up link is on its way and works for 24 hours.', {
    onSuccess: () => setTyped(nobody),
    inline: true,
  });
  const ready = typed.name.trim() !== '' && /^\S[^\s@]*@\S[^\s.]*\.\S+$/.test(typed.email.trim());
  return (
    <Form
      label="Invite"
      submit="Send invitation"
      ready={ready}
      pending={invite.isPending}
      error={invite.error}
      members={['name', 'email', 'role']}
      onSubmit={() => invite.mutate({ body: { ...typed, name: typed.name.trim(), email: typed.email.trim() } })}
    >
      <TextField
        label="Name"
        maxLength={100}
        value={typed.name}
        problem={problemOf(invite.error, 'name')}
        onChange={(name) => setTyped({ ...typed, name })}
      />
      <TextField
        label="Work email"
        type="email"
        maxLength={254}
        value={typed.email}
        problem={problemOf(invite.error, 'email')}
        onChange={(email) => setTyped({ ...typed, email })}
      />
      <SelectField
        label="Role"
        value={typed.role}
        options={roles.map((role) => [role, role] as const)}
        hint="Callers have the fewest permissions."
        onChange={(role) => setTyped({ ...typed, role })}
      />
    </Form>
  );
}

function describeSignIn(member: StaffMember): string {
  if (member.disabled_at !== null) return `disabled since ${formatDateTime(member.disabled_at)}`;
  const ways = [
    ...(member.password_set ? ['password and authenticator'] : []),
    ...(member.identity_bound ? ['work account'] : []),
  ];
  const open = member.setup_expires_at;
  if (open !== null) return [...ways, `set-up link open until ${formatDateTime(open)}`].join(', ');
  return ways.length === 0 ? 'not set up' : ways.join(', ');
}

// Administrators cannot change their own account, so that they cannot lock themselves out.
const columnsFor = (ownId: string | undefined): readonly TableColumn<StaffMember>[] => [
  { title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    title: 'Email',
    cell: ({ email }) => <span className="break-all">{email}</span>,
    sortBy: ({ email }) => email,
  },
  { title: 'Role', cell: ({ role }) => role, sortBy: ({ role }) => role },
  { title: 'Languages', cell: ({ id, languages }) => <Languages id={id} languages={languages} /> },
  { title: 'Sign-in', cell: describeSignIn },
  {
    title: 'Last seen',
    cell: (member) => <LastSeen member={member} />,
    sortBy: ({ last_seen_at: at }) => at ?? '',
  },
  {
    title: 'Actions',
    cell: (member) =>
      member.id === ownId ? <span className="text-soft">This is you</span> : <MemberActions member={member} />,
  },
];

function LastSeen({ member: { last_seen_at: at, sessions, ...failed } }: MemberProps) {
  return (
    <>
      {at === null ? (
        'never'
      ) : (
        <>
          <Ago at={at} /> ago{sessions > 0 && `, ${sessions} open ${sessions === 1 ? 'session' : 'sessions'}`}
        </>
      )}
      {failed.failed_tries > 0 && (
        <span className="block text-bad">{formatFailedTries(failed, 'since the last sign-in')}</span>
      )}
    </>
  );
}

/** Languages in addition to English. Customers who chose Spanish are offered first to staff who speak it. */
function Languages({ id, languages }: Pick<StaffMember, 'id' | 'languages'>) {
  const speaks = languages.includes('es');
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {speaks ? 'English, Spanish' : 'English'}
      <ActionButton
        call="PATCH /staff/{staff_id}"
        path={{ staff_id: id }}
        body={{ languages: speaks ? [] : ['es'] }}
        success={speaks ? 'No longer offered Spanish cases first.' : 'Will be offered Spanish cases first.'}
      >
        {speaks ? 'Remove Spanish' : 'Add Spanish'}
      </ActionButton>
    </span>
  );
}

function MemberActions({ member: { id, role, disabled_at: disabled, password_set: set, sessions } }: MemberProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {roles
        .filter((other) => other !== role)
        .map((other) => (
          <ActionButton
            key={other}
            call="PATCH /staff/{staff_id}"
            path={{ staff_id: id }}
            body={{ role: other }}
            success={`Role changed to ${other}.`}
            confirm={`Change the role to ${other}?`}
          >
            Make {other}
          </ActionButton>
        ))}
      {disabled === null && (
        <ActionButton
          call="POST /staff/{staff_id}/set-up"
          path={{ staff_id: id }}
          success="Sent a new set-up link, valid for 24 hours."
          confirm={
            set
              ? 'Revoke their password, second factor, sessions and tokens now, and email a new set-up link?'
              : 'Email a new set-up link? The previous link will stop working.'
          }
        >
          {set ? 'Reset second factor' : 'Send set-up link'}
        </ActionButton>
      )}
      {sessions > 0 && (
        <ActionButton
          call="POST /staff/{staff_id}/sessions/end"
          path={{ staff_id: id }}
          success="Signed out everywhere."
          confirm="Sign them out everywhere now?"
        >
          End sessions
        </ActionButton>
      )}
      <ActionButton
        call="PATCH /staff/{staff_id}"
        path={{ staff_id: id }}
        body={{ disabled: disabled === null }}
        success={disabled === null ? 'Account disabled and signed out.' : 'Account enabled.'}
        {...(disabled === null ? { confirm: 'Disable this account? They’ll be signed out immediately.' } : {})}
      >
        {disabled === null ? 'Disable' : 'Enable'}
      </ActionButton>
    </span>
  );
}

type MemberProps = { readonly member: StaffMember };
