import { parseDollars } from './money.ts';

/** The parts of an insurer's offer or payment, in the order reports print them. */
export const partLabels = {
  value_cents: 'Vehicle value, before tax and fees',
  tax_cents: 'Tax',
  fees_cents: 'Fees',
  other_cents: 'Other',
  deductible_cents: 'Deductible',
  total_cents: 'Total, as the insurer states it',
} as const;

export type PartMember = keyof typeof partLabels;
export const partMembers = Object.keys(partLabels) as PartMember[];

/** The input for each part; empty means unknown. */
export type Typed = { readonly [Member in PartMember]?: string };
export type Parts = { readonly [Member in PartMember]?: number };

const parsePart = (member: PartMember, text: string): number | undefined => {
  const negative = member === 'other_cents' && /^\s*[-−–]/.test(text);
  const cents = parseDollars(negative ? text.replace(/[-−–]/, '') : text);
  return cents === undefined ? undefined : negative ? -cents : cents;
};

/** The typed parts in cents; undefined if one of them is not an amount. */
export function parseParts(typed: Typed): Parts | undefined {
  const parts: { [Member in PartMember]?: number } = {};
  for (const member of partMembers) {
    const text = typed[member]?.trim() ?? '';
    if (text === '') continue;
    const cents = parsePart(member, text);
    if (cents === undefined) return undefined;
    parts[member] = cents;
  }
  return parts;
}

export const isEmpty = (parts: Parts): boolean => Object.keys(parts).length === 0;

/** The sum of the parts: the deductible is subtracted, everything else is added. Undefined without a value. */
export function sumOfParts(parts: Parts): number | undefined {
  const { value_cents: value, tax_cents: tax = 0, fees_cents: fees = 0 } = parts;
  const { other_cents: other = 0, deductible_cents: deductible = 0 } = parts;
  return value === undefined ? undefined : value + tax + fees + other - deductible;
}

/** The difference between the stated total and the sum of the parts; undefined if there is nothing to compare. */
export function unexplained(parts: Parts): number | undefined {
  const [sum, stated] = [sumOfParts(parts), parts.total_cents];
  return sum === undefined || stated === undefined || sum === stated ? undefined : stated - sum;
}
