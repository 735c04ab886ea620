import { SelectField } from '#ui/form.tsx';
import { languageOptions, rememberLanguage } from './languages.ts';

type LanguageFieldProps = { readonly value: string; onChange(value: string): void };

export function LanguageField({ value, onChange }: LanguageFieldProps) {
  return (
    <SelectField
      label="Language of your code"
      value={value}
      onChange={(language) => {
        onChange(language);
        rememberLanguage(language);
      }}
      options={languageOptions}
    />
  );
}
