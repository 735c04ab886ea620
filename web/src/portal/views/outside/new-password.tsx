import { TextField } from '#ui/form.tsx';

export type NewPassword = { readonly password: string; readonly again: string };

export const noPassword: NewPassword = { password: '', again: '' };

export function requireSame({ password, again }: NewPassword): string {
  if (password !== again) throw new Error('The two passwords do not match.');
  return password;
}

type NewPasswordFieldsProps = { readonly value: NewPassword; onChange(value: NewPassword): void };

/** A password that is chosen, twice. */
export function NewPasswordFields({ value, onChange }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label="New password"
        hint="12 characters or more. A few unrelated words work well."
        type="password"
        autoComplete="new-password"
        required
        maxLength={200}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      <TextField
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        required
        maxLength={200}
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
      />
    </>
  );
}
