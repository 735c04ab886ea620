import type { CaseFact, FactField } from '#api/types.ts';
import { formatFact, toStateCode } from './facts.ts';
import { formatCents, parseDollars, toDollars } from './money.ts';

type Kind = 'text' | 'state' | 'number' | 'money' | 'date' | 'long' | 'phone';

export type FieldInfo = {
  readonly field: FactField;
  readonly label: string;
  readonly kind: Kind;
  readonly maxLength: number;
};

const info = (field: FactField, label: string, [kind, maxLength = 120]: readonly [Kind, number?]): FieldInfo => ({
  field,
  label,
  kind,
  maxLength,
});

/** The editable facts, in the order callers ask for them. */
export const fieldGroups: readonly { readonly title: string; readonly fields: readonly FieldInfo[] }[] = [
  {
    title: 'Vehicle',
    fields: [
      info('vin', 'VIN', ['text', 40]),
      info('year', 'Year', ['number', 4]),
      info('make', 'Make', ['text', 60]),
      info('model', 'Model', ['text', 80]),
      info('trim', 'Trim', ['text', 80]),
      info('odometer', 'Odometer', ['number', 9]),
      info('title', 'Title', ['text', 20]),
      info('condition', 'Condition', ['long', 2000]),
    ],
  },
  {
    title: 'Loss',
    fields: [
      info('date_of_loss', 'Date of loss', ['date', 10]),
      info('zip', 'ZIP', ['text', 10]),
      info('loss_state', 'State', ['state', 30]),
      info('insurer', 'Insurer', ['text']),
      info('claim_number', 'Claim no.', ['text', 60]),
    ],
  },
  {
    title: 'Loan',
    fields: [info('payoff_cents', 'Payoff', ['money', 14]), info('deductible_cents', 'Deductible', ['money', 14])],
  },
  {
    title: 'Person',
    fields: [
      info('first_name', 'First name', ['text', 80]),
      info('last_name', 'Last name', ['text', 80]),
      info('email', 'Email', ['text', 254]),
      info('phone', 'Phone', ['phone', 40]),
    ],
  },
];

export const allFields: readonly FieldInfo[] = fieldGroups.flatMap(({ fields }) => fields);

/** The offer has its own form; the owner's statements about it are among the changes. */
type ChangedField = FactField | 'offer_cents';

export const labelOf = (field: ChangedField): string =>
  field === 'offer_cents' ? 'Insurer’s offer' : (allFields.find((one) => one.field === field)?.label ?? field);

/** The initial value of the input. Only the last digits of a phone number are known, so it starts empty. */
export function toInput({ kind }: FieldInfo, { value }: Pick<CaseFact, 'value'>): string {
  if (value === null || kind === 'phone') return '';
  return kind === 'money' ? String(toDollars(Number(value))) : String(value);
}

type Parsed = { readonly value: string | number | null } | { readonly problem: string };

/** The input as the API expects it; an empty input means the value is unknown. */
export function parseInput({ kind }: FieldInfo, typed: string): Parsed {
  const text = typed.trim();
  if (text === '') return { value: null };
  if (kind === 'money') {
    const cents = parseDollars(text);
    return cents === undefined ? { problem: 'must be an amount, such as 18,500' } : { value: cents };
  }
  if (kind === 'state') return { value: toStateCode(text) };
  if (kind !== 'number') return { value: text };
  const plain = text.replaceAll(',', '');
  return /^\d{1,9}$/.test(plain) ? { value: Number(plain) } : { problem: 'must be a whole number' };
}

/** A value for display; "not known" if there is none. */
export function showValue(field: ChangedField, value: string | number | null): string {
  if (value === null) return 'not known';
  const found = allFields.find((one) => one.field === field);
  return found?.kind === 'money' || field === 'offer_cents'
    ? formatCents(Number(value))
    : formatFact(labelOf(field), String(value));
}
