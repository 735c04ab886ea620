import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { Settings, StatementRun, Suppression } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { describeStatementRun } from '#lib/statement-run.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';

/** Feature flags and actions on one customer. A changed flag applies from the next request. */
export function ProgramsTab() {
  const { data, error } = useQuery({ queryKey: ['settings'], queryFn: () => request<Settings>('/settings') });
  if (data === undefined) return error === null ? null : <ErrorMessage error={error} />;
  const features = Object.entries(data.features);
  return (
    <>
      <Section title="Programs" note="what agents may do">
        <Toggle
          title="Intake: agents may submit cases"
          enabled={data.intake_program_open}
          body={(enabled) => ({ intake_program_open: enabled })}
        />
        <Toggle
          title="Registration: agents may register"
          enabled={data.registration_open}
          body={(enabled) => ({ registration_open: enabled })}
        />
      </Section>
      <Section title="Features" note="what institutions may use">
        {features.map(([name, enabled]) => (
          <Toggle
            key={name}
            title={humanize(name)}
            enabled={enabled}
            body={(next) => ({ features: { [name]: next } })}
          />
        ))}
      </Section>
      <CustomerActions />
      <StatementRunForm />
    </>
  );
}

type ToggleProps = { readonly title: string; readonly enabled: boolean; body(enabled: boolean): unknown };

function Toggle({ title, enabled, body }: ToggleProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 last:border-0">
      <span className="min-w-0 flex-1">{title}</span>
      <span className={`font-semibold ${enabled ? 'text-good' : 'text-bad'}`}>{enabled ? 'enabled' : 'disabled'}</span>
      <ActionButton
        path="/settings"
        method="PATCH"
        body={body(!enabled)}
        success={`${title}: ${enabled ? 'disabled' : 'enabled'}.`}
        {...(enabled ? { confirm: 'Disable for everyone?' } : {})}
      >
        {enabled ? 'Disable' : 'Enable'}
      </ActionButton>
    </div>
  );
}

/** Puts a customer on the do-not-contact list, or grants their one-time discount. */
function CustomerActions() {
  const [contact, setContact] = useState('');
  const [silence, setSilence] = useState<Suppression>();
  const clear = (): void => setContact('');
  const body = contact.includes('@') ? { email: contact.trim() } : { phone: contact.trim() };
  return (
    <Section title="Owner" note="by email address or phone number">
      <div className="flex flex-wrap items-end gap-2 p-3">
        <label className="min-w-0 flex-1 basis-60 text-soft">
          Email or phone
          <input
            className="field"
            maxLength={254}
            value={contact}
            onChange={(event) => setContact(event.target.value)}
          />
        </label>
        <ActionButton
          path="/do-not-contact"
          body={body}
          disabled={contact.trim() === ''}
          success="Added to the do-not-contact list."
          confirm="Never call or message this contact, or any other contact in their cases, again?"
          onSuccess={(response: Suppression) => {
            clear();
            setSilence(response);
          }}
        >
          Do not contact
        </ActionButton>
        <ActionButton
          path="/discounts"
          body={{ ...body, source: 'staff' }}
          disabled={contact.trim() === ''}
          success="Discount granted."
          confirm="Grant their one-time discount?"
          onSuccess={clear}
        >
          Grant discount
        </ActionButton>
      </div>
      {silence !== undefined && <SuppressedContacts suppression={silence} />}
    </Section>
  );
}

/** The contacts that were suppressed, and a warning if the list is incomplete. */
function SuppressedContacts({ suppression: { listed, unnamed, complete } }: { readonly suppression: Suppression }) {
  return (
    <div className="px-3 pb-3" role="status">
      <p className="font-semibold">On the do-not-contact list:</p>
      <ul className="list-disc pl-5">
        {listed.map(({ contact, typed }, index) => (
          <li key={index}>
            {contact} <span className="text-soft">{typed ? 'as you typed it' : 'from one of their cases'}</span>
          </li>
        ))}
        {unnamed > 0 && <li className="text-soft">{unnamed} more, linked only by their discount</li>}
      </ul>
      {!complete && (
        <p className="mt-1 text-bad">
          Too many cases share this contact for it to belong to one person. Contacts not listed here were not changed.
        </p>
      )}
    </div>
  );
}

/** Statements are issued automatically on the first of the month; this issues missing ones. */
function StatementRunForm() {
  const [period, setPeriod] = useState('');
  const run = useAction<StatementRun>(describeStatementRun);
  return (
    <Section title="Statements" note="for a past month; none is issued twice">
      <div className="flex flex-wrap items-end gap-2 p-3">
        <label className="text-soft">
          Month
          <input className="field" type="month" value={period} onChange={(event) => setPeriod(event.target.value)} />
        </label>
        <button
          type="button"
          className="button"
          disabled={period === '' || run.isPending}
          onClick={() => run.mutate({ path: '/statements/run', body: { period } })}
        >
          Issue missing statements
        </button>
      </div>
    </Section>
  );
}
