import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { ConfirmButton } from '#ui/confirm-button.tsx';

type Contacts = Response<'GET /settings/contacts'>;
type Kind = 'technical' | 'operations' | 'billing';
type Notice = keyof Contacts['notices'];

const kinds: readonly (readonly [Kind, string])[] = [
  ['technical', 'Technical'],
  ['operations', 'Operations'],
  ['billing', 'Billing'],
];

const notices: readonly (readonly [Notice, string])[] = [
  ['endpoint_warnings', 'Warnings about webhook endpoints'],
  ['statements', 'Monthly statements, when we email them'],
  ['security_notices', 'Changes to single sign-on'],
];

/** Whom we write to at the institution, and about what. */
export function ContactsView() {
  useTitle('Contacts');
  const { data, error } = usePortalQuery('GET /settings/contacts');
  return (
    <>
      <h1 className="text-xl font-bold">Contacts</h1>
      <p className="mt-1 mb-4 max-w-prose text-soft">
        Your institution’s contact addresses, shared by both modes. A new address takes effect once its owner opens the
        link we email to it; we also notify the previous address.
      </p>
      {error !== null && <ErrorMessage error={error} />}
      {data !== undefined && (
        <div className="grid gap-4">
          {kinds.map(([kind, title]) => (
            <Contact key={kind} kind={kind} title={title} contact={data[kind]} />
          ))}
          <Notices key={JSON.stringify(data.notices)} contacts={data} />
        </div>
      )}
    </>
  );
}

type ContactProps = { readonly kind: Kind; readonly title: string; readonly contact: Contacts[Kind] };

function Contact({ kind, title, contact }: ContactProps) {
  const { may } = usePortal();
  const [email, setEmail] = useState('');
  const change = usePortalAction(
    'PUT /settings/contacts/{kind}',
    (contacts) => (contacts[kind].pending === null ? 'Changed.' : 'We emailed a link to the new address.'),
    () => setEmail(''),
  );
  const send = (to: string | null): void => change.mutate({ path: { kind }, body: { email: to } });
  return (
    <Section title={`${title} contact`}>
      <div className="flex flex-wrap items-center gap-3 px-3 pt-3">
        <span className="break-all">{contact.email ?? 'None'}</span>
        {contact.email !== null && may('settings.write') && (
          <ConfirmButton size="small" confirm={`Remove the ${kind} contact?`} onConfirmed={() => send(null)}>
            Remove
          </ConfirmButton>
        )}
      </div>
      {contact.pending !== null && (
        <p role="note" className="px-3 pt-2">
          {contact.pending.email} is not confirmed yet; its link works until <When at={contact.pending.expires_at} />.
        </p>
      )}
      {may('settings.write') ? (
        <Form
          label={`Change the ${kind} contact`}
          ready={email.trim() !== ''}
          pending={change.isPending}
          error={change.error}
          members={['email']}
          submit="Send link"
          onSubmit={() => send(email.trim())}
        >
          <TextField
            label="New address"
            type="email"
            value={email}
            onChange={setEmail}
            maxLength={254}
            problem={problemOf(change.error, 'email')}
          />
        </Form>
      ) : (
        <p className="p-3 text-soft">Only owners and admins can change it.</p>
      )}
    </Section>
  );
}

function Notices({ contacts }: { readonly contacts: Contacts }) {
  const { may } = usePortal();
  const [chosen, setChosen] = useState(contacts.notices);
  const save = usePortalAction('PUT /settings/notices', 'Saved.');
  const mayChange = may('settings.write');
  const toggle = (notice: Notice, kind: Kind): void => {
    const list = chosen[notice];
    const next = list.includes(kind) ? list.filter((one) => one !== kind) : [...list, kind];
    setChosen({ ...chosen, [notice]: next });
  };
  const complete = notices.every(([notice]) => chosen[notice].length > 0);
  return (
    <Section title="Email recipients">
      <Form
        label="Email recipients"
        ready={mayChange && complete && JSON.stringify(chosen) !== JSON.stringify(contacts.notices)}
        pending={save.isPending}
        error={save.error}
        members={[]}
        submit="Save"
        onSubmit={() => save.mutate({ body: chosen })}
      >
        {notices.map(([notice, words]) => (
          <fieldset key={notice} disabled={!mayChange}>
            <legend>{words}</legend>
            {kinds.map(([kind, title]) => (
              <label key={kind} className="flex min-h-8 items-center gap-2">
                <input type="checkbox" checked={chosen[notice].includes(kind)} onChange={() => toggle(notice, kind)} />
                {title} contact
              </label>
            ))}
            {recipients(contacts, chosen[notice]) === 0 && (
              <p className="text-warn">These notices have no recipient. Add an address.</p>
            )}
          </fieldset>
        ))}
      </Form>
    </Section>
  );
}

const recipients = (contacts: Contacts, chosen: readonly Kind[]): number =>
  chosen.filter((kind) => contacts[kind].email !== null).length;
