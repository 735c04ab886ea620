import { useState } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery, type Body, type Response } from '#portal/api.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';

type Settings = Response<'GET /settings/issuer'>;

const toList = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

/** The institution's own identity provider. */
export function SingleSignOnView() {
  useTitle('Single sign-on');
  const { data, error } = usePortalQuery('GET /settings/issuer');
  return (
    <>
      <h1 className="text-xl font-bold">Single sign-on</h1>
      <p className="mt-1 mb-4 max-w-prose text-soft">
        Your people sign in with your identity provider (OpenID Connect). That signs them in to this institution only;
        account settings such as passkeys still require their own password or passkey.
      </p>
      {error !== null && <ErrorMessage error={error} />}
      {data !== undefined && (
        <div className="grid gap-4">
          {data.issuer !== null && <Standing issuer={data.issuer} />}
          <Setup key={data.issuer?.changed_at ?? ''} settings={data} />
        </div>
      )}
    </>
  );
}

function Standing({ issuer }: { readonly issuer: NonNullable<Settings['issuer']> }) {
  const { may } = usePortal();
  const test = usePortalAction('POST /settings/issuer/test', () => undefined);
  const remove = usePortalAction('DELETE /settings/issuer', 'Single sign-on is removed.');
  return (
    <Section title="Current provider">
      <div className="grid gap-3 p-3">
        <p>
          <span className="text-soft">Your people sign in here: </span>
          <code className="font-mono break-all">{issuer.sign_in_url}</code>{' '}
          <CopyButton text={issuer.sign_in_url} what="the link" />
        </p>
        {may('members.write') && (
          <div className="flex flex-wrap items-center gap-2">
            <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate({})}>
              Test the connection
            </button>
            <ConfirmButton
              size="small"
              confirm="Remove single sign-on? Everyone who signed in through it is signed out, and the tokens they created are revoked."
              onConfirmed={() => remove.mutate({})}
            >
              Remove
            </ConfirmButton>
          </div>
        )}
        {test.data !== undefined && (
          <p role="status" className={test.data.ok ? '' : 'text-bad'}>
            {test.data.says} {test.data.ok && 'The first sign-in will show whether the client secret works.'}
          </p>
        )}
        {test.error !== null && <ErrorMessage error={test.error} />}
        {remove.error !== null && <ErrorMessage error={remove.error} />}
      </div>
    </Section>
  );
}

type NewUserRole = NonNullable<Body<'POST /settings/issuer'>['new_user_role']>;
type Draft = {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly domains: string;
  readonly acr: string;
  readonly amr: string;
  readonly role: NewUserRole | '';
};

const toDraft = ({ issuer, possible_domains: domains }: Settings): Draft => ({
  issuer: issuer?.issuer ?? 'https://',
  clientId: issuer?.client_id ?? '',
  secret: '',
  domains: (issuer?.email_domains ?? domains).join(', '),
  acr: issuer?.acr_values.join(' ') ?? '',
  amr: issuer?.amr_values.join(' ') ?? '',
  role: (issuer?.new_user_role ?? '') as Draft['role'],
});

const toBody = (draft: Draft) => ({
  issuer: draft.issuer.trim(),
  client_id: draft.clientId.trim(),
  ...(draft.secret === '' ? {} : { client_secret: draft.secret }),
  email_domains: toList(draft.domains.toLowerCase()),
  acr_values: toList(draft.acr),
  amr_values: toList(draft.amr),
  new_user_role: draft.role === '' ? null : draft.role,
});

function Setup({ settings }: { readonly settings: Settings }) {
  const { may } = usePortal();
  const [draft, setDraft] = useState(() => toDraft(settings));
  const save = usePortalAction('POST /settings/issuer', 'Saved.');
  if (!may('members.write')) return null;
  const isNew = settings.issuer === null;
  return (
    <Section title={isNew ? 'Set it up' : 'Change it'}>
      <p className="px-3 pt-3">
        <span className="text-soft">Register this redirect URI with your provider: </span>
        <code className="font-mono break-all">{settings.redirect_uri}</code>{' '}
        <CopyButton text={settings.redirect_uri} what="the redirect URI" />
      </p>
      <Form
        label="Single sign-on"
        ready={draft.issuer.length > 8 && draft.clientId.trim() !== '' && draft.domains.trim() !== ''}
        pending={save.isPending}
        error={save.error}
        members={fields.map(({ member }) => member)}
        submit="Save"
        onSubmit={() => save.mutate({ body: toBody(draft) })}
      >
        {fields.map(({ key, member, label, hint, max }) => (
          <TextField
            key={key}
            label={label}
            hint={key === 'secret' && !isNew ? 'Leave empty to keep the stored secret.' : hint}
            type={key === 'secret' ? 'password' : 'text'}
            value={draft[key]}
            onChange={(text) => setDraft({ ...draft, [key]: text })}
            maxLength={max}
            problem={problemOf(save.error, member)}
          />
        ))}
        <SelectField
          label="First-time users"
          value={draft.role}
          onChange={(role) => setDraft({ ...draft, role })}
          options={firstComers}
        />
      </Form>
    </Section>
  );
}

type Field = {
  readonly key: Exclude<keyof Draft, 'role'>;
  /** Its name in the request. */
  readonly member: string;
  readonly label: string;
  readonly hint?: string;
  readonly max: number;
};

const fields: readonly Field[] = [
  { key: 'issuer', member: 'issuer', label: 'Issuer', max: 500 },
  { key: 'clientId', member: 'client_id', label: 'Client id', max: 200 },
  {
    key: 'secret',
    member: 'client_secret',
    label: 'Client secret',
    hint: 'Stored encrypted and never shown.',
    max: 500,
  },
  {
    key: 'domains',
    member: 'email_domains',
    label: 'Email domains',
    hint: 'Only domains used by your owners and admins; no public email domains.',
    max: 2000,
  },
  {
    key: 'acr',
    member: 'acr_values',
    label: 'Required assurance (acr)',
    hint: 'Optional. Identities must have one of these.',
    max: 2000,
  },
  {
    key: 'amr',
    member: 'amr_values',
    label: 'Required methods (amr)',
    hint: 'Optional. Identities must have one of these, such as otp or hwk.',
    max: 2000,
  },
];

const firstComers = [
  ['', 'Only people who already have a role'],
  ['developer', 'Become developers'],
  ['operations', 'Become operations'],
  ['finance', 'Become finance'],
  ['read_only', 'Become read-only'],
] as const;
