import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import { telephoneWordingQuery } from '#api/queries.ts';
import { ApiError } from '#lib/http.ts';
import type { TelephoneWording } from '#api/types.ts';
import { buildNewCase, newCaseFields, type NewCaseValues } from '#lib/new-case.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { StateList } from '#ui/state-list.tsx';
import { toast } from '#ui/toast.ts';
import { useTitle } from '#ui/title.ts';

type Issues = ReadonlyMap<string, string>;

const issuesOf = (error: unknown): Issues =>
  new Map(error instanceof ApiError ? (error.problem.issues ?? []).map(({ path, message }) => [path, message]) : []);

/** A case for somebody who telephones in: what they say, the words that are read to them, and their yes. */
export function NewCaseView() {
  const { data: wording, error } = useQuery(telephoneWordingQuery);
  useTitle('New case');
  if (wording === undefined)
    return error === null ? <p className="p-4 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  return <NewCaseForm wording={wording} />;
}

function NewCaseForm({ wording }: { readonly wording: TelephoneWording }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<NewCaseValues>({});
  const [said, setSaid] = useState({ agreed: false, readBack: false, lifts: false });
  const make = useMutation({
    mutationFn: () =>
      request('POST /telephone-cases', { body: buildNewCase(values, { ...said, version: wording.version }) }),
    onSuccess: ({ created, consultation_id: id, do_not_contact: listed }) => {
      const stops = listed ? ' They’re on the do-not-contact list, so we won’t call or message them.' : '';
      toast(created ? `Case created and assigned to you.${stops}` : `They already have this open case.${stops}`);
      void queries.invalidateQueries({ queryKey: ['mine'] });
      void navigate({ to: '/cases/$id', params: { id } });
    },
  });
  const issues = issuesOf(make.error);
  // To the first field that is refused.
  useEffect(() => {
    if (make.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [make.error]);
  const known = [...newCaseFields.flatMap(({ fields }) => fields.map(({ path }) => path)), ...checkPaths];
  const others = make.error !== null && ![...issues.keys()].some((path) => known.includes(path));
  return (
    <form
      ref={form}
      noValidate
      className="mx-auto grid max-w-5xl gap-3 p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <h1 className="text-lg font-bold">New case from a phone call</h1>
      {others && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {make.error?.message}
        </p>
      )}
      <StateList />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        {newCaseFields.map((group) => (
          <FieldGroup
            key={group.title}
            group={group}
            values={values}
            issues={issues}
            onChange={(path, text) => setValues((before) => ({ ...before, [path]: text }))}
          />
        ))}
      </div>
      <Consent wording={wording} said={said} issues={issues} onChange={(next) => setSaid({ ...said, ...next })} />
      <p>
        <button type="submit" className="button-main max-sm:w-full" disabled={make.isPending || !said.agreed}>
          Create case
        </button>
        {!said.agreed && <span className="ml-3 text-soft max-sm:ml-0 max-sm:block">They must agree first.</span>}
      </p>
    </form>
  );
}

const checkPaths = ['number_read_back', 'lift_do_not_contact', 'agreed'] as const;

type FieldGroupProps = {
  readonly group: (typeof newCaseFields)[number];
  readonly values: NewCaseValues;
  readonly issues: Issues;
  onChange(path: string, text: string): void;
};

const FieldGroup = ({ group: { title, fields }, values, issues, onChange }: FieldGroupProps) => (
  <fieldset className="panel min-w-0 p-3">
    <legend className="panel-title px-1">{title}</legend>
    <div className="grid gap-2 sm:grid-cols-2">
      {fields.map((field) => (
        <Field
          key={field.path}
          {...field}
          value={values[field.path] ?? ''}
          issue={issues.get(field.path)}
          onChange={(text) => onChange(field.path, text)}
        />
      ))}
    </div>
  </fieldset>
);

type FieldProps = {
  readonly path: string;
  readonly label: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly max?: number;
  readonly hint?: string;
  readonly list?: string;
  readonly value: string;
  readonly issue: string | undefined;
  onChange(text: string): void;
};

function Field({
  path,
  label,
  type = 'text',
  required = false,
  max = 120,
  hint,
  list,
  value,
  issue,
  onChange,
}: FieldProps) {
  const id = `new-${path}`;
  const described = [issue === undefined ? [] : `${id}-issue`, hint === undefined ? [] : `${id}-hint`].flat().join(' ');
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && <span className="font-normal text-soft"> (required)</span>}
      </label>
      <input
        id={id}
        className={`field mt-0.5 ${issue === undefined ? '' : 'border-bad'}`}
        type={type}
        autoComplete="off"
        maxLength={max}
        list={list}
        aria-required={required}
        aria-invalid={issue !== undefined}
        aria-describedby={described === '' ? undefined : described}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {issue !== undefined && (
        <p id={`${id}-issue`} className="mt-0.5 text-bad">
          {label} {issue}.
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-0.5 text-[0.9em] text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

type Said = { readonly agreed: boolean; readonly readBack: boolean; readonly lifts: boolean };
type ConsentProps = {
  readonly wording: TelephoneWording;
  readonly said: Said;
  readonly issues: Issues;
  onChange(next: Partial<Said>): void;
};

/** The words that are read out, and what the person answers. */
function Consent({ wording, said, issues, onChange }: ConsentProps) {
  return (
    <fieldset className="panel min-w-0 p-3">
      <legend className="panel-title px-1">Read this to them</legend>
      <blockquote className="rounded-md border-l-4 border-accent bg-accent-soft px-3 py-2 text-[1.1em]">
        <p>“{wording.asked}</p>
        <p className="mt-1.5">{wording.agreement}”</p>
      </blockquote>
      <p className="mt-1 text-[0.85em] text-soft">Version {wording.version}; saved with their answer.</p>
      <div className="mt-2 grid gap-2">
        <Check checked={said.agreed} issue={issues.get('agreed')} onChange={(agreed) => onChange({ agreed })}>
          They said yes to these words
        </Check>
        <Check
          checked={said.readBack}
          issue={issues.get('number_read_back')}
          onChange={(readBack) => onChange({ readBack })}
        >
          I read the number back, and they confirmed it’s theirs
        </Check>
        <Check checked={said.lifts} issue={issues.get('lift_do_not_contact')} onChange={(lifts) => onChange({ lifts })}>
          They previously asked us not to contact them, and now want calls to this number again: “{wording.lifting}” If
          they told a team member instead of texting STOP, a lead must create this case.
        </Check>
      </div>
    </fieldset>
  );
}

type CheckProps = {
  readonly checked: boolean;
  readonly issue: string | undefined;
  readonly children: ReactNode;
  onChange(checked: boolean): void;
};

function Check({ checked, issue, children, onChange }: CheckProps) {
  return (
    <label className="flex min-h-6 items-start gap-2">
      <input
        type="checkbox"
        className="mt-1"
        checked={checked}
        aria-invalid={issue !== undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0">
        {children}
        {issue !== undefined && <span className="block text-bad">This {issue}.</span>}
      </span>
    </label>
  );
}
