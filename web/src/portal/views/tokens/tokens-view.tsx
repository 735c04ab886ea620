import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery, type Body, type Response } from '#portal/api.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { When } from '#portal/when.tsx';

type Token = Response<'GET /tokens'>['data'][number];

/** Tokens for scripts and the command line. */
export function TokensView() {
  useTitle('Tokens');
  const { data, error } = usePortalQuery('GET /tokens');
  const revoke = usePortalAction('POST /tokens/{token_id}/revoke', 'Revoked. From the next call on it is refused.');
  return (
    <>
      <h1 className="text-xl font-bold">Tokens</h1>
      <p className="mt-1 mb-4 max-w-prose text-soft">
        For scripts and the command line. A token acts as its user, with the permissions you choose, limited to the
        user’s current role. It can’t perform actions that require a fresh code, and it ends when the user loses the
        role. <code className="font-mono">mw login</code> gets one when you{' '}
        <Link to="/pair" className="text-accent underline">
          enter its code
        </Link>
        .
      </p>
      <div className="grid gap-4">
        <NewTokenForm />
        <Section title="Tokens of this institution" note="Owners and admins see all tokens; others see their own.">
          {revoke.error !== null && <ErrorMessage error={revoke.error} />}
          {error !== null && <ErrorMessage error={error} />}
          <div className="overflow-x-auto">
            {data !== undefined && (
              <DataTable
                caption="Tokens, newest first"
                rows={data.data}
                rowId={({ id }) => id}
                empty="No tokens yet."
                columns={[
                  { title: 'Name', cell: (token) => token.label },
                  { title: 'User', cell: (token) => token.user.name },
                  {
                    title: 'Access',
                    cell: (token) => `${token.permissions.join(', ')} (${token.modes.join(' and ')})`,
                  },
                  { title: 'Last used', cell: (token) => <Moment at={token.last_used_at} none="Never" /> },
                  { title: 'Status', cell: (token) => <Status token={token} /> },
                  {
                    title: 'Revoke',
                    cell: (token) =>
                      token.status === 'active' && (
                        <ConfirmButton
                          size="small"
                          confirm={`Revoke ${token.label}?`}
                          onConfirmed={() => revoke.mutate({ path: { token_id: token.id } })}
                        >
                          Revoke
                        </ConfirmButton>
                      ),
                  },
                ]}
              />
            )}
          </div>
        </Section>
      </div>
    </>
  );
}

const Moment = ({ at, none }: { readonly at: string | null; readonly none: string }) =>
  at === null ? none : <When at={at} />;

function Status({ token }: { readonly token: Token }) {
  if (token.status === 'revoked') return <>Revoked {token.revoked_at !== null && <When at={token.revoked_at} />}</>;
  return (
    <>
      {token.status === 'expired' ? 'Expired' : 'Works until'} <When at={token.expires_at} />
    </>
  );
}

const toggle = <T,>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

const lengths = ['1', '7', '30', '90'].map((count) => [count, count === '1' ? '1 day' : `${count} days`] as const);

type NewToken = Body<'POST /tokens'>;

function NewTokenForm() {
  const { institution, mode } = usePortal();
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('30');
  const [modes, setModes] = useState<NewToken['modes']>([mode]);
  const [chosen, setChosen] = useState<NewToken['permissions']>([]);
  const [secret, setSecret] = useState<string>();
  const make = usePortalAction('POST /tokens', 'The token is made.', ({ token }) => {
    setSecret(token);
    setLabel('');
    setChosen([]);
  });
  return (
    <Section title="Create a token">
      {secret !== undefined && <OneTimeSecret name="Token" secret={secret} />}
      <Form
        label="Create a token"
        ready={label.trim() !== '' && chosen.length > 0 && modes.length > 0}
        pending={make.isPending}
        error={make.error}
        members={['label']}
        submit="Create token"
        onSubmit={() => {
          setSecret(undefined);
          const body = { label: label.trim(), permissions: chosen, modes, expires_in_days: Number(days) };
          make.mutate({ body });
        }}
      >
        <TextField
          label="Name"
          hint="For example, “nightly roster”"
          value={label}
          onChange={setLabel}
          maxLength={100}
          required
          problem={problemOf(make.error, 'label')}
        />
        <SelectField label="Valid for" value={days} onChange={setDays} options={lengths} />
        <Choices
          legend="Modes"
          options={['test', 'live']}
          chosen={modes}
          onToggle={(one) => setModes(toggle(modes, one))}
        />
        <div className="sm:col-span-full">
          <Choices
            legend="Permissions of your role"
            options={institution.permissions}
            chosen={chosen}
            onToggle={(one) => setChosen(toggle(chosen, one))}
          />
        </div>
      </Form>
    </Section>
  );
}

type ChoicesProps<Option extends string> = {
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: readonly Option[];
  onToggle(option: Option): void;
};

function Choices<Option extends string>({ legend, options, chosen, onToggle }: ChoicesProps<Option>) {
  return (
    <fieldset>
      <legend className="text-soft">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map((option) => (
          <label key={option} className="flex min-h-8 items-center gap-2">
            <input type="checkbox" checked={chosen.includes(option)} onChange={() => onToggle(option)} />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
