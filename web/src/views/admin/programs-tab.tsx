import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#api/types.ts';
import { useState } from 'react';
import { request } from '#api/request.ts';
import { humanize } from '#lib/format.ts';
import { describeStatementRun } from './statement-run.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { toContactBody } from './do-not-contact-tab.tsx';
import { StatementSettingsSection } from './statement-settings-section.tsx';

/** Feature flags and actions on one customer. A changed flag applies from the next request. */
export function ProgramsTab() {
  const { data, error } = useQuery({ queryKey: ['settings'], queryFn: () => request('GET /settings') });
  if (data === undefined) return error === null ? null : <ErrorMessage error={error} />;
  const features = Object.entries(data.features);
  return (
    <>
      <Section title="Programs" note="what agents can do">
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
      <Section title="Features" note="what institutions can use">
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
      <StatementSettingsSection />
    </>
  );
}

type ToggleProps = {
  readonly title: string;
  readonly enabled: boolean;
  body(enabled: boolean): BodyOf<'PATCH /settings'>;
};

function Toggle({ title, enabled, body }: ToggleProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 last:border-0">
      <span className="min-w-0 flex-1">{title}</span>
      <span className={`font-semibold ${enabled ? 'text-good' : 'text-bad'}`}>{enabled ? 'enabled' : 'disabled'}</span>
      <ActionButton
        call="PATCH /settings"
        body={body(!enabled)}
        success={`${title}: ${enabled ? 'disabled' : 'enabled'}.`}
        {...(enabled ? { confirm: 'Disable for everyone?' } : {})}
      >
        {enabled ? 'Disable' : 'Enable'}
      </ActionButton>
    </div>
  );
}

/** Grants a customer their one-time discount. */
function CustomerActions() {
  const [contact, setContact] = useState('');
  return (
    <Section title="Discount" note="one per owner, identified by email or phone">
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
          call="POST /discounts"
          body={{ ...toContactBody(contact.trim()), source: 'staff' }}
          disabled={contact.trim() === ''}
          success="Discount granted."
          confirm="Grant their one-time discount?"
          onSuccess={() => setContact('')}
        >
          Grant discount
        </ActionButton>
      </div>
    </Section>
  );
}

/** Statements are issued automatically on the first of the month; this issues missing ones. */
function StatementRunForm() {
  const [period, setPeriod] = useState('');
  const run = useAction('POST /statements/run', describeStatementRun, { inline: true });
  return (
    <Section title="Statements" note="for a past month; statements are never issued twice">
      <Form
        label="Statement run"
        submit="Issue missing statements"
        ready={period !== ''}
        pending={run.isPending}
        error={run.error}
        members={['period']}
        onSubmit={() => run.mutate({ body: { period } })}
      >
        <TextField
          label="Month"
          type="month"
          value={period}
          problem={problemOf(run.error, 'period')}
          onChange={setPeriod}
        />
      </Form>
    </Section>
  );
}
