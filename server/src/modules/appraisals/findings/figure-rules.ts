import { formatMoney, formatNumber } from '#lib/languages/formats';
import { stripControls } from '#modules/customers';
import type { FindingMark } from '../finding-schemas.ts';

/** A printed value, as the reading returns it. */
export type Printed<T> = {
  readonly value: T;
  readonly confidence: 'high' | 'low';
  readonly page: number;
  readonly box?: readonly number[];
};

/** A printed value with its label, which a finding marks on the page. */
export type Quoted = { readonly mark: FindingMark; readonly certain: boolean };

/** An amount that a calculation uses. */
export type Figure = Quoted & { readonly cents: number };

/** Dollars as both languages of our customers write them; cents only where there are any. */
export const dollars = (cents: number): string =>
  `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), 'en').replace(/\.00$/, '')}`;

export const miles = (count: number): string => formatNumber(count, 'en');

/** Longer than any label of a report, and short enough for a sentence. */
const longest = 80;

/** Reports are untrusted files, and facts are typed by users. */
export const tidy = (text: string): string => stripControls(text).trim().slice(0, longest).toWellFormed();

export const quote = (label: string, printed: Printed<unknown>, text: string): Quoted => ({
  mark: {
    page: printed.page,
    box: printed.box === undefined ? null : [...printed.box],
    label: tidy(label),
    printed: tidy(text),
  },
  certain: printed.confidence === 'high',
});

export const quoteText = (label: string, printed: Printed<string>): Quoted => quote(label, printed, printed.value);
export const quoteMiles = (label: string, printed: Printed<number>): Quoted =>
  quote(label, printed, miles(printed.value));

export const toFigure = (label: string, printed: Printed<number>): Figure => ({
  ...quote(label, printed, dollars(printed.value)),
  cents: printed.value,
});

export const isFigure = (figure: Figure | undefined): figure is Figure => figure !== undefined;

export const sumOf = (figures: readonly Figure[]): number => figures.reduce((sum, { cents }) => sum + cents, 0);

/** A sum as people write it: "$18,000 − $500 + $20". */
export const addition = (figures: readonly Figure[]): string =>
  figures
    .map(({ cents }, index) => (index === 0 ? dollars(cents) : `${cents < 0 ? '−' : '+'} ${dollars(Math.abs(cents))}`))
    .join(' ');
