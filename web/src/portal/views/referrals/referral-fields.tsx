import { useState, type ReactNode } from 'react';
import { TextField } from '#ui/form.tsx';
import { StateList } from '#ui/state-list.tsx';
import {
  referralGroups,
  toWords,
  type Issue,
  type ReferralDraft,
  type ReferralField,
  type ReferralGroup,
} from './referral-draft.ts';

type ReferralFieldsProps = {
  readonly draft: ReferralDraft;
  /** The change: one field, or all three vehicle fields together. */
  onChange(change: ReferralDraft): void;
  /** Issues that prevent sending, by API path. */
  readonly issues: readonly Issue[];
  /** Warnings, which do not prevent sending. */
  readonly warnings?: readonly Issue[];
  /** The groups that can be typed in; all, where it is not said. */
  readonly shown?: readonly ReferralGroup[];
  /** Below the fields of the vehicle: what its VIN says. */
  readonly vinNote?: ReactNode;
};

/** The fields of a referral, in groups, each with its problem below it. */
export function ReferralFields({
  draft,
  onChange,
  issues,
  warnings = [],
  shown = referralGroups.map(({ name }) => name),
  vinNote,
}: ReferralFieldsProps) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <StateList />
      {referralGroups
        .filter(({ name }) => shown.includes(name))
        .map(({ name, title, fields }) => (
          <fieldset
            key={name}
            // The tallest group; the two short ones after it are placed next to it.
            className={`panel min-w-0 px-3 pb-2 ${name === 'claim' ? 'lg:row-span-2' : ''}`}
          >
            <legend className="panel-title px-1">{title}</legend>
            <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
              {fields.map((field) => (
                <Field
                  key={field.path}
                  field={field}
                  value={draft[field.path] ?? ''}
                  issues={issues}
                  warnings={warnings}
                  onChange={(text) => onChange({ [field.path]: text })}
                />
              ))}
            </div>
            <GroupIssue name={name} issues={issues} />
            {name === 'vehicle' && vinNote}
          </fieldset>
        ))}
    </div>
  );
}

/**
 * Runs immediately, or after the mouse button is released: a line that appears in between would move the button from
 * under the pointer, and the click would be lost.
 */
function whenReleased(act: () => void): void {
  if (document.querySelector(':active') === null) act();
  else window.addEventListener('pointerup', () => setTimeout(act), { once: true });
}

type FieldProps = {
  readonly field: ReferralField;
  readonly value: string;
  readonly issues: readonly Issue[];
  readonly warnings: readonly Issue[];
  onChange(text: string): void;
};

function Field({ field: { path, label, optional = false, ...field }, value, issues, warnings, onChange }: FieldProps) {
  const { max, hint, mono = false, type, inputMode, list } = field;
  const found = issues.find((one) => one.path === path);
  // A field shows no error until the user has finished typing into it for the first time.
  const [visit, setVisit] = useState<'none' | 'first' | 'over'>('none');
  const issue = visit === 'first' ? undefined : found;
  const odd = warnings.filter((one) => one.path === path);
  return (
    <div
      className="min-w-0"
      onFocus={() => visit === 'none' && setVisit(found === undefined ? 'first' : 'over')}
      onBlur={() => whenReleased(() => setVisit('over'))}
    >
      <TextField
        label={optional ? `${label} (optional)` : label}
        hint={hint}
        problem={issue === undefined ? undefined : toWords(issue)}
        value={value}
        maxLength={max}
        mono={mono}
        autoComplete="off"
        {...(type === undefined ? {} : { type })}
        {...(inputMode === undefined ? {} : { inputMode })}
        {...(list === undefined ? {} : { list })}
        onChange={onChange}
      />
      {odd.map(({ message }) => (
        <p key={message} role="status" className="text-[0.9em] text-warn">
          {message}
        </p>
      ))}
    </div>
  );
}

/** The problem of the group as a whole, such as a borrower without any contact. */
function GroupIssue({ name, issues }: { readonly name: string; readonly issues: readonly Issue[] }) {
  const issue = issues.find(
    ({ path, message }) => path === name && name !== 'external_ref' && message !== 'is required',
  );
  if (issue === undefined) return null;
  return (
    <p role="alert" className="text-bad">
      {name === 'borrower' ? 'Enter an email or a phone number.' : toWords(issue)}
    </p>
  );
}
