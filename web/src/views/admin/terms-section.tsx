import { useState, type FormEvent } from 'react';
import { fromCents, inWords } from '#lib/format.ts';
import { useAction } from '#ui/action.tsx';
import { Section } from '#ui/section.tsx';

type Program = {
  readonly mode: string;
  readonly subsidy_type: string | null;
  readonly subsidy_value: number | null;
};

export type Institution = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly program: Program;
  readonly plans: readonly { readonly code: string; readonly unit_price_cents: number }[];
  readonly technical_contact_email: string | null;
};

/** Who pays for a borrower, what plans cost, who is written to when deliveries fail. */
export function TermsSection({ institution }: { readonly institution: Institution }) {
  const { id, program, plans, technical_contact_email: contact } = institution;
  const [editing, setEditing] = useState(false);
  const subsidy =
    program.subsidy_type === 'percent' ? `${program.subsidy_value} %` : fromCents(program.subsidy_value ?? 0);
  return (
    <Section title="Terms" note={<code className="font-mono">{id}</code>}>
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1 p-3">
        <dt className="text-soft">Program</dt>
        <dd>
          {inWords(program.mode)}
          {program.subsidy_value !== null && `, ${subsidy}`}
        </dd>
        <dt className="text-soft">Plans</dt>
        <dd>
          {plans
            .map(({ code, unit_price_cents: cents }) => `${code} at $${(cents / 100).toFixed(2)} a month`)
            .join(', ')}
        </dd>
        <dt className="text-soft">Technical contact</dt>
        <dd className="break-words">{contact ?? 'nobody'}</dd>
      </dl>
      <div className="px-3 pb-3">
        {editing ? (
          <TermsForm institution={institution} onDone={() => setEditing(false)} />
        ) : (
          <button type="button" className="button" onClick={() => setEditing(true)}>
            Change the terms
          </button>
        )}
      </div>
    </Section>
  );
}

const modes = ['borrower_paid', 'subsidized', 'institution_paid'];

/** What the form says; a subsidy counts only where there is one. */
function termsOf(form: FormData) {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const mode = text('mode');
  const subsidized = mode === 'subsidized';
  return {
    name: text('name'),
    technical_contact_email: text('contact') === '' ? null : text('contact'),
    program: {
      mode,
      subsidy_type: subsidized ? text('type') : null,
      subsidy_value: subsidized ? Number(text('value')) : null,
    },
  };
}

function TermsForm({ institution, onDone }: { readonly institution: Institution; onDone(): void }) {
  const { id, program } = institution;
  const change = useAction('The terms are changed. Referrals made before keep theirs.', onDone);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = termsOf(new FormData(event.currentTarget));
    change.mutate({ path: `/institutions/${id}`, method: 'PATCH', body });
  };
  return (
    <form className="grid gap-2 sm:grid-cols-3" onSubmit={submit}>
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
      <label className="text-soft">
        Program
        <select className="field" name="mode" defaultValue={program.mode}>
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {inWords(mode)}
            </option>
          ))}
        </select>
      </label>
      <SubsidyFields program={program} />
      <span className="flex items-end gap-2">
        <button type="submit" className="button-main" disabled={change.isPending}>
          Save
        </button>
        <button type="button" className="button" onClick={onDone}>
          Leave it
        </button>
      </span>
    </form>
  );
}

function SubsidyFields({ program }: { readonly program: Program }) {
  return (
    <>
      <label className="text-soft">
        Subsidy is
        <select className="field" name="type" defaultValue={program.subsidy_type ?? 'fixed'}>
          <option value="fixed">fixed, in cents</option>
          <option value="percent">percent</option>
        </select>
      </label>
      <label className="text-soft">
        Subsidy
        <input
          className="field"
          name="value"
          type="number"
          min={0}
          max={10_000_000}
          defaultValue={program.subsidy_value ?? 0}
        />
      </label>
    </>
  );
}
