import { problemOf, SelectField, TextField } from '#ui/form.tsx';

export const keyRoles = [
  ['full', 'read and write'],
  ['read_only', 'read-only'],
] as const;
export type KeyRole = (typeof keyRoles)[number][0];

/** One network per line, or several with commas or spaces between them. */
export const toRanges = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** A credential expires at the end of the chosen day, in the time zone of the user who chooses it. */
export const endOf = (day: string): string | undefined =>
  day === '' ? undefined : new Date(`${day}T23:59:59`).toISOString();

type FieldProps<Value extends string = string> = {
  readonly value: Value;
  readonly error: Error | null;
  onChange(value: Value): void;
};

export const LabelField = ({ value, error, onChange }: FieldProps) => (
  <TextField
    label="Label"
    hint="for example, nightly roster"
    maxLength={80}
    value={value}
    problem={problemOf(error, 'label')}
    onChange={onChange}
  />
);

export const RoleField = ({ value, error, onChange }: FieldProps<KeyRole>) => (
  <SelectField label="Access" value={value} options={keyRoles} problem={problemOf(error, 'role')} onChange={onChange} />
);

export const RangesField = ({ value, error, onChange }: FieldProps) => (
  <TextField
    label="Accepted from"
    hint="up to 50 addresses or networks such as 203.0.113.0/24, one per line; leave empty to accept any address"
    rows={3}
    mono
    maxLength={3000}
    className="sm:col-span-2"
    value={value}
    problem={problemOf(error, 'allowed_addresses')}
    onChange={onChange}
  />
);
