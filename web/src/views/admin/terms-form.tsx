import { useState } from 'react';
import type { Institution } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { parseDollars, parseSubsidy, toDollars } from '#lib/money.ts';
import { useAction } from '#board/action.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { PlanFields, type TypedPlan } from './plan-fields.tsx';

type Program = Institution['program'];
type Subsidy = NonNullable<Program['subsidy_type']>;

const modes: readonly Program['mode'][] = ['borrower_paid', 'subsidized', 'institution_paid'];

type Terms = {
  readonly name: string;
  readonly technical: string;
  readonly billing: string;
  readonly billTo: string;
  readonly mode: Program['mode'];
  readonly type: Subsidy;
  readonly value: string;
  readonly plans: readonly TypedPlan[];
};

const termsOf = (institution: Institution): Terms => {
  const { mode, subsidy_type: type, subsidy_value: value } = institution.program;
  return {
    name: institution.name,
    technical: institution.technical_contact_email ?? '',
    billing: institution.billing_contact_email ?? '',
    billTo: institution.bill_to ?? '',
    mode,
    type: type ?? 'fixed',
    value: value === null ? '' : String(type === 'percent' ? value : toDollars(value)),
    plans: institution.plans.map(({ code, unit_price_cents: cents }) => ({
      code,
      dollars: toDollars(cents).toFixed(2),
    })),
  };
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The request; undefined while it contains an invalid amount. */
function bodyOf({ name, technical, billing, billTo, mode, type, value, plans }: Terms) {
  const subsidy = mode === 'subsidized' ? parseSubsidy(type, value) : null;
  const priced = plans.flatMap(({ code, dollars }) => {
    const cents = parseDollars(dollars);
    return code.trim() === '' || cents === undefined ? [] : [{ code: code.trim(), unit_price_cents: cents }];
  });
  if (subsidy === undefined || priced.length < plans.length || name.trim() === '') return undefined;
  return {
    name: name.trim(),
    technical_contact_email: orNull(technical),
    billing_contact_email: orNull(billing),
    bill_to: orNull(billTo),
    program: { mode, subsidy_type: subsidy === null ? null : type, subsidy_value: subsidy },
    plans: priced,
  };
}

const termsSaved = 'Terms saved. Existing referrals keep their terms.';

export function TermsForm({ institution, onDone }: { readonly institution: Institution; onDone(): void }) {
  const [terms, setTerms] = useState(() => termsOf(institution));
  const handling = { onSuccess: onDone, inline: true };
  const change = useAction('PATCH /institutions/{institution_id}', termsSaved, handling);
  const body = bodyOf(terms);
  const changed = JSON.stringify(body) !== JSON.stringify(bodyOf(termsOf(institution)));
  const set = (member: keyof Terms) => (value: string) => setTerms({ ...terms, [member]: value });
  const problem = (member: string) => problemOf(change.error, member);
  return (
    <Form
      label="Terms"
      submit="Save"
      ready={changed && body !== undefined}
      pending={change.isPending}
      error={change.error}
      members={['name', 'technical_contact_email', 'billing_contact_email', 'bill_to', 'program', 'plans']}
      onSubmit={() => change.mutate({ path: { institution_id: institution.id }, body })}
      onCancel={onDone}
    >
      <TextField label="Name" maxLength={200} value={terms.name} problem={problem('name')} onChange={set('name')} />
      <TextField
        label="Technical contact"
        hint="gets warnings about failing endpoints"
        type="email"
        maxLength={254}
        value={terms.technical}
        problem={problem('technical_contact_email')}
        onChange={set('technical')}
      />
      <TextField
        label="Billing contact"
        hint="gets statements"
        type="email"
        maxLength={254}
        value={terms.billing}
        problem={problem('billing_contact_email')}
        onChange={set('billing')}
      />
      <TextField
        label="Bill to"
        hint="name and postal address, up to six lines"
        rows={4}
        maxLength={500}
        value={terms.billTo}
        problem={problem('bill_to')}
        onChange={set('billTo')}
      />
      <SelectField
        label="Program"
        value={terms.mode}
        options={modes.map((mode) => [mode, humanize(mode)] as const)}
        problem={problem('program')}
        onChange={set('mode')}
      />
      {terms.mode === 'subsidized' && <SubsidyFields terms={terms} onChange={setTerms} />}
      <PlanFields plans={terms.plans} problem={problem('plans')} onChange={(plans) => setTerms({ ...terms, plans })} />
    </Form>
  );
}

type SubsidyFieldsProps = { readonly terms: Terms; onChange(terms: Terms): void };

function SubsidyFields({ terms, onChange }: SubsidyFieldsProps) {
  const invalid = terms.value !== '' && parseSubsidy(terms.type, terms.value) === undefined;
  return (
    <>
      <SelectField
        label="Subsidy type"
        value={terms.type}
        options={[
          ['fixed', 'fixed amount in dollars'],
          ['percent', 'percentage'],
        ]}
        onChange={(type) => onChange({ ...terms, type, value: '' })}
      />
      <TextField
        label={terms.type === 'fixed' ? 'Dollars' : 'Percent, 0 to 100'}
        inputMode="decimal"
        maxLength={12}
        value={terms.value}
        problem={invalid ? 'Enter a valid amount.' : undefined}
        onChange={(value) => onChange({ ...terms, value })}
      />
    </>
  );
}
