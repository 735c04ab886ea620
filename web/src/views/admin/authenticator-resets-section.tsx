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
      title="Portal users who lost their authenticator"
      note="an owner or admin of their institution can reset it immediately"
    >
      <p className="p-3">
        Refer them to their institution first: another owner or admin there can reset it. Reset it here only if no one
        there can, and only after calling back a number you didn’t get from the caller. The reset takes effect after 24
        hours; until then, the user can stop it from the email or by signing in. After that, they need the emailed link
        and their password.
      </p>
      {data === undefined ? (
        error !== null && <ErrorMessage error={error} />
      ) : (
        <DataTable
          caption="Authenticator resets"
          columns={columns}
          rows={data.data}
          rowId={({ id }) => id}
          empty="No resets yet."
        />
      )}
      <ResetForm />
    </Section>
  );
}

function ResetForm() {
  const [email, setEmail] = useState('');
  const [check, setCheck] = useState('');
  const reset = useAction(
    'POST /authenticator-resets',
    'Reset scheduled in 24 hours. The user and the owners were emailed.',
    {
      onSuccess: () => {
        setEmail('');
        setCheck('');
      },
      inline: true,
    },
  );
  return (
    <Form
      label="Reset an authenticator"
      submit="Start reset"
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
        label="How you verified their identity"
        hint="Who you called back and where you found the number. 20 to 200 characters. This stays in the audit log, so leave out anything private."
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
  waiting: 'waiting',
  open: 'can be used',
  used: 'used',
  stopped_by_user: 'stopped by the user',
  stopped_by_us: 'stopped or replaced',
  expired: 'expired',
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
  { title: 'Identity check', cell: ({ identity_check: text }) => <UntrustedText text={text} max={200} /> },
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
              success="Reset stopped. The user was emailed."
              confirm="Stop this reset? Its links will stop working."
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
