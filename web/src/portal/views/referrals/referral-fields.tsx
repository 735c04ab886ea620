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
  /** What changed: one field, or the three of a vehicle at once. */
  onChange(change: ReferralDraft): void;
  /** What keeps it from being sent, by the paths of the API. */
  readonly issues: readonly Issue[];
  /** What is odd and can be sent all the same. */
  readonly warnings?: readonly Issue[];
  /** The groups that can be typed in; all, where it is not said. */
  readonly shown?: readonly ReferralGroup[];
  /** Below the fields of the vehicle: what its VIN says. */
  readonly vinNote?: ReactNode;
};

/** The fields of a referral, in groups; each says below itself what is wrong with it. */
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
            // The tallest; the two short ones after it stand beside it.
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
 * At once, or when the mouse button that is down is up again: a line that appeared in between would move the button away
 * from under the pointer, and it would not be pressed.
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
  // Whoever types into a field for the first time is not told that it is wrong before they have finished.
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

/** What is wrong with the group as a whole, such as a borrower without any contact. */
function GroupIssue({ name, issues }: { readonly name: string; readonly issues: readonly Issue[] }) {
  const issue = issues.find(
    ({ path, message }) => path === name && name !== 'external_ref' && message !== 'is required',
  );
  if (issue === undefined) return null;
  return (
    <p role="alert" className="text-bad">
      {name === 'borrower' ? 'Needs an email or a phone.' : toWords(issue)}
    </p>
  );
}
