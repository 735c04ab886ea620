import { useState } from 'react';
import { Form, SelectField, problemOf } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';

type ColumnChoiceProps<Field extends string> = {
  readonly columns: readonly {
    readonly name: string;
    readonly samples: readonly string[];
    readonly field: Field | null;
  }[];
  /** What each field is called. */
  readonly words: Readonly<Record<Field, string>>;
  /** The fields still missing, in words. */
  readonly missing: (chosen: readonly Field[]) => readonly string[];
  readonly submit: string;
  readonly pending: boolean;
  readonly error: Error | null;
  onSubmit(mapping: readonly (Field | null)[]): void;
};

/** Which column is what, with the first rows of each. */
export function ColumnChoice<Field extends string>(props: ColumnChoiceProps<Field>) {
  const { columns, words, submit, pending, error, onSubmit } = props;
  const [fields, setFields] = useState(() => columns.map(({ field }) => field));
  const missing = props.missing(fields.filter((field) => field !== null));
  const options = [['', 'Not used'] as const, ...Object.entries<string>(words)];
  return (
    <Section title="Columns" note="Match each column to a field. We’ll remember your choices for the next file.">
      <Form
        label="Columns"
        ready={missing.length === 0}
        pending={pending}
        error={error}
        members={[]}
        submit={submit}
        onSubmit={() => onSubmit(fields)}
      >
        {columns.map(({ name, samples }, index) => (
          <SelectField
            // Columns are identified by position, because names can repeat.
            key={index}
            label={name === '' ? `Column ${index + 1}(unnamed)` : name}
            hint={samples
              .filter((sample) => sample !== '')
              .slice(0, 3)
              .join(' · ')}
            problem={problemOf(error, 'mapping')}
            value={fields[index] ?? ''}
            options={options}
            onChange={(field) => setFields(fields.map((old, at) => choose(old, at === index, field as Field | '')))}
          />
        ))}
        {missing.length > 0 && <p className="text-warn sm:col-span-full">Still needed: {missing.join(', ')}.</p>}
      </Form>
    </Section>
  );
}

/** Each field has one column: choosing it for another column removes it from the first. */
function choose<Field extends string>(old: Field | null, isThis: boolean, chosen: Field | ''): Field | null {
  if (isThis) return chosen === '' ? null : chosen;
  return old === chosen ? null : old;
}
