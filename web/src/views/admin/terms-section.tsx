import { useState, type FormEvent } from 'react';
import type { Institution } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { formatCents, formatCentsExact, parseSubsidy, toDollars } from '#lib/money.ts';
import { useAction } from '#ui/action.tsx';
import { Section } from '#ui/section.tsx';

/** Who pays for a borrower, plan prices, and the contact for failed deliveries. */
export function TermsSection({ institution }: { readonly institution: Institution }) {
  const { id, program, plans, technical_contact_email: contact } = institution;
  const [editing, setEditing] = useState(false);
  const subsidy =
    program.subsidy_type === 'percent' ? `${program.subsidy_value} %` : formatCents(program.subsidy_value ?? 0);
  return (
    <Section title="Terms" note={<code className="font-mono">{id}</code>}>
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1 p-3">
        <dt className="text-soft">Program</dt>
        <dd>
          {humanize(program.mode)}
          {program.subsidy_value !== null && `, ${subsidy}`}
        </dd>
        <dt className="text-soft">Plans</dt>
        <dd>
          {plans
            .map(({ code, unit_price_cents: cents }) => `${code} at ${formatCentsExact(cents)} per month`)
            .join(', ')}
        </dd>
        <dt className="text-soft">Technical contact</dt>
        <dd className="break-words">{contact ?? 'none'}</dd>
      </dl>
      <div className="px-3 pb-3">
        {editing ? (
          <TermsForm institution={institution} onDone={() => setEditing(false)} />
        ) : (
          <button type="button" className="button" onClick={() => setEditing(true)}>
            Edit terms
          </button>
        )}
      </div>
    </Section>
  );
}

const modes: readonly Institution['program']['mode'][] = ['borrower_paid', 'subsidized', 'institution_paid'];

type Terms = { readonly mode: string; readonly type: string; readonly value: string };

const termsOf = ({ mode, subsidy_type: type, subsidy_value: value }: Institution['program']): Terms => ({
  mode,
  type: type ?? 'fixed',
  value: value === null ? '' : String(type === 'percent' ? value : toDollars(value)),
});

function TermsForm({ institution, onDone }: { readonly institution: Institution; onDone(): void }) {
  const [terms, setTerms] = useState(() => termsOf(institution.program));
  const change = useAction('Terms saved. Existing referrals keep their terms.', onDone);
  const subsidized = terms.mode === 'subsidized';
  const subsidy = parseSubsidy(terms.type, terms.value);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const body = {
      name: text('name'),
      technical_contact_email: text('contact') === '' ? null : text('contact'),
      program: {
        mode: terms.mode,
        subsidy_type: subsidized ? terms.type : null,
        subsidy_value: subsidized ? (subsidy ?? 0) : null,
      },
    };
    change.mutate({ path: `/institutions/${institution.id}`, method: 'PATCH', body });
  };
  return (
    <form className="grid gap-2 sm:grid-cols-3" onSubmit={submit}>
      <NameFields institution={institution} />
      <label className="text-soft">
        Program
        <select
          className="field"
          value={terms.mode}
          onChange={(event) => setTerms({ ...terms, mode: event.target.value })}
        >
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {humanize(mode)}
            </option>
          ))}
        </select>
      </label>
      {subsidized && <SubsidyFields terms={terms} invalid={subsidy === undefined} onChange={setTerms} />}
      <span className="flex items-end gap-2">
        <button
          type="submit"
          className="button-main"
          disabled={change.isPending || (subsidized && subsidy === undefined)}
        >
          Save
        </button>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
      </span>
    </form>
  );
}

function NameFields({ institution }: { readonly institution: Institution }) {
  return (
    <>
      <label className="text-soft">
        Name
        <input className="field" name="name" required maxLength={200} defaultValue={institution.name} />
      </label>
      <label className="text-soft">
        Technical contact
        <input
          className="field"
          name="contact"
          type="email"
          maxLength={254}
          defaultValue={institution.technical_contact_email ?? ''}
        />
      </label>
    </>
  );
}

type SubsidyFieldsProps = { readonly terms: Terms; readonly invalid: boolean; onChange(terms: Terms): void };

function SubsidyFields({ terms, invalid, onChange }: SubsidyFieldsProps) {
  const fixed = terms.type === 'fixed';
  return (
    <>
      <label className="text-soft">
        Subsidy type
        <select
          className="field"
          value={terms.type}
          onChange={(event) => onChange({ ...terms, type: event.target.value, value: '' })}
        >
          <option value="fixed">fixed amount in dollars</option>
          <option value="percent">percentage</option>
        </select>
      </label>
      <label className="text-soft">
        {fixed ? 'Dollars' : 'Percent, 0 to 100'}
        <input
          className="field"
          inputMode="decimal"
          maxLength={12}
          aria-invalid={terms.value !== '' && invalid}
          value={terms.value}
          onChange={(event) => onChange({ ...terms, value: event.target.value })}
        />
      </label>
    </>
  );
}
