import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { ResponseOf } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

type Resets = ResponseOf<'GET /authenticator-resets'>;
type Reset = Resets['data'][number];

/** Users of the partner portal who lost authenticator and recovery codes, and whom no institution can help. */
export function AuthenticatorResetsSection() {
  const { data, error } = useQuery({
    queryKey: ['authenticator-resets'],
    queryFn: () => request('GET /authenticator-resets'),
  });
  return (
    <Section
      title="Lost authenticators of portal users"
      note="an owner or admin of their institution can do it at once"
    >
      <p className="p-3">
        Ask for the institution first: another owner or admin there can reset it. Do it here only if nobody can, and
        after you called back at a number that you did not get from the caller. It waits for 24 hours, in which the user
        can stop it from the mail or by signing in. Afterwards they need the link in the mail and their password.
      </p>
      {data === undefined ? (
        error !== null && <ErrorMessage error={error} />
      ) : (
        <DataTable
          caption="Resets of authenticators"
          columns={columns}
          rows={data.data}
          rowId={({ id }) => id}
          empty="None so far."
        />
      )}
      <ResetForm />
    </Section>
  );
}

function ResetForm() {
  const [email, setEmail] = useState('');
  const [check, setCheck] = useState('');
  const reset = useAction('POST /authenticator-resets', 'It waits for 24 hours. The user and the owners get a mail.', {
    onSuccess: () => {
      setEmail('');
      setCheck('');
    },
    inline: true,
  });
  return (
    <Form
      label="Reset an authenticator"
      submit="Begin the reset"
      ready={email.trim() !== '' && check.trim().length >= 20}
      pending={reset.isPending}
      error={reset.error}
      members={['email', 'identity_check']}
      onSubmit={() =>
        reset.mutate({
          body: { email: email.trim(), identity_check: check.trim() },
        })
      }
    >
      <TextField
        label="Email of the portal user"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        problem={problemOf(reset.error, 'email')}
        onChange={setEmail}
      />
      <TextField
        label="How you know that it is them"
        hint="Whom you called back, and where you found the number. 20 to 200 characters. It stays in the audit trail, so nothing private."
        rows={3}
        maxLength={200}
        value={check}
        problem={problemOf(reset.error, 'identity_check')}
        onChange={setCheck}
      />
    </Form>
  );
}

const stateWords: Readonly<Record<Reset['state'], string>> = {
  waiting: 'waits',
  open: 'can be used',
  used: 'was used',
  stopped_by_user: 'the user stopped it',
  stopped_by_us: 'stopped, or replaced by another',
  expired: 'was not used in time',
};

const columns: readonly TableColumn<Reset>[] = [
  {
    title: 'User',
    cell: ({ name, email }) => (
      <>
        <UntrustedText text={name} />
        <span className="block break-all text-soft">{email}</span>
      </>
    ),
    sortBy: ({ email }) => email,
  },
  { title: 'How they were known', cell: ({ identity_check: text }) => <UntrustedText text={text} max={200} /> },
  { title: 'When', cell: ({ created_at: at }) => <Ago at={at} />, sortBy: ({ created_at: at }) => at },
  {
    title: 'State',
    cell: ({ id, state, opens_at: opensAt, expires_at: until }) => (
      <>
        <span className={state === 'stopped_by_user' ? 'font-semibold text-bad' : ''}>{stateWords[state]}</span>
        {state === 'waiting' && ` until ${formatDateTime(opensAt)}`}
        {state === 'open' && ` until ${formatDateTime(until)}`}
        {(state === 'waiting' || state === 'open') && (
          <span className="mt-1 block">
            <ActionButton
              call="POST /authenticator-resets/{reset_id}/stop"
              path={{ reset_id: id }}
              success="The reset is stopped. The user gets a mail."
              confirm="Stop this reset? Its links will not work any more."
            >
              Stop
            </ActionButton>
          </span>
        )}
      </>
    ),
    sortBy: ({ state }) => state,
  },
];
